import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { QueuedMessage } from '../outbox.ts'
import { keptInStorage, messageSender } from './message-sender.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const message = (clientId: string): QueuedMessage => ({
  clientId,
  thread: 'maya-and-sam',
  content: clientId,
  files: [],
  writtenAt: 0,
  refusal: null,
})

/** A browser with a storage that can be full and a connection that can be cut, and a server that stores each message once. */
function world() {
  let kept: string | null = null
  const storage = {
    isFull: false,
    getItem: () => kept,
    setItem: (_: string, text: string) => {
      if (storage.isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      kept = text
    },
  }
  const server: string[] = []
  const forgotten: string[] = []
  const line = { isOpen: true, losesAnswers: false, refuses: '' }
  const tab = () =>
    messageSender({
      ...keptInStorage('unsent', () => storage),
      forget: ({ clientId }, { isSent }) => void forgotten.push(isSent ? clientId : `${clientId} unsent`),
      alone: (work) => work(),
      send: async ({ clientId }) => {
        if (!line.isOpen) throw new TypeError('Failed to fetch')
        if (line.refuses === clientId)
          throw new ORPCError('blocked', { status: 403, message: 'Not to them.' })
        if (!server.includes(clientId)) server.push(clientId)
        if (line.losesAnswers) throw new TypeError('Failed to fetch')
      },
    })
  return { tab, server, line, storage, forgotten, left: () => JSON.parse(kept ?? '[]').length }
}

describe('sending messages', () => {
  test('messages arrive in the order they were written in', async () => {
    const { tab, server, left } = world()
    const sender = tab()
    for (const id of ['a', 'b', 'c']) sender.add(message(id))
    await vi.runAllTimersAsync()
    expect(server).toEqual(['a', 'b', 'c'])
    expect(left()).toBe(0)
    expect(sender.state()).toMatchObject({ sending: null, isWaitingForLine: false })
  })

  test('offline they wait, also across a reload, and are sent when back online', async () => {
    const { tab, server, line } = world()
    line.isOpen = false
    const before = tab()
    before.add(message('a'))
    before.add(message('b'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(before.state()).toMatchObject({ isWaitingForLine: true })
    before.stop()
    const after = tab()
    after.add(message('c'))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(server).toEqual([])
    line.isOpen = true
    after.wake()
    await vi.runAllTimersAsync()
    expect(server).toEqual(['a', 'b', 'c'])
  })

  test('a full storage loses no message: what it refuses is sent, and stored when there is space again', async () => {
    const { tab, server, line, storage, left } = world()
    line.isOpen = false
    const sender = tab()
    sender.add(message('a'))
    storage.isFull = true
    sender.add(message('b'))
    sender.wake()
    expect(sender.state().outbox.map(({ clientId }) => clientId)).toEqual(['a', 'b'])
    storage.isFull = false
    sender.add(message('c'))
    expect(left()).toBe(3)
    storage.isFull = true
    line.isOpen = true
    await vi.runAllTimersAsync()
    expect(server).toEqual(['a', 'b', 'c'])
    expect(sender.state().outbox).toEqual([])
  })

  test('a lost response causes a retry, and still one message', async () => {
    const { tab, server, line, left } = world()
    line.losesAnswers = true
    const sender = tab()
    sender.add(message('a'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(left()).toBe(1)
    line.losesAnswers = false
    await vi.runAllTimersAsync()
    expect(server).toEqual(['a'])
    expect(left()).toBe(0)
  })

  test('two tabs with the same outbox lose and duplicate nothing', async () => {
    const { tab, server, line, left } = world()
    line.isOpen = false
    const [one, two] = [tab(), tab()]
    one.add(message('a'))
    two.add(message('b'))
    one.add(message('c'))
    line.isOpen = true
    one.wake()
    two.wake()
    await vi.runAllTimersAsync()
    expect([...server].sort()).toEqual(['a', 'b', 'c'])
    expect(left()).toBe(0)
  })

  test('a refused message shows the reason and waits for its author; the rest continues', async () => {
    const { tab, server, line } = world()
    line.refuses = 'a'
    const sender = tab()
    for (const id of ['a', 'b']) sender.add(message(id))
    await vi.runAllTimersAsync()
    expect(server).toEqual(['b'])
    expect(sender.state().outbox).toEqual([{ ...message('a'), refusal: 'Not to them.' }])
    line.refuses = ''
    sender.retry('a')
    await vi.runAllTimersAsync()
    expect(server).toEqual(['b', 'a'])
  })

  test('the files of a message are released when it was sent or discarded, and not before', async () => {
    const { tab, line, forgotten } = world()
    const sender = tab()
    line.isOpen = false
    sender.add(message('a'))
    sender.add(message('b'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(forgotten).toEqual([])
    sender.discard('a')
    expect(forgotten).toEqual(['a unsent'])
    line.isOpen = true
    sender.wake()
    await vi.runAllTimersAsync()
    expect(forgotten).toEqual(['a unsent', 'b'])
  })
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type LiveSource, sharedEventSource } from './shared-event-source.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server whose streams the test opens, breaks and sends on. */
function server() {
  const streams: (LiveSource & {
    topics: string[]
    age: string | null
    say(type: string, data?: string): void
    die(): void
  })[] = []
  const clock = { ms: 800 }
  const open = (address: string) => {
    const heard = new Map<string, (event: { data?: unknown }) => void>()
    const stream = {
      readyState: 1,
      topics: new URL(address, 'http://site').searchParams.getAll('topic'),
      age: new URL(address, 'http://site').searchParams.get('age'),
      addEventListener: (type: string, listener: (event: { data?: unknown }) => void) =>
        void heard.set(type, listener),
      close() {
        stream.readyState = 2
      },
      say: (type: string, data?: string) => heard.get(type)?.({ data }),
      die() {
        stream.readyState = 2
        stream.say('error')
      },
    }
    streams.push(stream)
    return stream
  }
  const connection = sharedEventSource(open, () => clock.ms)
  return {
    connection,
    clock,
    streams,
    open: () => streams.filter(({ readyState }) => readyState !== 2),
    settle: () => vi.advanceTimersByTimeAsync(0),
  }
}

const listener = (...topics: string[]) => ({ topics, onChange: vi.fn(), onNotice: vi.fn(), onReady: vi.fn() })

describe('the event stream connection', () => {
  test('is shared by all listeners, and each receives its own topics', async () => {
    const { connection, streams, settle } = server()
    const [lesson, inbox] = [listener('booking:1'), listener('inbox:me', 'booking:2')]
    connection.listen(lesson)
    connection.listen(inbox)
    await settle()
    expect(streams.map(({ topics }) => topics)).toEqual([['booking:1', 'inbox:me', 'booking:2']])
    streams[0]?.say('ready')
    streams[0]?.say('change', 'booking:1')
    streams[0]?.say('notice', '{"type":"message"}')
    expect(lesson.onReady.mock.calls).toEqual([[true]])
    expect(lesson.onChange).toHaveBeenCalledTimes(1)
    expect(inbox.onChange).not.toHaveBeenCalled()
    expect(inbox.onNotice.mock.calls).toEqual([['{"type":"message"}']])
    streams[0]?.say('change', 'reconnected')
    expect(inbox.onChange).toHaveBeenCalledTimes(1)
  })

  test('is replaced for a new topic without a gap', async () => {
    const { connection, streams, open, settle } = server()
    const inbox = listener('inbox:me')
    connection.listen(inbox)
    await settle()
    streams[0]?.say('ready')
    const chat = listener('conversation:1')
    const stop = connection.listen(chat)
    await settle()
    expect(open()).toHaveLength(2)
    streams[1]?.say('ready')
    expect(open()).toEqual([streams[1]])
    // A listener whose connection was never interrupted does not need to reload.
    expect(inbox.onReady).toHaveBeenCalledTimes(1)
    expect(chat.onReady.mock.calls).toEqual([[true]])
    stop()
    await settle()
    expect(open()).toEqual([streams[1]])
  })

  test('a listener that returns to a topic gets a new stream, and the changes that it missed', async () => {
    const { connection, streams, settle } = server()
    connection.listen(listener('inbox:me'))
    const stop = connection.listen(listener('conversation:1'))
    await settle()
    streams[0]?.say('ready')
    stop()
    await settle()
    streams[0]?.say('notice', '{"type":"message"}')
    streams[0]?.say('error')
    streams[0]?.say('ready')
    const again = listener('conversation:1')
    connection.listen(again)
    await settle()
    expect(streams).toHaveLength(2)
    streams[1]?.say('ready')
    expect(again.onReady).toHaveBeenCalledTimes(1)
  })

  test('a listener that is replaced at once keeps the stream', async () => {
    const { connection, streams, settle } = server()
    const stop = connection.listen(listener('user:me'))
    await settle()
    streams[0]?.say('ready')
    stop()
    connection.listen(listener('user:me'))
    await settle()
    expect(streams).toHaveLength(1)
  })

  test('reconnects after it was lost or refused, and reports possible gaps', async () => {
    const { connection, streams, settle } = server()
    const inbox = listener('inbox:me')
    connection.listen(inbox)
    await settle()
    streams[0]?.say('ready')
    streams[0]?.say('error')
    streams[0]?.say('ready')
    expect(inbox.onReady.mock.calls).toEqual([[true], [false]])
    streams[0]?.die()
    await vi.advanceTimersByTimeAsync(999)
    expect(streams).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    streams[1]?.die()
    await vi.advanceTimersByTimeAsync(2_000)
    streams[2]?.say('ready')
    expect(inbox.onReady.mock.calls).toEqual([[true], [false], [false]])
  })

  test('is closed for a hidden page, and without listeners', async () => {
    const { connection, streams, open, settle } = server()
    const stop = connection.listen(listener('inbox:me'))
    await settle()
    streams[0]?.say('ready')
    connection.setHidden(true)
    await settle()
    expect(open()).toEqual([])
    connection.setHidden(false)
    await settle()
    expect(open()).toHaveLength(1)
    stop()
    await settle()
    expect(open()).toEqual([])
  })

  test('that takes longer to open than the age allows for has its first listeners load again', async () => {
    const { connection, clock, streams, settle } = server()
    const [early, late] = [listener('coach-slots:maya'), listener('booking:1')]
    connection.listen(early)
    await settle()
    clock.ms += 14_000
    streams[0]?.say('ready')
    connection.listen(late)
    await settle()
    clock.ms += 16_000
    streams[1]?.say('ready')
    expect(early.onReady.mock.calls).toEqual([[true]])
    expect(late.onReady.mock.calls).toEqual([[false]])
  })

  test('sends the age of the page’s data: the page’s own at first, then of later updates', async () => {
    const { connection, clock, streams, settle } = server()
    connection.setHidden(true)
    connection.listen(listener('user:me'))
    await settle()
    clock.ms = 90_000
    connection.setHidden(false)
    await settle()
    streams[0]?.say('ready')
    clock.ms = 120_000
    connection.listen(listener('booking:1'))
    clock.ms = 120_300
    await settle()
    streams[1]?.say('ready')
    // A listener that was connected before reloads everything, so it does not need the changes.
    connection.setHidden(true)
    await settle()
    connection.setHidden(false)
    await settle()
    expect(streams.map(({ age }) => age)).toEqual(['105000', '15300', null])
  })
})

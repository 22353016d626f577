import { beforeEach, expect, test, vi } from 'vitest'
import type { ActOutcome } from '../schema.ts'
import { actOnRow } from './row-act.tsx'

const call = vi.hoisted(() => vi.fn<(input: object) => Promise<ActOutcome>>())
vi.mock('../client.ts', () => ({ backOfficeClient: { act: { call } } }))

beforeEach(() => {
  call.mockReset()
})

const markAsNotified = () =>
  actOnRow({ list: 'waitlist', act: 'notify', rowId: 'sam', done: 'Marked as notified' })

test('an admin marks a person on the waitlist as notified', async () => {
  call.mockResolvedValue({ ok: true, changed: ['sam'] })
  expect(await markAsNotified()).toEqual({ isDone: true, title: 'Marked as notified' })
  expect(call).toHaveBeenCalledWith(expect.objectContaining({ ids: ['sam'], shown: 1 }))
})

test('a person whom another admin has marked in the meantime was not marked now', async () => {
  const unchanged = {
    isDone: false,
    title: 'Nothing was changed',
    text: 'The row was changed or removed in the meantime.',
  }
  call.mockResolvedValue({ ok: true, changed: [] })
  expect(await markAsNotified()).toEqual(unchanged)
  call.mockResolvedValue({ ok: false, reason: 'count_differs', count: 0 })
  expect(await markAsNotified()).toEqual(unchanged)
})

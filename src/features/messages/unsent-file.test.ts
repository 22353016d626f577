import { expect, test } from 'vitest'
import { DAY } from '#platform/duration.ts'
import { hasRoom, isForgotten, unsentLimits } from './unsent-file.ts'

const kept = (...sizes: number[]) => sizes.map((size) => ({ bytes: { size } }))

test('a browser stores a limited number of bytes and files', () => {
  expect(hasRoom([], unsentLimits.bytes)).toBe(true)
  expect(hasRoom([], unsentLimits.bytes + 1)).toBe(false)
  expect(hasRoom(kept(unsentLimits.bytes - 10), 10)).toBe(true)
  expect(hasRoom(kept(unsentLimits.bytes - 10), 11)).toBe(false)
  const many = kept(...Array.from({ length: unsentLimits.files }, () => 1))
  expect(hasRoom(many.slice(1), 1)).toBe(true)
  expect(hasRoom(many, 1)).toBe(false)
})

test('files of sent or discarded messages are deleted, pending ones never, drafts after a month', () => {
  const file = (id: string, isDraft: boolean, age = 0) => ({ id, isDraft, keptAt: 100 * DAY - age })
  const queued = new Set(['waiting'])
  const forgotten = (one: ReturnType<typeof file>) => isForgotten(one, queued, 100 * DAY)
  expect(forgotten(file('waiting', false, 90 * DAY))).toBe(false)
  // Sent just now: the outbox contained it before it stopped being a draft.
  expect(forgotten(file('waiting', true))).toBe(false)
  expect(forgotten(file('sent', false))).toBe(true)
  expect(forgotten(file('begun', true, 29 * DAY))).toBe(false)
  expect(forgotten(file('begun', true, 31 * DAY))).toBe(true)
})

import { expect, test } from 'vitest'
import { isUuid, isUuidInAnyCase, uuidV4, uuidV7 } from './uuid.ts'

test('is a UUID of version 7 that begins with its time', () => {
  expect(uuidV7()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const time = uuidV7(1_234_567_890_123).replace('-', '').slice(0, 12)
  expect(Number.parseInt(time, 16)).toBe(1_234_567_890_123)
})

test('sorts by time and never repeats within a millisecond', () => {
  expect(uuidV7(1_000) < uuidV7(2_000)).toBe(true)
  expect(new Set(Array.from({ length: 1_000 }, () => uuidV7(5))).size).toBe(1_000)
})

test('recognizes ids in our format, and in any case where asked', () => {
  const id = uuidV4()
  expect([isUuid(id), isUuidInAnyCase(id)]).toEqual([true, true])
  const upper = uuidV7(1_795_910_400_000).toUpperCase()
  expect([isUuid(upper), isUuidInAnyCase(upper)]).toEqual([false, true])
  for (const text of ['', '-'.repeat(36), `${id} `, `x${id}`, id.replaceAll('-', '')])
    expect([isUuid(text), isUuidInAnyCase(text)], text).toEqual([false, false])
})

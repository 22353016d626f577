import { expect, test } from 'vitest'
import { uuidV7 } from './uuid.ts'

test('is a UUID of version 7 that begins with its time', () => {
  expect(uuidV7()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const time = uuidV7(1_234_567_890_123).replace('-', '').slice(0, 12)
  expect(Number.parseInt(time, 16)).toBe(1_234_567_890_123)
})

test('sorts by time and never repeats within a millisecond', () => {
  expect(uuidV7(1_000) < uuidV7(2_000)).toBe(true)
  expect(new Set(Array.from({ length: 1_000 }, () => uuidV7(5))).size).toBe(1_000)
})

import { expect, test } from 'vitest'
import { isDayPart, waitFor } from './cancellation-list.ts'

const HOUR = 3_600_000

test('the wait is shorter as the lesson comes nearer, and ends two hours before it', () => {
  const minutes = (hours: number) => {
    const wait = waitFor(hours * HOUR)
    return wait && wait / 60_000
  }
  expect([200, 72, 71.9, 24, 23.9, 6, 5.9, 2].map(minutes)).toEqual([120, 120, 60, 60, 30, 30, 15, 15])
  expect([1.9, 0, -5].map(minutes)).toEqual([null, null, null])
})

test('every hour is in one part of the day', () => {
  for (let hour = 0; hour < 24; hour++) {
    const parts = (['morning', 'afternoon', 'evening'] as const).filter((part) => isDayPart(part, hour))
    expect(parts, `${hour}:00`).toHaveLength(1)
    expect(isDayPart('any', hour)).toBe(true)
  }
  expect([isDayPart('morning', 11), isDayPart('afternoon', 12), isDayPart('evening', 17)]).toEqual([
    true,
    true,
    true,
  ])
})

import { expect, test } from 'vitest'
import { HOUR } from '#platform/duration.ts'
import { datesWords, isDayPart, waitFor } from './cancellation-list.ts'

test('the waiting time shrinks as the lesson comes closer, and ends two hours before it', () => {
  const minutes = (hours: number) => {
    const wait = waitFor(hours * HOUR)
    return wait && wait / 60_000
  }
  expect([200, 72, 71.9, 24, 23.9, 6, 5.9, 2].map(minutes)).toEqual([120, 120, 60, 60, 30, 30, 15, 15])
  expect([1.9, 0, -5].map(minutes)).toEqual([null, null, null])
})

test('every hour belongs to one part of the day', () => {
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

test('a date range shows the year once, or on both dates', () => {
  expect(datesWords('2026-11-24', '2026-11-24')).toBe('November 24, 2026')
  expect(datesWords('2026-11-24', '2026-11-30')).toBe('November 24 – November 30, 2026')
  expect(datesWords('2026-12-28', '2027-01-03')).toBe('December 28, 2026 – January 3, 2027')
})

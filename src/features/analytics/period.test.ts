import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#platform/time.ts'
import { changeSince, daysBefore, lengthOf, periodDays, periods, readPeriod } from './period.ts'

test('a period ends today, has its length, and the previous period ends where it begins, across leap days and years', () => {
  const day = fc.integer({ min: 0, max: 4_000 }).map((n) => addDays('2024-01-01', n))
  fc.assert(
    fc.property(day, fc.constantFrom(...periods), (today, period) => {
      const days = periodDays(period, today)
      expect(days.to).toBe(today)
      expect(lengthOf(days)).toBe(period)
      const before = daysBefore(days)
      expect(lengthOf(before)).toBe(period)
      expect(addDays(before.to, 1)).toBe(days.from)
    }),
  )
})

test('a URL selects one of the periods, or the default', () => {
  expect([readPeriod('90'), readPeriod('8'), readPeriod(undefined), readPeriod('90 ')]).toEqual([
    90, 28, 28, 28,
  ])
})

test('a change in a figure is described in words', () => {
  expect([changeSince(100, 112), changeSince(100, 40), changeSince(3, 3), changeSince(0, 5)]).toEqual([
    '+12%',
    '−60%',
    'no change',
    null,
  ])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#platform/time.ts'
import { inOrder, isMet, progressOf } from './goal.ts'
import { lastDays, mondayOf, practiceOf } from './practice.ts'

const sunday = '2026-11-22'
const days = (...back: number[]) => back.map((n) => addDays(sunday, -n))

test('a week begins on Monday', () => {
  expect([mondayOf(sunday), mondayOf('2026-11-16'), mondayOf('2026-11-23')]).toEqual([
    '2026-11-16',
    '2026-11-16',
    '2026-11-23',
  ])
})

test('the current week does not break a streak, and counts once it is complete', () => {
  const lastWeek = days(7, 8, 9)
  expect(practiceOf(lastWeek, 3, sunday)).toEqual({ thisWeek: 0, weeksInARow: 1, days: 3 })
  expect(practiceOf([...lastWeek, ...days(0, 1)], 3, sunday)).toMatchObject({ thisWeek: 2, weeksInARow: 1 })
  expect(practiceOf([...lastWeek, ...days(0, 1, 2)], 3, sunday)).toMatchObject({ weeksInARow: 2 })
})

test('a week with a missed day ends the streak, and future days do not count', () => {
  expect(practiceOf(days(7, 8, 14, 15, 16), 3, sunday).weeksInARow).toBe(0)
  expect(practiceOf([addDays(sunday, 1)], 1, sunday)).toEqual({ thisWeek: 0, weeksInARow: 0, days: 0 })
})

test('checking one more day never shortens a streak', () => {
  const back = fc.integer({ min: 0, max: 60 })
  fc.assert(
    fc.property(fc.array(back), back, fc.integer({ min: 1, max: 7 }), (ticked, more, times) => {
      const before = practiceOf(days(...ticked), times, sunday).weeksInARow
      expect(practiceOf(days(...ticked, more), times, sunday).weeksInARow).toBeGreaterThanOrEqual(before)
    }),
  )
})

test('the last days end today', () => {
  expect(lastDays(sunday, 3)).toEqual(['2026-11-20', '2026-11-21', sunday])
})

test('progress goes from the first value to the target, in either direction', () => {
  const values = (...list: number[]) => list.map((value, at) => ({ value, on: addDays(sunday, at) }))
  const lower = { target: 89, moreIsBetter: false }
  expect(progressOf(lower, values(101, 95))).toBe(0.5)
  expect(progressOf(lower, values(101, 104))).toBe(0)
  expect(progressOf(lower, values(101, 88))).toBe(1)
  expect(progressOf({ target: 96, moreIsBetter: true }, values(90))).toBe(0)
  expect(progressOf({ target: null, moreIsBetter: true }, values(90, 95))).toBeNull()
  expect(progressOf(lower, [])).toBeNull()
  expect([isMet(lower, 89), isMet(lower, 90)]).toEqual([true, false])
  expect(inOrder([...values(1, 2)].toReversed()).map(({ value }) => value)).toEqual([1, 2])
})

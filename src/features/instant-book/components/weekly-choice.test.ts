import { expect, test } from 'vitest'
import { countWeeks, whyNotWeekly } from './weekly-choice.ts'

test.each([
  ['one lesson only', null, 12, null],
  ['the chosen weeks', 6, 12, 6],
  ['as many as a package has left', 6, 4, 4],
  ['one lesson from a package with one left', 6, 1, null],
])('%s', (_, chosen, most, count) => {
  expect(countWeeks(chosen, most)).toBe(count)
})

test.each([
  ['weeks that are still loading', null, false, /^The weeks are still loading/],
  ['weeks that could not be loaded', null, true, /^We could not load the weeks/],
  ['too few free weeks', 1, false, /^Too few of these weeks are free/],
])('%s cannot be booked, and the reason is named', (_, lessons, isFailed, reason) => {
  expect(whyNotWeekly(lessons, isFailed)).toMatch(reason)
})

test('two free weeks can be booked', () => {
  expect(whyNotWeekly(2, false)).toBeNull()
})

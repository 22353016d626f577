import { expect, test } from 'vitest'
import { countWeeks } from './weekly-choice.ts'

test.each([
  ['one lesson only', null, 12, null],
  ['the chosen weeks', 6, 12, 6],
  ['as many as a package has left', 6, 4, 4],
  ['one lesson from a package with one left', 6, 1, null],
])('%s', (_, chosen, most, count) => {
  expect(countWeeks(chosen, most)).toBe(count)
})

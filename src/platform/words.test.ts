import { expect, test } from 'vitest'
import { countOf, listOf } from './words.ts'

test('a noun takes an s unless there is one', () => {
  expect([0, 1, 2].map((count) => countOf(count, 'weekly lesson'))).toEqual([
    '0 weekly lessons',
    '1 weekly lesson',
    '2 weekly lessons',
  ])
})

test('a list has a word before its last item', () => {
  expect(listOf([])).toBe('')
  expect(listOf(['Emma'])).toBe('Emma')
  expect(listOf(['Emma', 'Leo'])).toBe('Emma and Leo')
  expect(listOf(['Emma', 'Leo', 'Max'], 'or')).toBe('Emma, Leo or Max')
})

import { expect, test } from 'vitest'
import { leftOutOfFile, leftOutOfSession } from './left-out.ts'

test('a session lists the first hundred lines that were left out, and says so', () => {
  expect(leftOutOfFile(0)).toBeUndefined()
  expect(leftOutOfFile(1)).toBe('1 line left out. The session lists it.')
  expect(leftOutOfFile(100)).toBe('100 lines left out. The session lists them.')
  expect(leftOutOfFile(180)).toBe('180 lines left out. The session lists the first 100.')
  expect(leftOutOfSession(1)).toBe('1 line left out')
  expect(leftOutOfSession(99)).toBe('99 lines left out')
  expect(leftOutOfSession(100)).toBe('The first 100 lines left out')
})

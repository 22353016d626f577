import { expect, test } from 'vitest'
import { sentAs, statusAfterReply } from './support.ts'

test.each([
  ['open', true, 'in_progress'],
  ['in_progress', true, 'in_progress'],
  ['closed', true, 'closed'],
  ['open', false, 'open'],
  ['in_progress', false, 'in_progress'],
  ['closed', false, 'open'],
] as const)('a ticket that is %s, after our answer (%s), is %s', (before, isStaff, after) => {
  expect(statusAfterReply(before, isStaff)).toBe(after)
})

test('a text that is sent again keeps its id, and a corrected one gets another', () => {
  const first = sentAs('My lesson is on Friday', null)
  expect(sentAs('My lesson is on Friday', first)).toBe(first)
  const corrected = sentAs('My lesson is on Thursday', first)
  expect(corrected.content).toBe('My lesson is on Thursday')
  expect(corrected.clientId).not.toBe(first.clientId)
})

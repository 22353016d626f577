import { expect, test } from 'vitest'
import { statusAfterReply } from './support.ts'

test.each([
  ['open', true, 'in_progress'],
  ['in_progress', true, 'in_progress'],
  ['closed', true, 'closed'],
  ['open', false, 'open'],
  ['in_progress', false, 'open'],
  ['closed', false, 'open'],
] as const)('a ticket that is %s, after a reply (by staff: %s), is %s', (before, isStaff, after) => {
  expect(statusAfterReply(before, isStaff)).toBe(after)
})

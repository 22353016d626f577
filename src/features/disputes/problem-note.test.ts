import { expect, test } from 'vitest'
import { wordsFor } from './problem-note.tsx'

test('a settled problem does not promise a refund that was not made', () => {
  const resolved = { status: 'resolved', share: 'held', refundedCents: 0 } as const
  expect(wordsFor(resolved, 'student')).toBe(
    'Settled in your favor. Money that goes back to you is listed under Money.',
  )
})

test('a rejected problem does not deny a refund that was made', () => {
  const rejected = { status: 'rejected', share: 'sent', refundedCents: 0 } as const
  const after = { ...rejected, refundedCents: 4_250 }
  expect(wordsFor(rejected, 'student')).toContain('We found no reason for a refund.')
  expect(wordsFor(rejected, 'coach')).toContain('You keep your share.')
  for (const side of ['student', 'coach'] as const)
    expect(wordsFor(after, side)).toContain('We found no reason for a further refund.')
  expect(wordsFor(after, 'coach')).not.toContain('your share')
})

test('a problem with a lesson that was not paid here says nothing about a share', () => {
  for (const status of ['pending', 'resolved', 'rejected'] as const) {
    const problem = { status, share: 'none', refundedCents: 0 } as const
    expect(wordsFor(problem, 'coach')).not.toContain('share')
    expect(wordsFor(problem, 'student')).not.toMatch(/paid|money/i)
  }
})

test('a problem that is settled by a full refund, after which no share is left, says where the money is listed', () => {
  const refunded = { status: 'resolved', share: 'none', refundedCents: 8_500 } as const
  for (const side of ['student', 'coach'] as const)
    expect(wordsFor(refunded, side)).toContain('listed under Money')
})

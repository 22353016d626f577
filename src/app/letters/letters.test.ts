import { expect, test } from 'vitest'
import { COMPLETES_AFTER_HOURS } from '#features/bookings/completion/completion.ts'
import { payoutLine } from '#features/lesson-letters/letter-words.ts'
import { PAID_OUT_AFTER_HOURS } from '#features/payouts/payout.ts'
import { formatHours } from '#platform/time.ts'

test('the email about a new lesson says when the payout is sent', () => {
  const [taught, untold] = [PAID_OUT_AFTER_HOURS, COMPLETES_AFTER_HOURS + PAID_OUT_AFTER_HOURS].map(
    formatHours,
  )
  expect(payoutLine('your share')).toBe(
    `We send your share ${taught} after you mark the lesson as taught, or ${untold} after the lesson if you do nothing.`,
  )
})

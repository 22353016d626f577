import { coachShare } from '#features/ledger/fee.ts'
import {
  type Lines,
  paidLines,
  refundDueLines,
  refundedLines,
  releasedLines,
} from '#features/ledger/ledger.ts'
import { payoutDueAt } from '#features/payouts/payout.ts'
import { HOUR } from '#platform/duration.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Lesson } from './rows.ts'

/** What the tables of money hold about the demo's lessons, under the columns' own names. Instants in milliseconds. */
export interface Books {
  transactions: { id: string; business_key: string; kind: string; booking_id: string; occurred_at: number }[]
  lines: { transaction_id: string; account: string; amount_cents: number }[]
  refunds: {
    id: string
    payment_id: string
    booking_id: string
    business_key: string
    amount_cents: number
    reason: 'student' | 'coach'
    status: 'sent'
    provider_refund_id: string
    requested_at: number
    sent_at: number
  }[]
  payouts: {
    id: string
    booking_id: string
    instructor_id: string
    due_at: number
    status: 'held' | 'sent'
    amount_cents: number | null
    provider_account_id: string | null
    provider_transfer_id: string | null
    sent_at: number | null
  }[]
}

/** The demo's own name of a coach's account at the processor, and of the transfer for a lesson. */
export const demoAccount = (coachId: string) => `acct_demo_${coachId.replaceAll('-', '')}`
const demoTransfer = (bookingId: string) => `tr_demo_${bookingId.replaceAll('-', '')}`

/**
 * Keeps the books of lessons as the product would have: paid, refunded by the terms, sent to the coach a day after completion.
 * @param now milliseconds since 1970, UTC
 */
export function keepBooks(lessons: readonly Lesson[], now: number): Books {
  const books: Books = { transactions: [], lines: [], refunds: [], payouts: [] }
  for (const lesson of lessons) enter(books, lesson, now)
  return books
}

function enter(books: Books, { booking, payment, problem }: Lesson, now: number) {
  if (!payment) return
  const { id: booking_id, instructor_id } = booking
  const { amount_cents, refunded_cents } = payment
  post(books, `paid:${booking_id}`, 'paid', booking_id, payment.paid_at, paidLines(amount_cents))
  if (refunded_cents > 0 && booking.cancelled_at && booking.cancel_reason) {
    const key = `cancelled:${booking_id}`
    const id = uuidV8(`demo ${key}`)
    const requested_at = booking.cancelled_at
    const sent_at = Math.min(requested_at + 60_000, now)
    books.refunds.push({
      id,
      payment_id: payment.id,
      booking_id,
      business_key: key,
      amount_cents: refunded_cents,
      reason: booking.cancel_reason,
      status: 'sent',
      provider_refund_id: `none:${id}`,
      requested_at,
      sent_at,
    })
    const due = refundDueLines(amount_cents, refunded_cents)
    post(books, `refund_due:${id}`, 'refund_due', booking_id, requested_at, due)
    const back = refundedLines(refunded_cents)
    post(books, `refunded:${booking_id}:${refunded_cents}`, 'refunded', booking_id, sent_at, back)
  }
  const closedAt =
    booking.status === 'cancelled'
      ? Math.max(booking.cancelled_at ?? 0, booking.lesson_end)
      : booking.completed_at
  const share = coachShare(amount_cents - refunded_cents)
  if (closedAt === null || share <= 0) return
  const due_at = payoutDueAt(closedAt)
  const isSent = due_at < now - HOUR && !problem
  const id = uuidV8(`demo payout ${booking_id}`)
  books.payouts.push({
    id,
    booking_id,
    instructor_id,
    due_at,
    status: isSent ? 'sent' : 'held',
    amount_cents: isSent ? share : null,
    provider_account_id: isSent ? demoAccount(instructor_id) : null,
    provider_transfer_id: isSent ? demoTransfer(booking_id) : null,
    sent_at: isSent ? due_at : null,
  })
  if (isSent) post(books, `released:${id}`, 'released', booking_id, due_at, releasedLines(share))
}

function post(
  books: Books,
  business_key: string,
  kind: string,
  booking_id: string,
  occurred_at: number,
  lines: Lines,
) {
  const id = uuidV8(`demo ledger ${business_key}`)
  books.transactions.push({ id, business_key, kind, booking_id, occurred_at })
  for (const [account, amount_cents] of Object.entries(lines))
    if (amount_cents !== 0) books.lines.push({ transaction_id: id, account, amount_cents })
}

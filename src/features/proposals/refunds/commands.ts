import { sql } from 'drizzle-orm'
import { announceRefund } from '#features/bookings/payment/emails.ts'
import type { HeldPayment } from '#features/bookings/payment/queries.ts'
import { postToLedger } from '#features/payouts/ledger/commands.ts'
import { type Lines, refundedLines } from '#features/payouts/ledger/ledger.ts'
import { readBalances } from '#features/payouts/ledger/queries.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'

/**
 * The processor gave money of a package's payment back: all of it so far. It settles what is owed for single lessons and
 * for an ended package, in that order; what nobody here asked for, an operator's refund on the processor's own pages, is
 * borne by the platform until somebody decides otherwise.
 */
export async function recordPackageRefund(
  services: Pick<Services, 'jobs' | 'env' | 'clock'>,
  tx: Queryable,
  payment: HeldPayment,
  refundedCents: Cents,
): Promise<'refunded' | 'nothing_to_do'> {
  const whole = await tx.execute<{ booking_id: string; amount_cents: number; refunded_cents: number }>(sql`
    select booking_id, amount_cents, refunded_cents from payments where id = ${payment.id} for update`)
  const paid = whole.rows[0]
  if (!paid) return 'nothing_to_do'
  const total = Math.min(refundedCents, paid.amount_cents)
  let left = total - paid.refunded_cents
  if (left <= 0) return 'nothing_to_do'
  await tx.execute(sql`
    update payments set refunded_cents = ${total}, updated_at = now(),
      payment_status = ${total >= paid.amount_cents ? 'refunded' : 'partially_refunded'} where id = ${payment.id}`)
  const post = (bookingId: string, kind: 'refunded' | 'refund_due', lines: Lines) =>
    postToLedger(tx, {
      key: `${kind}:${bookingId}:${total}`,
      kind,
      bookingId,
      at: services.clock.now(),
      lines,
    })
  const lessons = await tx.execute<{ id: string }>(sql`
    select id from bookings where package_id = ${payment.packageId} order by id = ${paid.booking_id}, lesson_date, id`)
  for (const { id } of lessons.rows) {
    const cents = Math.min(left, -(await readBalances(tx, id)).refunds_due)
    if (cents <= 0) continue
    left -= cents
    await post(id, 'refunded', refundedLines(cents))
  }
  if (left > 0) {
    const lines = { platform_fee: left, processor_cash: -left }
    await post(paid.booking_id, 'refund_due', lines)
  }
  await announceRefund(services, tx, paid.booking_id, total)
  return 'refunded'
}

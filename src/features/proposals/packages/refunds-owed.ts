import { sql } from 'drizzle-orm'
import { settlingOfT } from '#features/ledger/queries.ts'
import type { RefundReason } from '#features/payments/refund.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'

/** What is owed back of a package's payment for one lesson, or for the lessons never taken. */
export interface Owed {
  bookingId: string
  isOfPackage: boolean
  cents: Cents
  /** Why; null for what nobody here asked for. */
  reason: RefundReason | null
}

/**
 * What is owed back and was not sent yet, that of exactly an amount first, then in the order in which it was sent.
 * The caller holds the lessons and the payment.
 */
export async function listOwed(
  tx: Queryable,
  { paymentId, packageId, exactly }: { paymentId: string; packageId: string; exactly: Cents },
): Promise<Owed[]> {
  // Raw: what was asked back beside what the books say was settled.
  const found = await tx.execute<{
    booking_id: string
    is_of_package: boolean
    asked: string
    settled: string
    reason: RefundReason
  }>(sql`
    select r.booking_id, r.is_of_package, sum(r.amount_cents)::text as asked, max(r.reason) as reason,
      coalesce((select sum(l.amount_cents) from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
        where t.booking_id = r.booking_id and ${settlingOfT.isSettling} and l.account = 'refunds_due'
          and (${settlingOfT.isOfPackage}) = r.is_of_package), 0)::text as settled
    from (select *, business_key = ${`package_ended:${packageId}`} as is_of_package
      from payment_refunds where payment_id = ${paymentId}) r
    group by r.booking_id, r.is_of_package
    order by bool_or(r.amount_cents = ${exactly}) desc, min(r.sent_at) nulls last, min(r.requested_at), r.booking_id`)
  const owed = found.rows.map((row) => ({
    bookingId: row.booking_id,
    isOfPackage: row.is_of_package,
    cents: Number(row.asked) - Number(row.settled),
    reason: row.reason,
  }))
  return owed.filter(({ cents }) => cents > 0)
}

/** One sum for each lesson, and one for the package's own. */
export function joined(all: readonly Owed[]): Owed[] {
  const sums = new Map<string, Owed>()
  for (const one of all) {
    const key = `${one.bookingId} ${one.isOfPackage}`
    sums.set(key, { ...one, cents: one.cents + (sums.get(key)?.cents ?? 0) })
  }
  return [...sums.values()]
}

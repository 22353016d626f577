import { sql } from 'drizzle-orm'
import { bookings } from '#features/bookings/tables.ts'
import { moneyOfRefund } from '#features/checkout/sale-rules.ts'
import { idOfMoney, type MoneyOf } from '#features/ledger/ledger.ts'
import { settlingOfT } from '#features/ledger/queries.ts'
import type { RefundReason } from '#features/payments/refund.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'

/** A refund owed from a package's payment, for one lesson or for the unused lessons. */
export interface Owed {
  /** The lesson, or what the package's payment belongs to in the books. */
  of: MoneyOf
  isOfPackage: boolean
  cents: Cents
  /** The reason; null for refunds that were not requested here. */
  reason: RefundReason | null
}

/**
 * Refunds that are owed but not sent yet: first a refund of exactly the given amount, then in the order they
 * were requested. The caller must hold the locks on the lessons and the payment.
 */
export async function listOwed(
  tx: Queryable,
  { paymentId, packageId, exactly }: { paymentId: string; packageId: string; exactly: Cents },
): Promise<Owed[]> {
  // Raw: the ledger balance of refunds due, with the processor requests for them. Refunds that were not
  // requested here are in the ledger twice, as due and as settled, and do not change the balance.
  const found = await tx.execute<{
    booking_id: string | null
    is_of_package: boolean
    cents: string
    reason: RefundReason | null
  }>(sql`
    select due.booking_id, due.is_of_package, due.cents::text as cents, asked.reason
    from (select t.booking_id, t.kind = 'package_ended' or ${settlingOfT.isOfPackage} as is_of_package, -sum(l.amount_cents) as cents
      from (
        select t.* from ${bookings} b join ledger_transactions t on t.booking_id = b.id where b.package_id = ${packageId}
        union all select t.* from ledger_transactions t where t.payment_id = ${paymentId}
      ) t
      join ledger_lines l on l.transaction_id = t.id and l.account = 'refunds_due'
      group by 1, 2 having sum(l.amount_cents) < 0) due
    left join lateral (select max(r.reason) as reason, bool_or(r.amount_cents = ${exactly}) as is_exact, min(r.sent_at) as sent_at,
        min(r.requested_at) as requested_at
      from payment_refunds r where r.payment_id = ${paymentId} and r.booking_id is not distinct from due.booking_id
        and (r.business_key in (${`package_ended:${packageId}`}, ${`package_ended:${packageId}:gift`})) = due.is_of_package) asked on true
    order by asked.is_exact desc nulls last, asked.sent_at nulls last, asked.requested_at, due.booking_id`)
  return found.rows.map((row) => ({
    of: moneyOfRefund({ bookingId: row.booking_id, paymentId }),
    isOfPackage: row.is_of_package,
    cents: Number(row.cents),
    reason: row.reason,
  }))
}

/** Sums up refunds by lesson, and for the package itself. */
export function joined(all: readonly Owed[]): Owed[] {
  const sums = new Map<string, Owed>()
  for (const one of all) {
    const key = `${idOfMoney(one.of)} ${one.isOfPackage}`
    sums.set(key, { ...one, cents: one.cents + (sums.get(key)?.cents ?? 0) })
  }
  return [...sums.values()]
}

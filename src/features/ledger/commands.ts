import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { LedgerKind, Lines, MoneyOf } from './ledger.ts'

/**
 * Writes one transaction into the books, once a key; the database refuses it at the end of the transaction when its lines
 * do not sum to nothing. Lines of nothing are left out; a transaction without any is not written.
 * @param entry.key names the business event; entry.at is in milliseconds since 1970, UTC
 * @returns false when the books had it already
 */
export async function postToLedger(
  tx: Queryable,
  entry: MoneyOf & { key: string; kind: LedgerKind; at: number; lines: Lines },
): Promise<boolean> {
  const lines = Object.entries(entry.lines).filter(([, cents]) => cents !== 0)
  if (lines.length === 0) return false
  const bookingId = 'paymentId' in entry ? null : entry.bookingId
  const paymentId = 'paymentId' in entry ? entry.paymentId : null
  // Raw: a transaction and its lines are one statement, so that both are written or neither.
  const posted = await tx.execute(sql`
    with posted as (
      insert into ledger_transactions (business_key, kind, booking_id, payment_id, occurred_at)
      values (${entry.key}, ${entry.kind}, ${bookingId}, ${paymentId}, ${new Date(entry.at)})
      on conflict (business_key) do nothing returning id
    )
    insert into ledger_lines (transaction_id, account, amount_cents)
    select posted.id, line.account, line.cents from posted,
      (values ${sql.join(
        lines.map(([account, cents]) => sql`(${account}::text, ${cents}::integer)`),
        sql`, `,
      )}) as line (account, cents)
    returning account`)
  return posted.rows.length > 0
}

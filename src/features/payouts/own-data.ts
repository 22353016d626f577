import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { formatMoney } from '#platform/money.ts'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const payoutsOwnData: OwnData = {
  /** Money that was earned and not sent yet needs somebody to be sent to. */
  async whyStay(tx, userId) {
    const cents = await readOwed(tx, userId)
    if (cents <= 0) return null
    return new AppError(
      'conflict',
      'payouts_owed',
      `${formatMoney(cents)} is still on its way to you. Try again when it has arrived. Earnings & Payouts shows the date.`,
    )
  },

  export: (db, id) =>
    readParts(db, {
      payouts: sql`
        select booking_id, package_id is not null as for_lessons_not_taken, round(amount_cents / 100.0, 2) as amount, status,
          due_at, sent_at from payouts
        where instructor_id = ${id} order by created_at`,
      payout_account: sql`
        select provider_account_id, status, created_at from payout_accounts where instructor_id = ${id}`,
    }),
}

/** What was earned and not sent yet, in cents. */
async function readOwed(tx: Queryable, userId: string): Promise<number> {
  const owed = await tx.execute<{ cents: number }>(sql`
    select (coalesce(-sum(l.amount_cents), 0) + (select coalesce(sum(k.rest_cents), 0)
      from payouts o join lesson_packages k on k.id = o.package_id
      where o.instructor_id = ${userId}::uuid and o.status in ('held', 'sending')))::int as cents
    from bookings b join ledger_transactions t on t.booking_id = b.id join ledger_lines l on l.transaction_id = t.id
    where b.instructor_id = ${userId}::uuid and l.account = 'coach_held'`)
  return owed.rows[0]?.cents ?? 0
}

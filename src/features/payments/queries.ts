import { and, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { paymentRefunds as refunds } from './tables.ts'

/** Whether a refund came back from the bank and goes out again by itself, or waits for a person; null when none did. */
export function returnedRefund(db: Queryable, which: SQL) {
  const waiting = db
    .select({ state: sql`case when bool_or(${refunds.status} = 'failed') then 'waits' else 'retried' end` })
    .from(refunds)
    .where(and(which, ne(refunds.status, 'sent'), gt(refunds.attempts, 0)))
    .having(sql`count(*) > 0`)
  return sql<'retried' | 'waits' | null>`(${waiting})`
}

/**
 * Refunds of a booking that came back and are not out again: what they are of, when they go out (null when a person decides)
 * and since when they wait; instants in milliseconds since 1970, UTC.
 */
export async function listWaitingRefunds(
  db: Queryable,
  bookingId: string,
): Promise<{ amountCents: Cents; retryAt: number | null; since: number }[]> {
  const waiting = await db
    .select({
      amountCents: refunds.amountCents,
      status: refunds.status,
      retryAt: refunds.retryAt,
      since: refunds.requestedAt,
    })
    .from(refunds)
    .where(
      and(
        eq(refunds.bookingId, bookingId),
        inArray(refunds.status, ['requested', 'failed']),
        gt(refunds.attempts, 0),
      ),
    )
    .orderBy(refunds.requestedAt, refunds.id)
  // One without a day was asked for anew by an admin, and goes out now.
  return waiting.map(({ status, retryAt, since, amountCents }) => ({
    amountCents,
    retryAt: status === 'failed' ? null : (retryAt ?? since),
    since,
  }))
}

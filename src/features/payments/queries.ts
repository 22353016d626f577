import { and, eq, gt, inArray, isNull, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { MoneyOf } from '#features/ledger/ledger.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import type { SoldAs } from './sold-as.ts'
import { paymentRefunds as refunds } from './tables.ts'

/** What a payment without a booking is for, in a statement: `Video Review`. */
export const saleTitleIn = (kind: SQLWrapper) => sql<string>`initcap(replace(${kind}, '_', ' '))`

/** What a payment is for (`sold-as.ts`), in a statement; a seat in a clinic has the id of the clinic, and a lesson may have no payment. */
export const soldAsIn = ({ clinicId, kind }: { clinicId: SQLWrapper; kind: SQLWrapper }) =>
  sql<SoldAs>`case when ${clinicId} is null then coalesce(${kind}, 'lesson') else 'clinic_seat' end`

/** Condition: refunds of a lesson, or of a payment without a booking. */
export const isRefundOf = (of: MoneyOf) =>
  'paymentId' in of
    ? and(eq(refunds.paymentId, of.paymentId), isNull(refunds.bookingId))
    : eq(refunds.bookingId, of.bookingId)

/**
 * Whether a refund that came back will be retried automatically or waits for an admin; null when no refund
 * came back.
 */
export function returnedRefund(db: Queryable, which: SQL) {
  const waiting = db
    .select({ state: sql`case when bool_or(${refunds.status} = 'failed') then 'waits' else 'retried' end` })
    .from(refunds)
    .where(and(which, ne(refunds.status, 'sent'), gt(refunds.attempts, 0)))
    .having(sql`count(*) > 0`)
  return sql<'retried' | 'waits' | null>`(${waiting})`
}

/**
 * Lists refunds of a lesson or a payment that came back and were not sent again yet: amount, next attempt (null when an
 * admin decides), and since when they wait; instants in milliseconds since 1970, UTC.
 */
export async function listWaitingRefunds(
  db: Queryable,
  of: MoneyOf,
): Promise<{ amountCents: Cents; retryAt: number | null; since: number }[]> {
  const waiting = await db
    .select({
      amountCents: refunds.amountCents,
      status: refunds.status,
      retryAt: refunds.retryAt,
      since: refunds.requestedAt,
    })
    .from(refunds)
    .where(and(isRefundOf(of), inArray(refunds.status, ['requested', 'failed']), gt(refunds.attempts, 0)))
    .orderBy(refunds.requestedAt, refunds.id)
  // A refund without a retry time was requested again by an admin and is sent now.
  return waiting.map(({ status, retryAt, since, amountCents }) => ({
    amountCents,
    retryAt: status === 'failed' ? null : (retryAt ?? since),
    since,
  }))
}

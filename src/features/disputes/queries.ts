import { and, eq, inArray, sql } from 'drizzle-orm'
import type { DisputeStatus } from '#features/bookings/problem-window.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { toIso } from '#platform/time.ts'
import type { DisputeReason, ShareState } from './dispute.ts'
import type { LessonProblem } from './schema.ts'
import { paymentDisputes } from './tables.ts'

/** What the student reported about a lesson; null when she reported nothing. */
export async function findReportedProblem(db: Queryable, bookingId: string): Promise<LessonProblem | null> {
  const found = await db.execute<{
    dispute_reason: DisputeReason
    status: DisputeStatus
    payment_amount: number
    dispute_details: string | null
    coach_answer: string | null
    share: ShareState
    created: string
    resolved: string | null
  }>(sql`
    select dispute_reason, status, payment_amount, dispute_details, coach_answer,
      coalesce((select case when o.status in ('sent', 'sending') then 'sent' when o.status = 'held' then 'held' else 'none' end from payouts o
        where o.booking_id = payment_disputes.booking_id and o.package_id is null), 'held') as share, extract(epoch from created_at) * 1000 as created,
      case when status in ('resolved', 'rejected') then extract(epoch from resolved_at) * 1000 end as resolved
    from payment_disputes where booking_id = ${bookingId} and source = 'student'`)
  const row = found.rows[0]
  if (!row) return null
  return {
    reason: row.dispute_reason,
    status: row.status,
    amountCents: row.payment_amount,
    details: row.dispute_details,
    answer: row.coach_answer,
    share: row.share,
    reportedAt: toIso(Math.round(Number(row.created))),
    resolvedAt: row.resolved === null ? null : toIso(Math.round(Number(row.resolved))),
  }
}

/** Where the problems stand that students reported about lessons, each where there is one. */
export async function listProblemsOfLessons(
  db: Queryable,
  bookingIds: readonly string[],
): Promise<{ bookingId: string; status: DisputeStatus }[]> {
  return await db
    .select({ bookingId: paymentDisputes.bookingId, status: paymentDisputes.status })
    .from(paymentDisputes)
    .where(and(inArray(paymentDisputes.bookingId, [...bookingIds]), eq(paymentDisputes.source, 'student')))
}

/**
 * What banks took back of a payment, or of a lesson's: the lost ones of its card disputes. The processor does not count it
 * among the refunds it tells of, our books do.
 */
export async function readTakenByBanks(
  db: Queryable,
  of: { paymentId: string } | { bookingId: string },
): Promise<Cents> {
  const ofIt =
    'paymentId' in of
      ? eq(paymentDisputes.paymentId, of.paymentId)
      : eq(paymentDisputes.bookingId, of.bookingId)
  const [taken] = await db
    .select({ cents: sql`coalesce(sum(${paymentDisputes.paymentAmount}), 0)`.mapWith(Number) })
    .from(paymentDisputes)
    .where(and(ofIt, eq(paymentDisputes.bankOutcome, 'lost')))
  return taken?.cents ?? 0
}

import { sql } from 'drizzle-orm'
import type { DisputeStatus } from '#features/bookings/problem-window.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type { DisputeReason, ShareState } from './dispute.ts'
import type { LessonProblem } from './schema.ts'

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

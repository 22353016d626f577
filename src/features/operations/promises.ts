import { sql } from 'drizzle-orm'
import { listOpen } from '#features/video-reviews/due.ts'
import type { Queryable } from '#platform/db.ts'
import type { Promises } from './schema.ts'

const MOST_LISTED = 50

/**
 * What is promised to or by one person at this moment, for an admin to see before suspending or deleting the account.
 * @param now milliseconds since 1970, UTC
 */
export async function readPromises(db: Queryable, userId: string, now: number): Promise<Promises> {
  const id = sql`${userId}::uuid`
  const at = sql`${new Date(now)}::timestamptz`
  const isTheirs = sql`(instructor_id = ${id} or student_id = ${id})`
  // Raw: rows of seven features about one person, read by the index of each.
  const lessons = await db.execute<{
    id: string
    title: string
    start: string
    zone: string
    with_name: string
    paid_cents: number
    is_paid_elsewhere: boolean
    n: number
    total_cents: number
  }>(sql`
    select b.id, b.lesson_title as title, to_char(b.lesson_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as start,
      b.time_zone as zone, o.full_name as with_name, kept.cents as paid_cents,
      p.payment_method in ('elsewhere', 'demo') as is_paid_elsewhere, count(*) over ()::int as n,
      (sum(kept.cents) filter (where p.payment_method is null or p.payment_method not in ('elsewhere', 'demo')) over ())::int
        as total_cents
    from bookings b join payments p on p.booking_id = b.id
    join profiles o on o.id = case when b.instructor_id = ${id} then b.student_id else b.instructor_id end
    -- The price without earlier refunds, as a cancellation refunds it.
    cross join lateral (select greatest(0, round(b.price_amount * 100) + coalesce(sum(l.amount_cents), 0))::int as cents
      from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
      where t.booking_id = b.id and t.kind = 'refund_due' and l.account = 'refunds_due') kept
    where (b.instructor_id = ${id} or b.student_id = ${id}) and b.status = 'confirmed'
      and (b.lesson_date > ${at} or (b.clinic_id is not null and b.instructor_id = ${id} and b.lesson_end > ${at}))
    order by b.lesson_date, b.id limit ${MOST_LISTED}`)
  const counts = await db.execute<{
    holds: number
    proposals: number
    packages: number
    credits: number
    credit_cents: number
    held_cents: number
    disputes: number
  }>(sql`
    select
      (select count(*)::int from bookings where ${isTheirs} and status = 'pending') as holds,
      (select count(*)::int from lesson_proposals where ${isTheirs} and status in ('pending', 'changes_requested', 'accepted'))
        as proposals,
      unused.*,
      (select coalesce(sum(case when o.package_id is null
          then (select coalesce(-sum(l.amount_cents), 0) from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
            where (t.booking_id = o.booking_id or t.payment_id = o.payment_id) and l.account = 'coach_held')
          else (select k.rest_cents from lesson_packages k where k.id = o.package_id) end), 0)::int
        from payouts o where o.instructor_id = ${id} and o.status in ('held', 'sending')) as held_cents,
      (select count(*)::int from payment_disputes where ${isTheirs} and status in ('pending', 'investigating')) as disputes
    from (
      select count(distinct k.id)::int as packages, count(c.position)::int as credits, coalesce(sum(c.value_cents), 0)::int as credit_cents
      from lesson_packages k join lesson_credits c on c.package_id = k.id and c.status = 'available'
      where (k.instructor_id = ${id} or k.student_id = ${id}) and k.ended_at is null
        -- The bank decides about a disputed payment, so nothing of the package is refunded here.
        and not exists (select from payment_disputes d
          where d.payment_id = k.payment_id and d.source = 'card_network' and d.bank_outcome is null)
    ) unused`)
  const reviews = await listOpen(db, userId)
  const [first] = lessons.rows
  const [found] = counts.rows
  return {
    lessons: {
      count: first?.n ?? 0,
      paidCents: first?.total_cents ?? 0,
      next: lessons.rows.map((row) => ({
        id: row.id,
        title: row.title,
        start: row.start,
        zone: row.zone,
        withName: row.with_name,
        paidCents: row.is_paid_elsewhere ? null : row.paid_cents,
      })),
    },
    holds: found?.holds ?? 0,
    proposals: found?.proposals ?? 0,
    packages: { count: found?.packages ?? 0, credits: found?.credits ?? 0, cents: found?.credit_cents ?? 0 },
    videoReviews: {
      count: reviews.length,
      cents: reviews.reduce((sum, { priceCents }) => sum + priceCents, 0),
    },
    heldCents: found?.held_cents ?? 0,
    disputes: found?.disputes ?? 0,
  }
}

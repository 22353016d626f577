import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import { PAYOUTS_PER_PAGE, type PayoutStatus, whyHeld } from './payout.ts'
import type { PayoutList } from './schema.ts'

interface Row extends Record<string, unknown> {
  id: string
  booking_id: string
  is_of_package: boolean
  lesson_title: string
  student_name: string
  start: string
  time_zone: string
  status: PayoutStatus
  amount_cents: number | null
  held: string
  reversed: string
  due: string
  sent: string | null
  has_account: boolean
  has_problem: boolean
}

/**
 * A coach's shares, newest first, and what all of them add up to in the books.
 * @param now milliseconds since 1970, UTC
 */
export async function listPayouts(
  db: Queryable,
  coachId: string,
  now: number,
  page: number,
): Promise<PayoutList> {
  const [sums, counted, rows] = await Promise.all([
    db.execute<{ held: string; sent: string }>(sql`
      select (coalesce(-sum(l.amount_cents) filter (where l.account = 'coach_held'), 0) + (select coalesce(sum(k.rest_cents), 0)
          from payouts o join lesson_packages k on k.id = o.package_id
          where o.instructor_id = ${coachId} and o.status in ('held', 'sending')))::text as held,
        coalesce(-sum(l.amount_cents) filter (where l.account = 'processor_cash' and t.kind in ('released', 'reversed')), 0)::text as sent
      from bookings b join ledger_transactions t on t.booking_id = b.id join ledger_lines l on l.transaction_id = t.id
      where b.instructor_id = ${coachId}`),
    db.execute<{ n: number }>(sql`
      select count(*)::integer as n from payouts where instructor_id = ${coachId} and status <> 'nothing_due'`),
    db.execute<Row>(sql`
      select o.id, o.booking_id, o.package_id is not null as is_of_package,
        coalesce((select k.lesson_title from lesson_packages k where k.id = o.package_id), b.lesson_title) as lesson_title, s.full_name as student_name, extract(epoch from b.lesson_date) * 1000 as start,
        b.time_zone, o.status, o.amount_cents, extract(epoch from o.due_at) * 1000 as due,
        extract(epoch from o.sent_at) * 1000 as sent,
        case when o.package_id is null
          then (select coalesce(-sum(l.amount_cents), 0) from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
            where t.booking_id = o.booking_id and l.account = 'coach_held')
          else (select k.rest_cents from lesson_packages k where k.id = o.package_id) end::text as held,
        (select coalesce(sum(r.amount_cents), 0)::text from payout_reversals r
          where r.payout_id = o.id) as reversed,
        exists (select from payout_accounts a where a.instructor_id = o.instructor_id and a.status = 'active') as has_account,
        has_open_problem(o.booking_id) as has_problem
      from payouts o join bookings b on b.id = o.booking_id join profiles s on s.id = b.student_id
      where o.instructor_id = ${coachId} and o.status <> 'nothing_due'
      order by o.due_at desc, o.id limit ${PAYOUTS_PER_PAGE} offset ${(page - 1) * PAYOUTS_PER_PAGE}`),
  ])
  return {
    heldCents: Number(sums.rows[0]?.held ?? 0),
    sentCents: Number(sums.rows[0]?.sent ?? 0),
    total: counted.rows[0]?.n ?? 0,
    payouts: rows.rows.map((row) => ({
      id: row.id,
      isOfPackage: row.is_of_package,
      bookingId: row.booking_id,
      title: row.lesson_title,
      studentName: row.student_name,
      start: isoOf(row.start),
      zone: row.time_zone,
      status: row.status,
      amountCents: row.amount_cents ?? Number(row.held),
      reversedCents: Number(row.reversed),
      dueAt: isoOf(row.due),
      sentAt: row.sent === null ? null : isoOf(row.sent),
      holdReason:
        row.status === 'held'
          ? whyHeld(
              {
                dueAt: Math.round(Number(row.due)),
                hasOpenProblem: row.has_problem,
                hasActiveAccount: row.has_account,
              },
              now,
            )
          : null,
    })),
  }
}

const isoOf = (ms: string) => toIso(Math.round(Number(ms)))

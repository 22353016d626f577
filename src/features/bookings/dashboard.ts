import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { centsFromDollars } from '#platform/money.ts'
import { dateIn } from '#platform/time.ts'
import { listLessons, listLessonsOfToday } from './queries.ts'
import type { Dashboard } from './schema.ts'

interface Figures extends Record<string, unknown> {
  upcoming: number
  revenue: string
  share: string
  recent: number
  rating: string
  review_count: number
  zone: string
}

interface RecentRow extends Record<string, unknown> {
  id: string
  kind: 'booking' | 'proposal'
  title: string
  student_name: string
  start: string | null
  zone: string
  duration_minutes: number | null
  price_amount: string
  status: string
  created: string
}

const RECENT = 5
/** A long teaching day and some of the next ones. */
const NEXT = 24
/** Recent bookings are counted over so many days. */
const RECENT_DAYS = 30

/** Dollars of booking `b` that went back to the student, or are on their way. */
const givenBack = sql`(select coalesce(-sum(l.amount_cents), 0) / 100.0 from ledger_transactions t
  join ledger_lines l on l.transaction_id = t.id
  where t.booking_id = b.id and t.kind = 'refund_due' and l.account = 'refunds_due')`

/**
 * The coach's first screen: upcoming = confirmed in the next 30 days, revenue = what stays paid through us of completed lessons since
 * New Year in the coach's zone, the five newest bookings and proposals together.
 */
export async function readDashboard(db: Queryable, coachId: string, now: number): Promise<Dashboard> {
  const present = new Date(now)
  const [figures, recent, coming, today] = await Promise.all([
    db.execute<Figures>(sql`
      select c.rating, c.review_count, c.time_zone as zone,
        (select count(*)::int from bookings b where b.instructor_id = c.user_id and b.status = 'confirmed'
          and b.lesson_date >= ${present} and b.lesson_date < ${present}::timestamptz + interval '30 days') as upcoming,
        (select coalesce(sum(b.price_amount - ${givenBack}), 0)::numeric(12, 2)::text from bookings b where b.instructor_id = c.user_id
          and b.status = 'completed' and b.payment_status in ('completed', 'partially_refunded') and not b.is_demonstration
          and not exists (select from payments e where e.booking_id = b.id and e.payment_method = 'elsewhere') and b.lesson_date <= ${present}
          and b.lesson_date >= date_trunc('year', ${present}::timestamptz at time zone c.time_zone) at time zone c.time_zone) as revenue,
        (select coalesce(-sum(l.amount_cents), 0)::text from bookings b join ledger_transactions t on t.booking_id = b.id
          join ledger_lines l on l.transaction_id = t.id and l.account = 'coach_held'
          where b.instructor_id = c.user_id and t.kind not in ('released', 'reversed') and b.status = 'completed'
          and b.payment_status in ('completed', 'partially_refunded') and not b.is_demonstration and b.lesson_date <= ${present}
          and b.lesson_date >= date_trunc('year', ${present}::timestamptz at time zone c.time_zone) at time zone c.time_zone) as share,
        (select count(*)::int from bookings b where b.instructor_id = c.user_id and b.status in ('confirmed', 'completed')
          and b.created_at >= ${present}::timestamptz - make_interval(days => ${RECENT_DAYS})) as recent
      from instructor_profiles c where c.user_id = ${coachId}`),
    db.execute<RecentRow>(sql`
      (select b.id, 'booking' as kind, b.lesson_title as title, s.full_name as student_name,
          extract(epoch from b.lesson_date) * 1000 as start, b.time_zone as zone, b.duration_minutes, b.price_amount, b.status,
          b.created_at, extract(epoch from b.created_at) * 1000 as created
        from bookings b join profiles s on s.id = b.student_id
        where b.instructor_id = ${coachId} and (b.status <> 'pending' or b.hold_expires_at > ${present})
          and coalesce(b.cancel_reason, '') not in ('hold_expired', 'payment_failed', 'abandoned')
        order by b.created_at desc limit ${RECENT})
      union all
      (select p.id, 'proposal', p.lesson_title, s.full_name, null, c.time_zone, null, p.price_amount,
          case p.status when 'accepted' then 'scheduled' else p.status end, p.created_at, extract(epoch from p.created_at) * 1000
        from lesson_proposals p join profiles s on s.id = p.student_id join instructor_profiles c on c.user_id = p.instructor_id
        where p.instructor_id = ${coachId} order by p.created_at desc limit ${RECENT})
      order by created_at desc limit ${RECENT}`),
    listLessons(db, { userId: coachId, as: 'coach' }, { now, past: false, limit: NEXT, offset: 0 }),
    listLessonsOfToday(db, coachId, now),
  ])
  const row = figures.rows[0]
  const zone = row?.zone ?? 'America/New_York'
  return {
    upcomingLessons: row?.upcoming ?? 0,
    revenueYearToDateCents: centsFromDollars(row?.revenue ?? '0'),
    shareYearToDateCents: Number(row?.share ?? 0),
    recentBookings: row?.recent ?? 0,
    rating: Number(row?.rating ?? 0),
    reviewCount: row?.review_count ?? 0,
    zone,
    today: dateIn(now, zone),
    recent: recent.rows.map((item) => ({
      id: item.id,
      kind: item.kind,
      title: item.title,
      studentName: item.student_name,
      start: item.start === null ? null : isoFrom(item.start),
      zone: item.zone,
      durationMinutes: item.duration_minutes,
      priceCents: centsFromDollars(item.price_amount),
      status: item.status,
      createdAt: isoFrom(item.created),
    })),
    todaysLessons: today.map((lesson) => ({ ...lesson, isOver: endOf(lesson) <= now })),
    nextLessons: coming.filter(
      ({ id, status }) => status === 'confirmed' && !today.some((lesson) => lesson.id === id),
    ),
    openHolds: coming.filter((lesson) => lesson.status === 'pending').length,
  }
}

const endOf = ({ start, durationMinutes }: { start: string; durationMinutes: number }) =>
  Date.parse(start) + durationMinutes * 60_000

const isoFrom = (ms: string) => new Date(Math.round(Number(ms))).toISOString()

import { sql } from 'drizzle-orm'
import { findSchedule, type Schedule } from '#features/availability/queries.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import type { Queryable } from '#platform/db.ts'
import { centsFromDollars } from '#platform/money.ts'
import { addDays, dateIn } from '#platform/time.ts'
import type { BookingStatus, CancelReason, LessonType, PaymentStatus } from './booking.ts'
import { presentTerms } from './cancellation/cancellation.ts'
import type { DisputeStatus } from './problem-window.ts'
import type { Lesson } from './schema.ts'

/** What a coach offers around one moment: place, zone, rules, price and everything already booked. */
export type Offer = Schedule & { instructorId: string; coachLabel: string }

/**
 * Reads what is needed to decide about one lesson; null when there is no such coach or place.
 * @param now milliseconds since 1970, UTC
 * @param bookingToIgnore a lesson that is about to be moved does not stand in its own way
 */
export async function findOffer(
  db: Queryable,
  input: { instructorId: string; locationId?: string | undefined; start: string },
  now: number,
  bookingToIgnore?: string,
): Promise<Offer | null> {
  const date = dateIn(input.start, 'UTC')
  const schedule = await findSchedule(db, input.instructorId, {
    from: addDays(date, -1),
    to: addDays(date, 1),
    now,
    bookingToIgnore,
    ...(input.locationId ? { locationId: input.locationId } : {}),
  })
  if (!schedule) return null
  return { ...schedule, instructorId: input.instructorId, coachLabel: coachLabel(schedule.coachName) }
}

/** Street, city and state: the booking keeps an address that a map can find. Null when there is no place of its own. */
export function addressOf({ address, city, state }: Offer['location']): string | null {
  const town = [city, state].filter(Boolean).join(', ')
  return [address, town].filter(Boolean).join(', ') || null
}

/** The teaching place of a coach that somebody names by its id or its name; undefined, which means the primary one, for others. */
export async function findPlaceNamed(
  db: Queryable,
  { instructorId, location }: { instructorId: string; location?: string | undefined },
): Promise<string | undefined> {
  if (!location?.trim()) return undefined
  // Raw: by its id or its name, whatever its capitals.
  const found = await db.execute<{ id: string }>(sql`
    select id from instructor_teaching_locations where instructor_id = ${instructorId}
      and (id::text = lower(${location.trim()}) or lower(location_name) = lower(${location.trim()})) limit 1`)
  return found.rows[0]?.id
}

interface LessonRow extends Record<string, unknown> {
  id: string
  instructor_id: string
  student_id: string
  coach_name: string | null
  coach_image: string | null
  student_name: string
  start: string
  duration_minutes: number
  time_zone: string
  price_amount: string
  lesson_title: string
  lesson_type: LessonType
  status: BookingStatus
  payment_status: PaymentStatus
  cancel_reason: CancelReason | null
  hold_expires: string | null
  checkout_url: string | null
  location_id: string | null
  location_name: string
  location_address: string | null
  cancellation_policy: CancellationPolicy
  refund_ceiling_percent: number
  moved_by_coach: boolean
  no_show: boolean
  change_number: number
  problem: DisputeStatus | null
  is_paid_elsewhere: boolean
}

// Raw: people, payments and disputes of other features, one row a lesson.
const lessonColumns = sql`
  b.id, b.instructor_id, b.student_id, coalesce(c.display_name, cp.full_name) as coach_name,
  c.profile_image_url as coach_image, s.full_name as student_name,
  extract(epoch from b.lesson_date) * 1000 as start, b.duration_minutes, b.time_zone, b.price_amount, b.lesson_title,
  b.lesson_type, b.status, b.payment_status, b.cancel_reason, extract(epoch from b.hold_expires_at) * 1000 as hold_expires,
  p.checkout_url, b.teaching_location_id as location_id, b.location_name, b.location_address, b.cancellation_policy, b.refund_ceiling_percent, b.moved_by_coach,
  b.no_show, b.change_number, coalesce(p.payment_method = 'elsewhere', false) as is_paid_elsewhere,
  (select d.status from payment_disputes d where d.booking_id = b.id and d.source = 'student') as problem`

const lessonTables = sql`
  bookings b
  join instructor_profiles c on c.user_id = b.instructor_id
  join profiles cp on cp.id = b.instructor_id
  join profiles s on s.id = b.student_id
  left join payments p on p.booking_id = b.id`

/** One lesson, for whoever may see it; the caller checks who asks. */
export async function findLesson(
  db: Queryable,
  bookingId: string,
): Promise<(Lesson & { studentId: string; instructorId: string }) | null> {
  const found = await db.execute<LessonRow>(
    sql`select ${lessonColumns} from ${lessonTables} where b.id = ${bookingId}`,
  )
  const row = found.rows[0]
  return row ? { ...toLesson(row), studentId: row.student_id, instructorId: row.instructor_id } : null
}

/**
 * A student's or coach's lessons: upcoming ones soonest first, or past ones newest first. A cancelled lesson is past at once,
 * whatever its date. Holds that ran out are left out.
 * @param who.withId only those with this other person
 */
export async function listLessons(
  db: Queryable,
  who: { userId: string; as: 'student' | 'coach'; withId?: string },
  when: { now: number; past: boolean; limit: number; offset: number },
): Promise<Lesson[]> {
  const now = new Date(when.now)
  const found = await db.execute<LessonRow>(sql`
    select ${lessonColumns} from ${lessonTables}
    where ${shownLessons(who, now)} and ${when.past ? sql`not ${isUpcoming(now)}` : isUpcoming(now)}
    order by b.lesson_date ${when.past ? sql`desc` : sql`asc`}, b.id
    limit ${when.limit} offset ${when.offset}`)
  return found.rows.map(toLesson)
}

/**
 * A coach's lessons of today, by the clock of each place: booked, running and taught, in order. One that began before
 * midnight and still runs is among them.
 * @param now milliseconds since 1970, UTC
 */
export async function listLessonsOfToday(db: Queryable, coachId: string, now: number): Promise<Lesson[]> {
  const present = new Date(now)
  const found = await db.execute<LessonRow>(sql`
    select ${lessonColumns} from ${lessonTables}
    where b.instructor_id = ${coachId} and b.status in ('confirmed', 'completed')
      and b.lesson_date between ${present}::timestamptz - interval '2 days' and ${present}::timestamptz + interval '2 days'
      and ((b.lesson_date at time zone b.time_zone)::date = (${present}::timestamptz at time zone b.time_zone)::date
        or (b.lesson_date <= ${present} and b.lesson_end > ${present}))
    order by b.lesson_date, b.id`)
  return found.rows.map(toLesson)
}

/** How long the two lists of listLessons are. @param now milliseconds since 1970, UTC */
export async function countLessons(
  db: Queryable,
  who: { userId: string; as: 'student' | 'coach' },
  now: number,
): Promise<{ upcoming: number; past: number }> {
  const present = new Date(now)
  const found = await db.execute<{ upcoming: number; past: number }>(sql`
    select (count(*) filter (where ${isUpcoming(present)}))::int as upcoming,
      (count(*) filter (where not ${isUpcoming(present)}))::int as past
    from bookings b where ${shownLessons(who, present)}`)
  return found.rows[0] ?? { upcoming: 0, past: 0 }
}

/** A lesson that is still to come or under way. */
const isUpcoming = (now: Date) => sql`(b.lesson_end >= ${now} and b.status <> 'cancelled')`

/** A person's lessons without the attempts that came to nothing: holds that ran out, bookings never paid. */
function shownLessons(who: { userId: string; as: 'student' | 'coach'; withId?: string }, now: Date) {
  const [own, other] =
    who.as === 'student'
      ? [sql`b.student_id`, sql`b.instructor_id`]
      : [sql`b.instructor_id`, sql`b.student_id`]
  const mine = who.withId
    ? sql`${own} = ${who.userId} and ${other} = ${who.withId}`
    : sql`${own} = ${who.userId}`
  // Raw: of a feature above. A freed time that is offered to a student is no lesson until they begin to pay.
  const offered =
    who.as === 'student'
      ? sql`and (b.status <> 'pending' or not exists (
          select from freed_time_offers o join payments op on op.booking_id = o.booking_id
          where o.booking_id = b.id and op.checkout_url is null))`
      : sql``
  return sql`${mine} ${offered} and (b.status <> 'pending' or b.hold_expires_at > ${now})
    and (b.status <> 'cancelled' or b.payment_status in ('refunded', 'partially_refunded', 'completed'))`
}

function toLesson(row: LessonRow): Lesson {
  const start = new Date(Math.round(Number(row.start))).toISOString()
  return {
    id: row.id,
    coach: {
      id: row.instructor_id,
      label: coachLabel(row.coach_name),
      name: row.coach_name ?? 'Golf Instructor',
      imageUrl: row.coach_image,
    },
    student: { id: row.student_id, name: row.student_name },
    start,
    durationMinutes: row.duration_minutes,
    zone: row.time_zone,
    priceCents: centsFromDollars(row.price_amount),
    title: row.lesson_title,
    lessonType: row.lesson_type,
    status: row.status,
    paymentStatus: row.payment_status,
    cancelReason: row.cancel_reason,
    holdExpiresAt: row.hold_expires ? new Date(Math.round(Number(row.hold_expires))).toISOString() : null,
    checkoutUrl: row.status === 'pending' ? row.checkout_url : null,
    location: { id: row.location_id, name: row.location_name, address: row.location_address },
    terms: presentTerms({
      status: row.status,
      cancellationPolicy: row.cancellation_policy,
      refundCeilingPercent: row.refund_ceiling_percent,
      movedByCoach: row.moved_by_coach,
      lessonStart: Math.round(Number(row.start)),
    }),
    movedByCoach: row.moved_by_coach,
    noShow: row.no_show,
    changeNumber: row.change_number,
    problem: row.problem,
    isPaidElsewhere: row.is_paid_elsewhere,
  }
}

/** Whether lessons can still go back to a package. */
export async function isPackageOpen(db: Queryable, packageId: string): Promise<boolean> {
  // Raw: packages belong to a feature above this one.
  const open = await db.execute(
    sql`select 1 from lesson_packages where id = ${packageId} and ended_at is null`,
  )
  return open.rows.length > 0
}

import { sql } from 'drizzle-orm'
import { listNextOpenings } from '#features/bookings/coach-schedule.ts'
import { isPaidLesson } from '#features/bookings/paid-lesson.ts'
import { coachDefaults, coachLabel } from '#features/coaches/coach.ts'
import { locationIn } from '#features/coaches/queries.ts'
import type { Queryable } from '#platform/db.ts'
import { centsFromDollars } from '#platform/money.ts'
import { isoOfMs, toIso } from '#platform/time.ts'
import type { OwnCoach } from './schema.ts'

/** A limit above any realistic number of coaches; the next open time is computed for each. */
const MOST = 48

interface CoachRecord extends Record<string, unknown> {
  id: string
  name: string | null
  picture: string | null
  location: string | null
  hourly_rate: string
  is_listed: boolean
  /** Instant booking is on and not paused. */
  is_instant: boolean
  is_gone: boolean
  /** The coach gave access to the open times, and booking is not paused. */
  has_access: boolean
  had: number
  last_at: string | null
  last_zone: string | null
  last_id: string | null
  last_minutes: number | null
  last_place: string | null
  last_zip: string | null
  last_city: string | null
  last_state: string | null
  next_at: string | null
  next_zone: string | null
  next_id: string | null
  off_at: string | null
  off_zone: string | null
  off_id: string | null
  credits: number
  conversation_id: string | null
  is_unread: boolean
}

/**
 * A student's coaches, by booking, package, conversation, calendar access, proposal or accepted invitation.
 * Coaches with an upcoming lesson come first, then by latest activity.
 * @param now milliseconds since 1970, UTC
 */
export async function listOwnCoaches(db: Queryable, studentId: string, now: number): Promise<OwnCoach[]> {
  const present = new Date(now)
  const wasHad = sql`b.status in ('confirmed', 'completed') and b.lesson_end <= ${present} and not b.no_show`
  // A seat in a clinic is not booked at open times.
  const isRepeatable = sql`${wasHad} and b.clinic_id is null`
  const isToCome = sql`b.status = 'confirmed' and b.lesson_end > ${present}`
  const comes = sql`${isToCome} and b.called_off_at is null`
  const isOff = sql`${isToCome} and b.called_off_at is not null`
  // Raw: aggregates bookings, packages and conversations separately before joining them.
  const found = await db.execute<CoachRecord>(sql`
    with lessons as (
      select b.instructor_id, (count(*) filter (where ${wasHad}))::int as had,
        max(b.lesson_date) filter (where ${wasHad}) as last_at,
        (array_agg(b.time_zone order by b.lesson_date desc) filter (where ${wasHad}))[1] as last_zone,
        (array_agg(b.id order by b.lesson_date desc) filter (where ${isRepeatable}))[1] as last_id,
        (array_agg(b.duration_minutes order by b.lesson_date desc) filter (where ${isRepeatable}))[1] as last_minutes,
        (array_agg(b.teaching_location_id order by b.lesson_date desc) filter (where ${wasHad}))[1] as last_place,
        (array_agg(b.teaching_location_id order by b.lesson_date desc) filter (where ${isRepeatable}))[1] as repeatable_place,
        min(b.lesson_date) filter (where ${comes}) as next_at,
        (array_agg(b.time_zone order by b.lesson_date) filter (where ${comes}))[1] as next_zone,
        (array_agg(b.id order by b.lesson_date) filter (where ${comes}))[1] as next_id,
        min(b.lesson_date) filter (where ${isOff}) as off_at,
        (array_agg(b.time_zone order by b.lesson_date) filter (where ${isOff}))[1] as off_zone,
        (array_agg(b.id order by b.lesson_date) filter (where ${isOff}))[1] as off_id,
        max(b.created_at) as booked_at
      from bookings b where b.student_id = ${studentId} and ${isPaidLesson(sql`b`)} group by b.instructor_id),
    credits as (
      select k.instructor_id, count(*)::int as credits from lesson_packages k join lesson_credits c on c.package_id = k.id
      where k.student_id = ${studentId} and k.ended_at is null and k.expires_at > ${present} and c.status = 'available'
      group by k.instructor_id),
    known as (
      select instructor_id, max(at) as at from (
        select instructor_id, greatest(booked_at, last_at) as at from lessons
        union all select instructor_id, created_at from lesson_packages where student_id = ${studentId}
        union all select instructor_id, paid_at from video_reviews where student_id = ${studentId} and paid_at is not null
        union all select instructor_id, last_message_at from conversations where student_id = ${studentId}
        union all select instructor_id, granted_at from student_calendar_access where student_id = ${studentId}
        union all select instructor_id, accepted_at from student_invitations where student_id = ${studentId}
        union all select instructor_id, created_at from lesson_proposals where student_id = ${studentId}
      ) ways group by instructor_id)
    select k.instructor_id as id, coalesce(c.display_name, p.full_name) as name, c.profile_image_url as picture,
      ${locationIn(sql`c`)} as location, c.hourly_rate, c.is_listed, c.instant_book_open as is_instant, p.closed_at is not null as is_gone,
      a.student_id is not null and c.instant_book_paused_at is null as has_access, coalesce(l.had, 0) as had,
      extract(epoch from l.last_at) * 1000 as last_at, l.last_zone, l.last_id, l.last_minutes,
      (select t.id from instructor_teaching_locations t where t.id = coalesce(l.repeatable_place, l.last_place)) as last_place,
      place.zip as last_zip, place.city as last_city, place.state as last_state,
      extract(epoch from l.next_at) * 1000 as next_at, l.next_zone, l.next_id,
      extract(epoch from l.off_at) * 1000 as off_at, l.off_zone, l.off_id, coalesce(r.credits, 0) as credits,
      t.id as conversation_id, coalesce(t.last_sender_id <> ${studentId} and t.message_count > me.last_read_position, false) as is_unread
    from known k join instructor_profiles c on c.user_id = k.instructor_id join profiles p on p.id = k.instructor_id
    left join lessons l on l.instructor_id = k.instructor_id left join credits r on r.instructor_id = k.instructor_id
    left join instructor_teaching_locations place on place.id = l.last_place
    left join student_calendar_access a on a.instructor_id = k.instructor_id and a.student_id = ${studentId}
    left join conversations t on t.instructor_id = k.instructor_id and t.student_id = ${studentId}
    left join conversation_participants me on me.conversation_id = t.id and me.user_id = ${studentId}
    where k.instructor_id <> ${studentId}
    order by l.next_at nulls last, k.at desc, k.instructor_id limit ${MOST}`)
  const rows = found.rows
  const bookable = rows.filter((row) => row.is_listed && (row.is_instant || row.has_access))
  const openings = await listNextOpenings(
    db,
    bookable.map(({ id }) => id),
    now,
  )
  return rows.map((row) => toCoach(row, openings.get(row.id)))
}

function toCoach(row: CoachRecord, opening: { start: number; zone: string } | undefined): OwnCoach {
  const name = row.is_gone ? FORMER_COACH : (row.name ?? coachDefaults.name)
  return {
    id: row.id,
    name,
    label: row.is_gone ? FORMER_COACH : coachLabel(row.name),
    imageUrl: row.is_gone ? null : row.picture,
    location: row.is_gone ? '' : (row.location ?? coachDefaults.location),
    hourlyRateCents: centsFromDollars(row.hourly_rate),
    isGone: row.is_gone,
    isOnShow: row.is_listed,
    mayBook: row.is_listed && (row.is_instant || row.has_access),
    hasAccess: row.has_access && !row.is_instant,
    lessonsHad: row.had,
    lastLesson:
      row.last_at && row.last_zone
        ? {
            bookingId: row.last_id,
            start: isoOfMs(row.last_at),
            zone: row.last_zone,
            durationMinutes: row.last_minutes,
            placeId: row.last_place,
            town:
              row.last_zip && row.last_city && row.last_state
                ? { zip: row.last_zip, city: row.last_city, state: row.last_state }
                : null,
          }
        : null,
    nextLesson:
      row.next_at && row.next_zone && row.next_id
        ? { start: isoOfMs(row.next_at), zone: row.next_zone, bookingId: row.next_id }
        : null,
    calledOffLesson:
      row.off_at && row.off_zone && row.off_id
        ? { start: isoOfMs(row.off_at), zone: row.off_zone, bookingId: row.off_id }
        : null,
    nextOpening: opening ? { start: toIso(opening.start), zone: opening.zone } : null,
    creditsLeft: row.credits,
    conversationId: row.conversation_id,
    isUnread: row.is_unread && !row.is_gone,
  }
}

const FORMER_COACH = 'Former coach'

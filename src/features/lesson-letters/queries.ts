import { sql } from 'drizzle-orm'
import { calendarFile, calendarMethod } from '#features/bookings/calendar/calendar.ts'
import { reportableUntil, reviewUntil } from '#features/bookings/feedback.ts'
import { findLesson } from '#features/bookings/queries.ts'
import type { Lesson } from '#features/bookings/schema.ts'
import type { NotificationChannel, NotificationKind } from '#features/notifications/notification.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { calendarVariables } from './calendar-links.ts'
import type { CalendarVariables, LessonVariables } from './lesson-letter.ts'
import { type LessonMoney, lessonVariables } from './letter-words.ts'
import { whyOutdated } from './outdated.ts'

/** A lesson with its people and its money, as letters name them. */
export interface LetterLesson {
  lesson: Lesson & { studentId: string; instructorId: string }
  money: LessonMoney
}

export async function findLetterLesson(db: Queryable, bookingId: string): Promise<LetterLesson | null> {
  const lesson = await findLesson(db, bookingId)
  if (!lesson) return null
  const found = await db.execute<{
    is_demo: boolean
    paid: number | null
    share: string
    lessons_total: number | null
    lessons_left: number
    until: string | null
    is_ended: boolean
    is_bought: boolean
  }>(sql`
    select b.is_demonstration or coalesce(p.payment_method = 'demo', false) as is_demo, p.amount_cents as paid,
      (select coalesce(-sum(l.amount_cents), 0)::text from ledger_transactions t
        join ledger_lines l on l.transaction_id = t.id and l.account = 'coach_held'
        where t.booking_id = b.id and t.kind not in ('released', 'reversed')) as share,
      k.lessons_total, extract(epoch from k.expires_at) * 1000 as until, k.ended_at is not null as is_ended,
      coalesce(k.payment_id = p.id, false) as is_bought,
      (select count(*)::int from lesson_credits c where c.package_id = k.id and c.status = 'available') as lessons_left
    from bookings b left join payments p on p.booking_id = b.id left join lesson_packages k on k.id = b.package_id
    where b.id = ${bookingId}`)
  const row = found.rows[0]
  if (!row) return null
  const bundle =
    row.lessons_total === null
      ? null
      : {
          total: row.lessons_total,
          left: row.lessons_left,
          until: Math.round(Number(row.until)),
          isEnded: row.is_ended,
          isBoughtWithIt: row.is_bought,
        }
  const money = {
    paidCents: row.paid ?? 0,
    isDemo: row.is_demo,
    shareCents: Number(row.share),
    package: bundle,
  }
  return { lesson, money }
}

/** What a message about a lesson can name to one of its sides. @param now milliseconds since 1970, UTC */
export const variablesFor = (
  env: Services['env'],
  { lesson, money }: LetterLesson,
  as: 'student' | 'coach',
  now: number,
): LessonVariables & CalendarVariables => ({
  ...lessonVariables(env.appUrl, lesson, money, now),
  ...calendarVariables(env, lesson, as),
})

/** A lesson as it is now, for a message about it that is about to leave; or why the message must not go. */
export type Reread =
  | { why: string }
  | {
      why: null
      variables: Record<string, string>
      calendar?: { method: 'PUBLISH' | 'CANCEL'; text: string }
    }

/** @param about what the message was written about */
export async function rereadLesson(
  services: Pick<Services, 'db' | 'clock' | 'env'>,
  message: { kind: NotificationKind; channel: NotificationChannel; userId: string | null },
  about: { bookingId: string; changeNumber: number; start: number },
): Promise<Reread> {
  const { env, clock, db } = services
  const found = await findLetterLesson(db, about.bookingId)
  if (!found) return { why: 'there is no such lesson' }
  const { lesson } = found
  const ends = Date.parse(lesson.start) + lesson.durationMinutes * 60_000
  const limits = { reviewUntil: reviewUntil(ends), reportUntil: reportableUntil(ends) }
  const now = clock.now()
  const state = { ...lesson, ...limits, ...(await readSequels(db, about.bookingId)) }
  const why = whyOutdated(message, state, about, now)
  if (why) return { why }
  const as = message.userId === lesson.instructorId ? 'coach' : 'student'
  const variables = variablesFor(env, found, as, now)
  if (!['lesson_booked', 'lesson_changed', 'lesson_cancelled'].includes(message.kind))
    return { why, variables }
  const text = calendarFile(lesson, { as, now, appUrl: env.appUrl })
  return { why, variables, calendar: { method: calendarMethod(lesson), text } }
}

/** What people did about a lesson after there was reason to write of it. */
async function readSequels(db: Queryable, bookingId: string) {
  const found = await db.execute<{ reviewed: boolean; problem: boolean; again: boolean }>(sql`
    select exists (select from lesson_reviews r where r.booking_id = b.id) as reviewed,
      exists (select from payment_disputes d where d.booking_id = b.id and d.status in ('pending', 'investigating')) as problem,
      exists (select from bookings o where o.student_id = b.student_id and o.instructor_id = b.instructor_id and o.id <> b.id
        and o.created_at > b.created_at and o.status in ('pending', 'confirmed')) as again
    from bookings b where b.id = ${bookingId}`)
  const row = found.rows[0]
  return {
    isReviewed: row?.reviewed ?? false,
    hasOpenProblem: row?.problem ?? false,
    isBookedAgain: row?.again ?? false,
  }
}

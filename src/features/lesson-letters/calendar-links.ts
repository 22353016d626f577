import { eq } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { calendarOptions } from '#features/bookings/add-to-calendar.ts'
import {
  type CalendarFileOptions,
  calendarFile,
  seriesCalendarFile,
} from '#features/bookings/calendar/calendar.ts'
import { findLesson, listBookedTogether } from '#features/bookings/queries.ts'
import type { Lesson } from '#features/bookings/schema.ts'
import type { Env } from '#platform/env.ts'
import { signedValues } from '#platform/signed-value.ts'
import type { Services } from '#ports/services.ts'
import type { CalendarVariables } from './lesson-letter.ts'

type Side = 'student' | 'coach'

const marks = (env: Pick<Env, 'SESSION_SECRET'>) =>
  signedValues(env.SESSION_SECRET, 'calendar file of a lesson')

/** The links of an email that put its lesson into a calendar; the file's works without signing in, for this lesson only. */
export function calendarVariables(
  env: Pick<Env, 'SESSION_SECRET' | 'appUrl'>,
  lesson: Lesson,
  as: Side,
): CalendarVariables {
  const [google, outlook, office] = calendarOptions(lesson, { as, appUrl: env.appUrl })
  const file = `${env.appUrl}/calendar/lessons/${marks(env).sign(`${lesson.id}:${as}`)}.ics`
  return {
    calendar_url: file,
    google_calendar_url: google?.href ?? file,
    outlook_calendar_url: outlook?.href ?? file,
    office_calendar_url: office?.href ?? file,
  }
}

/** The link to the calendar file of all lessons or seats that were booked together with one of them. */
export const seriesCalendarUrl = (
  env: Pick<Env, 'SESSION_SECRET' | 'appUrl'>,
  lesson: Pick<Lesson, 'id'>,
  as: Side,
): string => `${env.appUrl}/calendar/lessons/${marks(env).sign(`${lesson.id}:${as}:series`)}.ics`

/**
 * The file behind such a link; null for an address we did not make, for a lesson that was never booked, and once the person
 * it was mailed to is suspended or has closed their account.
 */
export async function findCalendarFile(services: Services, name: string): Promise<string | null> {
  const [bookingId, as, what] = marks(services.env).read(name)?.split(':') ?? []
  if (!bookingId || (as !== 'student' && as !== 'coach')) return null
  const lesson = await findLesson(services.db, bookingId)
  if (!lesson || lesson.status === 'pending') return null
  const [owner] = await services.db
    .select({ isOpen: profiles.isOpen })
    .from(profiles)
    .where(eq(profiles.id, as === 'student' ? lesson.studentId : lesson.instructorId))
  if (!owner?.isOpen) return null
  const { appUrl, senderAddress: organizer } = services.env
  const options: CalendarFileOptions = { as, now: services.clock.now(), appUrl, organizer }
  return what === 'series' && (lesson.series || lesson.seat)
    ? seriesCalendarFile(await listBookedTogether(services.db, lesson), options)
    : calendarFile(lesson, options)
}

import type { LessonEvents } from '#features/bookings/events.ts'
import { listBooked } from '#features/bookings/series/queries.ts'
import type { Queryable } from '#platform/db.ts'
import { seriesCalendarUrl } from './calendar-links.ts'
import { type NotifyServices, notifyParties } from './emails.ts'
import { listLetterLessons } from './queries.ts'
import {
  restCancelledFor,
  restCancelledForCoach,
  seriesConfirmedFor,
  seriesConfirmedForCoach,
} from './series-words.ts'

/** Notifies student and coach that weekly lessons are booked, once for all of them. */
export async function notifySeriesConfirmed(
  services: NotifyServices,
  tx: Queryable,
  { seriesId }: LessonEvents['series_confirmed'],
): Promise<void> {
  const all = await listLetterLessons(services, tx, await listBooked(tx, seriesId))
  const booked = all.filter(({ lesson }) => lesson.status !== 'cancelled')
  const late = all.filter(({ lesson }) => lesson.status === 'cancelled')
  const [first] = booked
  if (!first) return
  const calendarUrl = (as: 'student' | 'coach') => seriesCalendarUrl(services.env, first.lesson, as)
  await notifyParties(services, tx, first.lesson.id, () => ({
    letters: [
      seriesConfirmedFor(booked, late, calendarUrl('student')),
      seriesConfirmedForCoach(booked, calendarUrl('coach')),
    ],
    occasion: 'series',
    isOfSeries: true,
  }))
}

/** Notifies both sides that the rest of a series was canceled, once for all lessons. */
export async function notifySeriesCancelled(
  services: NotifyServices,
  tx: Queryable,
  { bookingIds, ...cancelled }: LessonEvents['series_cancelled'],
): Promise<void> {
  const [first, ...others] = await listLetterLessons(services, tx, bookingIds)
  if (!first) return
  const facts = { ...cancelled, now: services.clock.now() }
  const calendarUrl = (as: 'student' | 'coach') => seriesCalendarUrl(services.env, first.lesson, as)
  await notifyParties(services, tx, first.lesson.id, () => ({
    letters: [
      restCancelledFor([first, ...others], facts, calendarUrl('student')),
      restCancelledForCoach([first, ...others], facts, calendarUrl('coach')),
    ],
    by: cancelled.by,
    occasion: 'series-cancelled',
    isOfSeries: true,
  }))
}

import type { LessonEvents } from '#features/bookings/events.ts'
import type { Queryable } from '#platform/db.ts'
import { seriesCalendarUrl } from './calendar-links.ts'
import { type NotifyServices, notifyParties } from './emails.ts'
import {
  cancelledForCoach,
  cancelledForStudent,
  confirmedForCoach,
  confirmedForStudent,
} from './letter-words.ts'
import { listLetterLessons } from './queries.ts'
import {
  seatsCancelledFor,
  seatsCancelledForCoach,
  seatsConfirmedFor,
  seatsConfirmedForCoach,
} from './seat-words.ts'

/** Notifies student and coach that seats in a clinic are booked, once for all seats of the purchase. */
export async function notifySeatsConfirmed(
  services: NotifyServices,
  tx: Queryable,
  { bookingIds }: LessonEvents['seats_confirmed'],
): Promise<void> {
  const all = await listLetterLessons(services, tx, bookingIds)
  const [first, ...others] = all.filter(({ lesson }) => lesson.status !== 'cancelled')
  const late = all.filter(({ lesson }) => lesson.status === 'cancelled')
  if (!first) return
  if (others.length === 0)
    return await notifyParties(services, tx, first.lesson.id, ({ lesson, money }) => ({
      letters: [confirmedForStudent(lesson, money), confirmedForCoach(lesson, money)],
    }))
  const booked = [first, ...others] as const
  const calendarUrl = (as: 'student' | 'coach') => seriesCalendarUrl(services.env, first.lesson, as)
  await notifyParties(services, tx, first.lesson.id, () => ({
    letters: [
      seatsConfirmedFor(booked, late, calendarUrl('student')),
      seatsConfirmedForCoach(booked, calendarUrl('coach')),
    ],
    occasion: 'seats',
    isOfSeries: true,
  }))
}

/**
 * Notifies a student once of all cancelled seats in a clinic, and the coach if an admin cancelled them. Who cancels a clinic as its
 * coach is notified of the clinic.
 */
export async function notifySeatsCancelled(
  services: NotifyServices,
  tx: Queryable,
  { bookingIds, by, refundCents, refundedBeforeCents, message }: LessonEvents['seats_cancelled'],
): Promise<void> {
  const [first, ...others] = await listLetterLessons(services, tx, bookingIds)
  if (!first) return
  const now = services.clock.now()
  const facts = { by, refundCents, now, ...(message ? { message } : {}) }
  const calendarUrl = (as: 'student' | 'coach') => seriesCalendarUrl(services.env, first.lesson, as)
  const seats = [first, ...others] as const
  await notifyParties(services, tx, first.lesson.id, ({ lesson, ...found }) => {
    const ofOne = { ...facts, ...found, refundedBeforeCents, returnsCredit: false }
    const letters =
      others.length === 0
        ? [cancelledForStudent(lesson, ofOne), cancelledForCoach(lesson, ofOne)]
        : [
            seatsCancelledFor(seats, facts, calendarUrl('student')),
            seatsCancelledForCoach(seats, facts, calendarUrl('coach')),
          ]
    return {
      letters: by === 'coach' ? letters.slice(0, 1) : letters,
      by,
      occasion: 'seats-cancelled',
      isOfSeries: others.length > 0,
    }
  })
}

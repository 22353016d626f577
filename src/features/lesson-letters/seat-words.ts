import type { CancelParty } from '#features/bookings/cancellation/cancellation.ts'
import { timesOfLesson } from '#features/bookings/lesson-times.ts'
import { playerName } from '#features/golfers/golfer.ts'
import { refundGoes } from '#features/payments/refund-words.ts'
import { MINUTE } from '#platform/duration.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import { formatLesson } from '#platform/time.ts'
import { listOf } from '#platform/words.ts'
import { fillInLesson, type LessonLetter } from './lesson-letter.ts'
import { refundArrives } from './letter-words.ts'
import {
  seatsCancelledCoach,
  seatsCancelledStudent,
  seatsConfirmedCoach,
  seatsConfirmedStudent,
  seatsExpiredStudent,
  seatsReminderStudent,
} from './seat-letters.ts'
import type { SeriesLesson } from './series-words.ts'

/** Texts of letters about seats in a clinic that depend on what happened. Pure and deterministic. */

/** At least one seat. */
export type Seats = readonly [SeriesLesson, ...SeriesLesson[]]

const sumPaid = (seats: readonly SeriesLesson[]) => seats.reduce((sum, { money }) => sum + money.paidCents, 0)

const namesOf = (seats: readonly SeriesLesson[]) =>
  listOf(seats.map(({ lesson }) => playerName(lesson)).toSorted())

/** What all seats of a purchase share: how many they are, who takes part, and when. */
const factsOf = (seats: Seats) => ({
  seat_count: seats.length === 1 ? '1 seat' : `${seats.length} seats`,
  participants: namesOf(seats),
  dates: timesOfLesson(seats[0].lesson)
    .map(({ start, end }) => formatLesson(start, (end - start) / MINUTE, seats[0].lesson.zone))
    .join('; '),
})

/**
 * The receipt of several seats, for the student.
 * @param late seats that were paid too late, because they were sold by then
 */
export function seatsConfirmedFor(
  booked: Seats,
  late: readonly SeriesLesson[],
  calendarUrl: string,
): LessonLetter {
  return fillInLesson(seatsConfirmedStudent, {
    ...factsOf(booked),
    series_calendar_url: calendarUrl,
    paid: formatMoney(sumPaid(booked)),
    late_line:
      late.length > 0
        ? `Your payment came after the hold expired, and there was no seat left for ${namesOf(late)}. We refund that in full, and write to you about the refund.`
        : '',
  })
}

/** The same for the coach, with the sum of the shares. */
export function seatsConfirmedForCoach(booked: Seats, calendarUrl: string): LessonLetter {
  const shareCents = booked.reduce((sum, { money }) => sum + money.shareCents, 0)
  return fillInLesson(seatsConfirmedCoach, {
    ...factsOf(booked),
    series_calendar_url: calendarUrl,
    share: `${formatMoney(shareCents)} (the student paid ${formatMoney(sumPaid(booked))})`,
  })
}

/** Held seats were not paid in time: for the student. */
export const seatsExpiredFor = (
  seats: readonly [SeriesLesson & { isSeatSold?: boolean }, ...SeriesLesson[]],
  appUrl: string,
): LessonLetter =>
  fillInLesson(seatsExpiredStudent, {
    ...factsOf(seats),
    seats_left_line: seats[0].isSeatSold
      ? 'If you still want to take part, see how many seats are left.'
      : 'Seats in this clinic are no longer sold.',
    clinic_url: `${appUrl}/clinics/${seats[0].lesson.seat?.clinicId}`,
  })

/** Several seats were cancelled together. */
export interface SeatsCancelled {
  by: CancelParty
  refundCents: Cents
  /** Milliseconds since 1970, UTC. */
  now: number
  message?: string
}

/** Several seats of a student were cancelled: for the student. */
export function seatsCancelledFor(
  seats: Seats,
  { by, message, refundCents, now }: SeatsCancelled,
  calendarUrl: string,
): LessonLetter {
  const { coach, zone } = seats[0].lesson
  const paidCents = sumPaid(seats)
  const amount = refundCents === paidCents ? 'all of the' : `${formatMoney(refundCents)} of the`
  const who = by === 'coach' ? coach.label : 'we'
  const giftCents = seats.reduce((sum, { money }) => sum + (money.giftCents ?? 0), 0)
  const { where, arrives } = refundGoes({ paidCents, giftCents }, refundArrives(now, zone))
  return fillInLesson(seatsCancelledStudent, {
    ...factsOf(seats),
    series_calendar_url: calendarUrl,
    what_happened: `${who} cancelled your ${seats.length} seats.`,
    message_line: message ? `${by === 'coach' ? coach.label : 'We'} wrote: “${message}”` : '',
    refund_line:
      refundCents > 0
        ? `We refund ${amount} ${formatMoney(paidCents)} you paid ${where}. ${arrives}`
        : 'What you paid was refunded before.',
  })
}

/** The same for the coach, when an admin cancelled them. */
export function seatsCancelledForCoach(
  seats: Seats,
  { refundCents }: Pick<SeatsCancelled, 'refundCents'>,
  calendarUrl: string,
): LessonLetter {
  return fillInLesson(seatsCancelledCoach, {
    ...factsOf(seats),
    series_calendar_url: calendarUrl,
    share_line:
      refundCents > 0 ? 'The student gets a full refund, so there is no share for these seats.' : '',
  })
}

/**
 * A date of a clinic is near.
 * @param lead the remaining time as text
 * @param start when that date begins, in milliseconds since 1970, UTC
 */
export function seatsReminderFor(seats: Seats, lead: string, start: number): LessonLetter {
  const { lesson } = seats[0]
  const end = timesOfLesson(lesson).find((time) => time.start === start)?.end ?? start
  return fillInLesson(seatsReminderStudent, {
    lead,
    participants: namesOf(seats),
    date: formatLesson(start, (end - start) / MINUTE, lesson.zone),
  })
}

import { timesOfLesson } from '#features/bookings/lesson-times.ts'
import { playerName } from '#features/golfers/golfer.ts'
import { MINUTE } from '#platform/duration.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import { formatLesson } from '#platform/time.ts'
import { fillInLesson, type LessonLetter } from './lesson-letter.ts'
import { refundArrives } from './letter-words.ts'
import {
  seatsCancelledStudent,
  seatsConfirmedCoach,
  seatsConfirmedStudent,
  seatsReminderStudent,
} from './seat-letters.ts'
import type { SeriesLesson } from './series-words.ts'

/** Texts of letters about seats in a clinic that depend on what happened. Pure and deterministic. */

/** At least one seat. */
export type Seats = readonly [SeriesLesson, ...SeriesLesson[]]

const sumPaid = (seats: readonly SeriesLesson[]) => seats.reduce((sum, { money }) => sum + money.paidCents, 0)

const namesOf = (seats: readonly SeriesLesson[]) =>
  seats
    .map(({ lesson }) => playerName(lesson))
    .toSorted()
    .join(', ')

/** What all seats of a purchase share: how many they are, who takes part, and when. */
const factsOf = (seats: Seats, calendarUrl: string) => ({
  seat_count: `${seats.length} seats`,
  participants: namesOf(seats),
  dates: timesOfLesson(seats[0].lesson)
    .map(({ start, end }) => formatLesson(start, (end - start) / MINUTE, seats[0].lesson.zone))
    .join('; '),
  series_calendar_url: calendarUrl,
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
    ...factsOf(booked, calendarUrl),
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
    ...factsOf(booked, calendarUrl),
    share: `${formatMoney(shareCents)} (the student paid ${formatMoney(sumPaid(booked))})`,
  })
}

/** The clinic does not take place: for a student with several seats. @param now milliseconds since 1970, UTC */
export function seatsCancelledFor(
  seats: Seats,
  { message, refundCents, now }: { message?: string; refundCents: Cents; now: number },
  calendarUrl: string,
): LessonLetter {
  const { coach, zone } = seats[0].lesson
  const paidCents = sumPaid(seats)
  const amount = refundCents === paidCents ? 'all of the' : `${formatMoney(refundCents)} of the`
  return fillInLesson(seatsCancelledStudent, {
    ...factsOf(seats, calendarUrl),
    what_happened: `${coach.label} cancelled your ${seats.length} seats.`,
    message_line: message ? `${coach.label} wrote: “${message}”` : '',
    refund_line:
      refundCents > 0
        ? `We refund ${amount} ${formatMoney(paidCents)} you paid to your card. It should be there by ${refundArrives(now, zone)}.`
        : 'What you paid was refunded before.',
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

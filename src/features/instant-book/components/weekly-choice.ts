import type { SeriesWeek } from '#features/bookings/series/schema.ts'
import { LEAST_LESSONS } from '#features/bookings/series/series.ts'
import type { HoldWeekly, LessonToBook } from './booking-attempt.ts'

/** The weekly lessons chosen in the booking panel, in place of one lesson. */
export interface WeeklyChoice {
  /** The start of the first lesson, for which the choice was made: an ISO instant. */
  of: string
  /** Why they cannot be booked now, as while their weeks are loading; null when they can. */
  problem: string | null
  /** `12 weekly lessons` */
  title: string
  /** The price of all lessons. */
  listPriceCents: number
  priceCents: number
  lines: []
  /** The terms of cancelling each of them. */
  terms: string
  /** What differs from the booking of one lesson. */
  lesson: Pick<LessonToBook, 'expectedPriceCents'> & { starts: string[]; hold: HoldWeekly }
}

/**
 * How many weeks are booked: the chosen number, as far as the lessons that are left go; null for one lesson only, also when too few
 * are left.
 */
export const countWeeks = (chosen: number | null, most: number): number | null =>
  chosen === null || most < LEAST_LESSONS ? null : Math.min(chosen, most)

/**
 * Why the weeks cannot be booked now; null when they can.
 * @param lessons how many of them can be booked; null when they are not loaded
 */
export function whyNotWeekly(lessons: number | null, isFailed: boolean): string | null {
  if (lessons === null)
    return isFailed
      ? 'We could not load the weeks. Try again, or book one lesson only.'
      : 'The weeks are still loading. Please try again in a moment.'
  return lessons < LEAST_LESSONS
    ? 'Too few of these weeks are free. Choose another time or more weeks, or book one lesson only.'
    : null
}

/** A week that is booked: it is free, and a package that pays for it has not ended by then. */
export const isBookable = (week: SeriesWeek, until: string | null): week is SeriesWeek & { start: string } =>
  week.state === 'free' &&
  week.start !== null &&
  (until === null || Date.parse(week.start) <= Date.parse(until))

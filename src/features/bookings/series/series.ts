import type { WeekState } from '#features/availability/weekly-times.ts'

/** Weekly lessons that were booked together. Pure; shared with the browser. */

export const LEAST_LESSONS = 2
export const MOST_LESSONS = 12

/** A lesson's place in its series. */
export interface SeriesPlace {
  id: string
  /** From 1. */
  position: number
  /** How many lessons were booked together. */
  lessons: number
}

/** `Weekly lesson 3 of 12` */
export const seriesName = ({ position, lessons }: Pick<SeriesPlace, 'position' | 'lessons'>) =>
  `Weekly lesson ${position} of ${lessons}`

/** Why the time of a week cannot be booked, in two or three words. */
export const weekStateTexts: Record<Exclude<WeekState, 'free'>, string> = {
  taken: 'Taken',
  closed: 'Not taught then',
  too_far: 'Not bookable yet',
  too_soon: 'Too soon',
  skipped: 'No such time that day',
}

/** Lengths of time, in milliseconds unless the name says another unit. A day here has 24 hours; `time.ts` handles calendar days. */
const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const HOUR_SECONDS = 3_600
export const HOUR_MINUTES = 60
/** The minutes of a day on the wall clock, from 00:00 to 24:00. */
export const DAY_MINUTES = 1_440

import { MINUTE } from '#platform/duration.ts'

/** A date of a clinic, ISO instants. */
export interface SeatDate {
  start: string
  end: string
}

/** A lesson's time; a seat in a clinic has the dates of the clinic, ascending. */
export interface LessonTime {
  start: string
  durationMinutes: number
  seat: { dates: readonly SeatDate[] } | null
}

/** When a lesson ends; a seat in a clinic ends with its last date. @returns milliseconds since 1970, UTC */
export function endOfLesson({ start, durationMinutes, seat }: LessonTime): number {
  const last = seat?.dates.at(-1)
  return last ? Date.parse(last.end) : Date.parse(start) + durationMinutes * MINUTE
}

/** When a lesson takes place: once, or for a seat in a camp on several dates. Milliseconds since 1970, UTC, ascending. */
export function timesOfLesson({
  start,
  durationMinutes,
  seat,
}: LessonTime): { start: number; end: number }[] {
  if (seat) return seat.dates.map((date) => ({ start: Date.parse(date.start), end: Date.parse(date.end) }))
  return [{ start: Date.parse(start), end: Date.parse(start) + durationMinutes * MINUTE }]
}

import { minuteLabel } from '#features/availability/week.ts'
import { seriesName } from '#features/bookings/series/series.ts'
import { playerName } from '#features/golfers/golfer.ts'
import { MINUTE } from '#platform/duration.ts'
import { formatClockTime, formatDay, formatTimeRange, zoneName } from '#platform/time.ts'
import type { LessonEntry, ScheduleEntry } from '../schema.ts'

type HoldEntry = Extract<ScheduleEntry, { kind: 'hold' }>

/**
 * Formats `Tuesday, November 24`.
 * @param date `yyyy-MM-dd`
 */
export const dayWords = (date: string) => formatDay(`${date}T12:00:00Z`, 'UTC', { long: true })

/** Formats `9:00 – 10:30 AM`, without the zone, which the column header shows. In minutes since 00:00. */
export function minutesWords(from: number, to: number): string {
  const [first, last] = [minuteLabel(from), minuteLabel(to)]
  return `${first.slice(-2) === last.slice(-2) ? first.slice(0, -3) : first} – ${last}`
}

/** Formats `Tuesday, November 24, 9:00 – 10:00 AM EST`. */
export const whenWords = (start: string, minutes: number, zone: string) =>
  `${formatDay(start, zone, { long: true })}, ${formatTimeRange(start, minutes, zone)}`

export const minutesLong = ({ start, end }: { start: string; end: string }) =>
  (Date.parse(end) - Date.parse(start)) / MINUTE

/** The accessible name of an entry, with everything its appearance shows. */
export function entryLabel(entry: ScheduleEntry, zone: string): string {
  switch (entry.kind) {
    case 'lesson':
      return `${entry.status === 'completed' ? (entry.noShow ? 'Missed lesson' : 'Lesson taught') : 'Lesson'}: ${nameOf(entry)}, ${titleOf(entry)}, ${whenWords(entry.start, entry.durationMinutes, entry.zone)}, ${entry.place}`
    case 'hold':
      return `Waiting for payment: ${nameOf(entry)}, ${titleOf(entry)}, ${whenWords(entry.start, entry.durationMinutes, entry.zone)}, kept until ${formatClockTime(entry.heldUntil, zone)} ${zoneName(entry.heldUntil, zone)}`
    case 'clinic':
      return `Clinic: ${entry.title}, ${seatsWords(entry)}, ${whenWords(entry.start, minutesLong(entry), entry.zone)}, ${entry.place}`
    case 'block':
      return `Blocked${entry.note ? `, ${entry.note}` : ''}: ${spanWords(entry, zone)}`
    case 'opening':
      return `Extra hours${entry.place ? ` at ${entry.place}` : ''}${entry.note ? `, ${entry.note}` : ''}: ${spanWords(entry, zone)}`
    case 'busy':
      return `Busy in ${entry.calendar}${entry.title ? `, ${entry.title}` : ''}: ${spanWords(entry, zone)}`
  }
}

/** `3 of 8 seats` */
export const seatsWords = ({ taken, seats }: { taken: number; seats: number }) => `${taken} of ${seats} seats`

const nameOf = (entry: LessonEntry | HoldEntry) =>
  entry.isInvitation ? `${entry.student.name} (invited)` : playerName(entry)
const titleOf = ({ title, series }: LessonEntry | HoldEntry) =>
  series ? `${title}, ${seriesName(series)}` : title

/** A day off, or an entry of another calendar from midnight to midnight. */
export const isAllDay = (entry: ScheduleEntry, zone: string): boolean =>
  entry.kind === 'block'
    ? entry.isAllDay
    : entry.kind === 'busy' &&
      Date.parse(entry.end) > Date.parse(entry.start) &&
      [entry.start, entry.end].every((at) => formatClockTime(at, zone) === '12:00 AM')

export function spanWords(entry: ScheduleEntry, zone: string): string {
  if (!isAllDay(entry, zone)) return whenWords(entry.start, minutesLong(entry), zone)
  const first = formatDay(entry.start, zone, { long: true })
  const last = formatDay(Date.parse(entry.end) - 1, zone, { long: true })
  return `${first === last ? first : `${first} – ${last}`}, all day`
}

/** The time of a lesson in its own zone, if the calendar shows another one; null when both are equal. */
export function ownTimeWords(
  entry: Pick<LessonEntry, 'start' | 'durationMinutes' | 'zone'>,
  zone: string,
): string | null {
  const own = formatTimeRange(entry.start, entry.durationMinutes, entry.zone)
  const here = formatTimeRange(entry.start, entry.durationMinutes, zone)
  return own.slice(0, -4) === here.slice(0, -4) ? null : own
}

/** What the student of a lesson hears when the coach moves it, and may do then. @param when the new time in words */
export function moveNews(
  { student: { name }, isOfCaller, isPaidElsewhere }: LessonEntry,
  when: string,
): string {
  if (isOfCaller) return `Nothing is sent: call or text ${name}.`
  const refund = isPaidElsewhere ? '' : ' for a full refund'
  return `${name} gets this message right away: “Your lesson has a new time, ${when}”, with a new calendar file. ${name} can cancel${refund} until the lesson begins.`
}

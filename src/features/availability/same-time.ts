import { DAY, MINUTE } from '#platform/duration.ts'
import { dateIn, dayOfWeek, offsetMinutes } from '#platform/time.ts'
import { bookableRange, listSlots, type ScheduleRules, type Slot } from './availability.ts'

/** A lesson whose weekday and time are wanted again, by the clock of the place where it was. */
export interface LessonBefore {
  /** Milliseconds since 1970, UTC. */
  start: number
  /** The zone of the place. */
  zone: string
  durationMinutes: number
}

/**
 * The next open times on the weekday and at the local time of a lesson, at most one a week. Weeks in which the time is not
 * open are skipped. Local time at the place decides, so that 9:00 AM stays 9:00 AM when the clocks change.
 * @param request.now milliseconds since 1970, UTC
 * @param request.count the number of times to find
 */
export function listSameTime(
  rules: ScheduleRules,
  before: LessonBefore,
  { now, count }: { now: number; count: number },
): Slot[] {
  const { first, last } = bookableRange(rules, now)
  if (first > last) return []
  const weekday = dayOfWeek(dateIn(before.start, before.zone))
  const time = clockMs(before.start, before.zone)
  const { durationMinutes } = before
  return listSlots(rules, { from: first, to: last, durationMinutes, now })
    .filter(({ date }) => dayOfWeek(date) === weekday)
    .flatMap(({ slots }) => slots.find(({ start }) => clockMs(start, rules.zone) === time) ?? [])
    .slice(0, count)
}

/** The time on the clock of a zone, in milliseconds after midnight. */
const clockMs = (instant: number, zone: string) => (instant + offsetMinutes(instant, zone) * MINUTE) % DAY

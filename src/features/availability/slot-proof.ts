import { HOUR, MINUTE } from '#platform/duration.ts'
import { dateOfEpochDay } from '#platform/time.ts'
import { dayShownAt, hoursByDay, type ScheduleRules, withMargin } from './availability.ts'
import type { Range } from './ranges.ts'
import { firstInstantOf, instantsShowing, openHours, type TeachingDay, teachingDay } from './teaching-day.ts'

/** Explains why a time cannot be booked, using the rules of the slot engine. Pure. */

/** Ordered by where a coach would look for the cause. */
export const slotObstacles = [
  'past',
  'clock_change',
  'hours',
  'other_calendar',
  'other_place',
  'block',
  'booking',
  'busy_elsewhere',
  'buffer',
  'drive',
  'step',
  'notice',
  'window',
] as const
export type SlotObstacle = (typeof slotObstacles)[number]

/** Hours that do not count for the request, to explain why a time is closed. */
export interface OtherHours {
  /** Hours at this place in calendars that students cannot book into. */
  ofOtherCalendars: ScheduleRules['windows']
  /** Hours of other places. */
  ofOtherPlaces: ScheduleRules['windows']
}

/**
 * All reasons why a lesson cannot be booked, most significant first; empty exactly when `listSlots` offers
 * the time.
 * @param request.start and now in milliseconds UTC
 */
export function findObstacles(
  rules: ScheduleRules,
  request: { start: number; durationMinutes: number; now: number },
  other: OtherHours = { ofOtherCalendars: [], ofOtherPlaces: [] },
): SlotObstacle[] {
  const { start, durationMinutes, now } = request
  const day = dayShownAt(start, rules.zone)
  const clock = teachingDay(day, rules.zone)
  const end = start + durationMinutes * MINUTE
  const found = new Set<SlotObstacle>()

  if (start < now) found.add('past')
  else if (start < now + rules.noticeHours * HOUR) found.add('notice')
  if (day > dayShownAt(now, rules.zone) + rules.windowDays) found.add('window')

  const lesson = { start, end }
  const { blocked } = hoursByDay(rules)(day, dateOfEpochDay(day))
  if (
    blocked.some((block) => instantsShowing(block.start, block.end, clock).some((one) => meet(one, lesson)))
  )
    found.add('block')

  for (const busy of rules.busy) {
    if (meet(busy, lesson)) found.add('booking')
    else {
      if (meet(withMargin(busy, rules.bufferMinutes), lesson)) found.add('buffer')
      if (meet(withMargin(busy, busy.driveMinutes ?? 0), lesson)) found.add('drive')
    }
  }
  for (const busy of rules.elsewhere ?? [])
    if (meet(busy, lesson)) found.add('busy_elsewhere')
    else if (meet(withMargin(busy, rules.bufferMinutes), lesson)) found.add('buffer')

  const minute = wallMinute(start, clock)
  if (firstInstantOf(minute, clock) !== start && Number.isInteger(minute)) found.add('clock_change')
  const fit = hoursFit(rules, start, durationMinutes)
  if (fit === 'outside') {
    found.add('hours')
    const within = (windows: ScheduleRules['windows']) =>
      windows.length > 0 &&
      hoursFit({ ...rules, windows, openings: [] }, start, durationMinutes) !== 'outside'
    if (within(other.ofOtherCalendars)) found.delete('hours') && found.add('other_calendar')
    else if (within(other.ofOtherPlaces)) found.delete('hours') && found.add('other_place')
  } else if (fit === 'off_grid') found.add('step')
  return slotObstacles.filter((obstacle) => found.has(obstacle))
}

/** Whether a lesson lies within one range of hours, and whether its start is on that range's grid. */
function hoursFit(rules: ScheduleRules, start: number, durationMinutes: number) {
  const day = dayShownAt(start, rules.zone)
  const clock = teachingDay(day, rules.zone)
  const minute = wallMinute(start, clock)
  const { hours } = hoursByDay(rules)(day, dateOfEpochDay(day))
  const around = hours.find((range) => range.start <= minute && minute < range.end)
  if (!around) return 'outside'
  const open = openHours(around.start, around.end, clock)
  const limit = start < clock.change ? open.limitBefore : open.limitAfter
  if (start + durationMinutes * MINUTE > limit) return 'outside'
  return (minute - around.start) % rules.stepMinutes === 0 ? 'fits' : 'off_grid'
}

/** Minutes since 00:00 on the wall clock; fractional for instants within a minute. */
export function wallMinute(instant: number, clock: TeachingDay): number {
  return (instant - (instant < clock.change ? clock.before : clock.after)) / MINUTE
}

const meet = (a: Range, b: Range) => a.start < b.end && b.start < a.end

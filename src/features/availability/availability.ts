import { DAY, HOUR, MINUTE } from '#platform/duration.ts'
import { dateOfEpochDay, epochDay, offsetMinutes } from '#platform/time.ts'
import {
  type BlockedTime,
  byDate,
  type DatedHours,
  datedHours,
  isFullyBlocked,
  type Opening,
} from './dated-hours.ts'
import { firstEndingAfter, merge, type Range } from './ranges.ts'
import { firstInstantOf, instantsShowing, openHours, teachingDay } from './teaching-day.ts'
import { hoursOfWeeks, type WeeklyWindow, weekday, weekParity } from './weekly-hours.ts'

/** More days than any booking window; protects against requests that would compute years. */
const MAX_DAYS_LISTED = 400

/** The inputs that determine a coach's open times at one teaching place. */
export interface ScheduleRules {
  /** IANA name; all dates and minutes below are wall-clock times in this zone. */
  zone: string
  windows: readonly WeeklyWindow[]
  blocks: readonly BlockedTime[]
  /** One-off times outside the weekly hours; none when omitted. */
  openings?: readonly Opening[]
  /** Lessons that occupy time, in milliseconds UTC; any order. */
  busy: readonly Occupied[]
  /** Busy times from the coach's other calendars, in milliseconds UTC; any order, none when omitted. */
  elsewhere?: readonly Range[]
  /** The minimum number of hours between now and the start of a lesson. */
  noticeHours: number
  /** The number of days after today up to which dates can be booked. */
  windowDays: number
  stepMinutes: number
  /**
   * Minutes kept free before and after everything in `busy` and `elsewhere`. A longer drive to a lesson takes
   * precedence.
   */
  bufferMinutes: number
}

/** A booked lesson, at this place or another. */
export interface Occupied extends Range {
  /** Driving minutes between the lesson's place and the place of these rules; none when omitted. */
  driveMinutes?: number
}

/** Two places in either order: the drive takes the same time in both directions. */
export interface Drive {
  placeA: string
  placeB: string
  minutes: number
}

/** A booked lesson and its place. */
export interface LessonAtPlace extends Range {
  /** Null when the place is not or no longer one of the coach's places. */
  placeId: string | null
}

/** A time that can be booked, in milliseconds UTC. */
export type Slot = Range

export interface DaySlots {
  date: string
  slots: Slot[]
}

/** What a date picker needs before slots are loaded; dates are `yyyy-MM-dd` in the coach's zone. */
export interface BookableRange {
  today: string
  /** The first date that satisfies the notice. Later than `last` when the notice exceeds the window. */
  first: string
  last: string
  /** Fully blocked dates in between, ascending. */
  disabled: string[]
}

/** A request's rules, sorted and merged once, so that each day only needs integer arithmetic. */
interface Plan {
  rules: ScheduleRules
  hoursOfDay: (day: number, date: string) => DatedHours
  /** Ascending and disjoint, including the buffer. */
  busy: Range[]
  duration: number
  /** No lesson starts before this instant. */
  earliest: number
  firstDay: number
  lastDay: number
}

/**
 * The open times of every requested date, `from` and `to` included. Dates outside the booking window have
 * none.
 * Starts lie on a grid of `stepMinutes` that begins at the start of the availability window, after
 * overlapping or touching windows of a date were merged. A lesson must fit into one window of one date:
 * windows are not joined at midnight. Times skipped when clocks go forward are not offered; in the hour
 * repeated when they go back, lessons start only in its first pass.
 * @param now milliseconds UTC
 * @throws RangeError for more than 400 dates or an unknown zone
 */
export function listSlots(
  rules: ScheduleRules,
  request: { from: string; to: string; durationMinutes: number; now: number },
): DaySlots[] {
  const from = epochDay(request.from)
  const to = epochDay(request.to)
  if (!(to - from < MAX_DAYS_LISTED)) throw new RangeError(`too many dates: ${request.from} to ${request.to}`)
  const plan = prepare(rules, request.durationMinutes, request.now)
  const days: DaySlots[] = []
  for (let day = from; day <= to; day++) {
    const date = dateOfEpochDay(day)
    days.push({ date, slots: slotsOfDay(plan, day, date) })
  }
  return days
}

/**
 * The first open time in the booking window, or null.
 * @param request.now milliseconds UTC
 */
export function findFirstSlot(
  rules: ScheduleRules,
  request: { durationMinutes: number; now: number },
): Slot | null {
  const plan = prepare(rules, request.durationMinutes, request.now)
  for (let day = plan.firstDay; day <= plan.lastDay; day++) {
    const [first] = slotsOfDay(plan, day, dateOfEpochDay(day))
    if (first) return first
  }
  return null
}

/** The first date with a slot, in the zone of the rules; null when there is none. */
export function findFirstBookableDate(
  rules: ScheduleRules,
  request: { durationMinutes: number; now: number },
): string | null {
  const slot = findFirstSlot(rules, request)
  return slot && dateOfEpochDay(dayShownAt(slot.start, rules.zone))
}

/**
 * Whether `listSlots` would offer exactly this time. Checked again when a lesson is booked and when a payment
 * arrives late.
 * @param start milliseconds UTC
 * @param now milliseconds UTC
 */
export function isSlotOpen(
  rules: ScheduleRules,
  start: number,
  durationMinutes: number,
  now: number,
): boolean {
  const day = dayShownAt(start, rules.zone)
  const plan = prepare(rules, durationMinutes, now)
  return slotsOfDay(plan, day, dateOfEpochDay(day)).some((slot) => slot.start === start)
}

/**
 * The dates a date picker offers.
 * @param now milliseconds UTC
 */
export function bookableRange(rules: ScheduleRules, now: number): BookableRange {
  const today = dayShownAt(now, rules.zone)
  const first = dateOfEpochDay(dayShownAt(now + rules.noticeHours * HOUR, rules.zone))
  const last = dateOfEpochDay(today + rules.windowDays)
  const hours = hoursByDay(rules)
  const disabled = [...byDate(rules.blocks).keys()]
    .filter((date) => date >= first && date <= last && isFullyBlocked(hours(epochDay(date), date)))
    .sort()
  return { today: dateOfEpochDay(today), first, last, disabled }
}

/** Whether a date picker shows a date as disabled. */
export function isDateDisabled(range: BookableRange, date: string): boolean {
  return date < range.first || date > range.last || range.disabled.includes(date)
}

function prepare(rules: ScheduleRules, durationMinutes: number, now: number): Plan {
  const earliest = now + rules.noticeHours * HOUR
  return {
    rules,
    hoursOfDay: hoursByDay(rules),
    busy: merge(occupied(rules).map((one) => withMargin(one, minutesKeptFree(one, rules)))),
    duration: durationMinutes * MINUTE,
    earliest,
    firstDay: dayShownAt(earliest, rules.zone),
    lastDay: dayShownAt(now, rules.zone) + rules.windowDays,
  }
}

/** Lessons as seen from a place: lessons elsewhere get the driving time between the two places. */
export function occupiedAt(
  placeId: string | null,
  lessons: readonly LessonAtPlace[],
  drives: readonly Drive[],
): Occupied[] {
  const minutesTo = new Map<string | null, number>()
  for (const { placeA, placeB, minutes } of drives) {
    if (placeA === placeId) minutesTo.set(placeB, minutes)
    if (placeB === placeId) minutesTo.set(placeA, minutes)
  }
  return lessons.map(({ start, end, placeId: at }) => {
    const driveMinutes = minutesTo.get(at) ?? 0
    return driveMinutes > 0 ? { start, end, driveMinutes } : { start, end }
  })
}

/** Minutes kept free before and after a lesson. */
export const minutesKeptFree = (
  { driveMinutes = 0 }: Occupied,
  rules: Pick<ScheduleRules, 'bufferMinutes'>,
): number => Math.max(rules.bufferMinutes, driveMinutes)

/** A range extended by a number of minutes on both sides. */
export const withMargin = ({ start, end }: Range, minutes: number): Range => ({
  start: start - minutes * MINUTE,
  end: end + minutes * MINUTE,
})

/** All times at which a coach cannot teach: lessons, and busy times from other calendars. */
export const occupied = ({
  busy,
  elsewhere,
}: Pick<ScheduleRules, 'busy' | 'elsewhere'>): readonly Occupied[] =>
  elsewhere?.length ? [...busy, ...elsewhere] : busy

function slotsOfDay(plan: Plan, day: number, date: string): Slot[] {
  const slots: Slot[] = []
  if (day < plan.firstDay || day > plan.lastDay) return slots
  const { hours, blocked } = plan.hoursOfDay(day, date)
  if (hours.length === 0) return slots

  const clock = teachingDay(day, plan.rules.zone)
  const blockedInstants = blocked.flatMap(({ start, end }) => instantsShowing(start, end, clock))
  const taken = blockedInstants.length > 0 ? merge([...plan.busy, ...blockedInstants]) : plan.busy
  let next = firstEndingAfter(taken, clock.before)
  for (const { start: startMinute, end: endMinute } of hours) {
    const open = openHours(startMinute, endMinute, clock)
    for (let minute = startMinute; minute < endMinute; minute += plan.rules.stepMinutes) {
      const start = firstInstantOf(minute, clock)
      if (start === null || start < plan.earliest) continue
      const end = start + plan.duration
      if (end > (start < clock.change ? open.limitBefore : open.limitAfter)) continue
      let inTheWay = taken[next]
      while (inTheWay && inTheWay.end <= start) inTheWay = taken[++next]
      if (!inTheWay || inTheWay.start >= end) slots.push({ start, end })
    }
  }
  return slots
}

/**
 * Computes the hours of any date under the given rules.
 * @returns a function of the days since 1970-01-01 and the same date, `yyyy-MM-dd`
 */
export function hoursByDay(rules: ScheduleRules): (day: number, date: string) => DatedHours {
  const weeks = hoursOfWeeks(rules.windows)
  const blocks = byDate(rules.blocks)
  const openings = byDate(rules.openings ?? [])
  return (day, date) =>
    datedHours(weeks[weekParity(day)][weekday(day)] ?? [], blocks.get(date) ?? [], openings.get(date) ?? [])
}

/** The local date at an instant, as days since 1970-01-01. */
export function dayShownAt(instant: number, zone: string): number {
  return Math.floor((instant + offsetMinutes(instant, zone) * MINUTE) / DAY)
}

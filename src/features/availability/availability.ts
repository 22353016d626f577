import { dateOfEpochDay, epochDay, offsetMinutes } from '#platform/time.ts'
import {
  type Block,
  byDate,
  type DatedHours,
  datedHours,
  firstEndingAfter,
  firstInstantOf,
  hoursOfWeeks,
  instantsShowing,
  isFullyBlocked,
  merge,
  type Opening,
  openHours,
  type Range,
  teachingDay,
  type WeeklyWindow,
  weekday,
  weekParity,
} from './teaching-day.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000
/** More than any booking window; keeps a careless caller from computing years. */
const MAX_DAYS_LISTED = 400

/** Everything that decides which times of a coach are open at one teaching place. */
export interface ScheduleRules {
  /** IANA name; all dates and minutes here are on its wall clock. */
  zone: string
  windows: readonly WeeklyWindow[]
  blocks: readonly Block[]
  /** One-off times outside of the weekly hours; none when left out. */
  openings?: readonly Opening[]
  /** Lessons that occupy time, in milliseconds UTC; any order. */
  busy: readonly Occupied[]
  /** What the coach's other calendars keep busy, in milliseconds UTC; any order, none when left out. */
  elsewhere?: readonly Range[]
  /** A lesson starts at least so many hours from now. */
  noticeHours: number
  /** The last bookable date is so many days after today. */
  windowDays: number
  stepMinutes: number
  /** Kept free before and after everything in `busy` and `elsewhere`. Where the drive to a lesson takes longer, the drive is. */
  bufferMinutes: number
}

/** A lesson that is booked, at this place or another. */
export interface Occupied extends Range {
  /** Minutes by car between its place and the one these rules are about; none when left out. */
  driveMinutes?: number
}

/** Two places, in no order: the way back takes as long. */
export interface Drive {
  placeA: string
  placeB: string
  minutes: number
}

/** A lesson that is booked, and where. */
export interface LessonAtPlace extends Range {
  /** Null: no place of the coach's, or one that is gone. */
  placeId: string | null
}

/** A time a lesson may take, in milliseconds UTC. */
export type Slot = Range

export interface DaySlots {
  date: string
  slots: Slot[]
}

/** What a calendar needs to know before any slot is asked for; dates are `yyyy-MM-dd` in the coach's zone. */
export interface BookableRange {
  today: string
  /** The first date with an instant that is far enough away. After `last` when the notice is that long. */
  first: string
  last: string
  /** Dates in between that are blocked from end to end, ascending. */
  disabled: string[]
}

/** A request's rules, sorted and merged once, so that a day is a walk over integers. */
interface Plan {
  rules: ScheduleRules
  hoursOfDay: (day: number, date: string) => DatedHours
  /** Ascending and apart; the buffer is included. */
  busy: Range[]
  duration: number
  /** No lesson starts before this instant. */
  earliest: number
  firstDay: number
  lastDay: number
}

/**
 * The open times of every date asked for, from and to included. Dates outside the booking window have none.
 * A start lies on a grid of `stepMinutes` that begins where the availability window begins, after windows of a date that overlap
 * or touch were made one. A lesson stays inside one window of one date: 24:00 and the next day's 00:00 are not joined.
 * When clocks go forward the skipped times are no slots; when they go back, the repeated hour starts lessons once, the first time.
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

/** The first open time there is, or null when the whole booking window has none. @param request.now milliseconds UTC */
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
 * True when `listSlots` would offer exactly this time. Asked again when a lesson is booked and when a payment arrives late.
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

/** Which dates a calendar offers. @param now milliseconds UTC */
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

/** True for a date that a calendar shows but does not let people choose. */
export function isDateDisabled(range: BookableRange, date: string): boolean {
  return date < range.first || date > range.last || range.disabled.includes(date)
}

function prepare(rules: ScheduleRules, durationMinutes: number, now: number): Plan {
  const earliest = now + rules.noticeHours * HOUR
  return {
    rules,
    hoursOfDay: hoursByDay(rules),
    busy: merge(occupied(rules).map((one) => withMargin(one, keptFree(one, rules)))),
    duration: durationMinutes * MINUTE,
    earliest,
    firstDay: dayShownAt(earliest, rules.zone),
    lastDay: dayShownAt(now, rules.zone) + rules.windowDays,
  }
}

/** Lessons as they stand in the way of another place: those elsewhere with the drive to them. */
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
export const keptFree = (
  { driveMinutes = 0 }: Occupied,
  rules: Pick<ScheduleRules, 'bufferMinutes'>,
): number => Math.max(rules.bufferMinutes, driveMinutes)

/** A time and so many minutes before and after it. */
export const withMargin = ({ start, end }: Range, minutes: number): Range => ({
  start: start - minutes * MINUTE,
  end: end + minutes * MINUTE,
})

/** What keeps a coach from teaching: lessons, and entries of other calendars. */
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

/** The hours of any date under some rules. @returns a function of the days since 1970-01-01 and the same date, `yyyy-MM-dd` */
export function hoursByDay(rules: ScheduleRules): (day: number, date: string) => DatedHours {
  const weeks = hoursOfWeeks(rules.windows)
  const blocks = byDate(rules.blocks)
  const openings = byDate(rules.openings ?? [])
  return (day, date) =>
    datedHours(weeks[weekParity(day)][weekday(day)] ?? [], blocks.get(date) ?? [], openings.get(date) ?? [])
}

/** The date on the wall at an instant, as days since 1970-01-01. */
export function dayShownAt(instant: number, zone: string): number {
  return Math.floor((instant + offsetMinutes(instant, zone) * MINUTE) / DAY)
}

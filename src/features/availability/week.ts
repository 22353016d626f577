import { DAY_MINUTES } from '#platform/duration.ts'
import { dateOfEpochDay, epochDay, formatClockTime, offsetMinutes } from '#platform/time.ts'
import { merge, type Range, subtract } from './ranges.ts'
import { minutesOf, weekdays } from './weekdays.ts'
import { isCalendarInUse, isPlaceOf, type WeekParity, weekday, weekParity } from './weekly-hours.ts'

/** Validates a coach's week while it is edited, and copies and repairs its days. Pure. */

/** One range of a weekday, `HH:MM` in local time at the place; a day ends at `24:00`. */
export interface WeekRange {
  /** Null: hours that belong to no calendar. */
  calendarId: string | null
  /** 0 is Sunday. */
  day: number
  from: string
  to: string
  /** Only every other week; null: every week. */
  weekParity: WeekParity | null
}

/** A named set of hours. When it has a place, its hours count only there. */
export interface WeekCalendar {
  id: string
  name: string
  placeId: string | null
}

export interface Week {
  calendars: WeekCalendar[]
  /** The calendar that students book into; null: all hours. */
  instantBookCalendarId: string | null
  hours: WeekRange[]
  /** Places where hours without a place do not count. */
  ownHoursPlaceIds?: string[] | undefined
}

/** Whether two weeks are the same apart from their order. Places with own hours that are omitted are unchanged. */
export function isSameWeek(one: Week, other: Week): boolean {
  const listed = (rows: readonly (readonly unknown[])[]) => rows.map((row) => JSON.stringify(row)).sort()
  const contentOf = ({ calendars, instantBookCalendarId, hours, ownHoursPlaceIds = [] }: Week) =>
    JSON.stringify([
      listed(calendars.map(({ id, name, placeId }) => [id, name.trim(), placeId])),
      instantBookCalendarId,
      listed(
        hours.map(({ calendarId, day, from, to, weekParity }) => [calendarId, day, from, to, weekParity]),
      ),
      [...new Set(ownHoursPlaceIds)].sort(),
    ])
  const placeIds = one.ownHoursPlaceIds ?? other.ownHoursPlaceIds
  return (
    contentOf({ ...one, ownHoursPlaceIds: placeIds }) ===
    contentOf({ ...other, ownHoursPlaceIds: other.ownHoursPlaceIds ?? placeIds })
  )
}

/** The places without bookable weekly hours, in the given order. */
export function placesWithoutHours(week: Week, placeIds: readonly string[]): string[] {
  const placeOf = new Map(week.calendars.map(({ id, placeId }) => [id, placeId]))
  const inUse = week.hours
    .filter((range) => isCalendarInUse(range, { calendarId: week.instantBookCalendarId }))
    .map(({ calendarId }) => ({ placeId: calendarId === null ? null : (placeOf.get(calendarId) ?? null) }))
  return placeIds.filter((placeId) => {
    const at = { placeId, hasOwnHours: week.ownHoursPlaceIds?.includes(placeId) ?? false }
    return !inUse.some((hours) => isPlaceOf(hours, at))
  })
}

/** `HH:MM`; 1440 is `24:00`. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** `9:00 AM`. @param minutes since 00:00 */
export const minuteLabel = (minutes: number): string => formatClockTime(minutes * 60_000, 'UTC')

/** `9:00 AM – 12:00 PM` */
export const rangeWords = ({ from, to }: Pick<WeekRange, 'from' | 'to'>): string =>
  `${minuteLabel(minutesOf(from))} – ${minuteLabel(minutesOf(to))}`

const asRange = ({ from, to }: WeekRange): Range => ({ start: minutesOf(from), end: minutesOf(to) })

const sameWeeks = (a: WeekRange, b: WeekRange) =>
  a.weekParity === null || b.weekParity === null || a.weekParity === b.weekParity

const overlap = (a: WeekRange, b: WeekRange) =>
  a.day === b.day && sameWeeks(a, b) && asRange(a).start < asRange(b).end && asRange(b).start < asRange(a).end

/** The errors in the ranges of a week, by index; ranges of one calendar must not overlap. */
export function faultsOfWeek(hours: readonly WeekRange[]): Map<number, string> {
  const faults = new Map<number, string>()
  for (const [at, range] of hours.entries()) {
    if (!range.from || !range.to) faults.set(at, 'Enter when it begins and ends')
    else if (minutesOf(range.to) <= minutesOf(range.from)) faults.set(at, 'Must end after it begins')
    else {
      const earlier = hours
        .slice(0, at)
        .find((other) => other.calendarId === range.calendarId && overlap(other, range))
      if (earlier) faults.set(at, `Overlaps ${rangeWords(earlier)}`)
    }
  }
  return faults
}

/** A range on a weekday in local time at one place. */
interface ClockSpan {
  day: number
  from: string
  to: string
}

/** A time that is open at two places at once, in local time of each; the ranges are given by index. */
export interface PlaceOverlap {
  first: number
  second: number
  ofFirst: ClockSpan
  ofSecond: ClockSpan
}

const WEEKS = 14 * DAY_MINUTES

/**
 * Finds hours of two places that overlap. A lesson at one place makes that time unavailable at the other.
 * Places in different zones are compared with every clock difference that occurs in the coming year.
 * @param zones the zone of each place
 * @param today `yyyy-MM-dd`; the year from this date determines the clock differences
 */
export function overlapsBetweenPlaces(
  { hours, calendars }: Week,
  zones: ReadonlyMap<string, string>,
  today: string,
): PlaceOverlap[] {
  const placeOf = new Map(calendars.map(({ id, placeId }) => [id, placeId]))
  const placed = hours.map((range) => (range.calendarId ? (placeOf.get(range.calendarId) ?? null) : null))
  const known = new Map<string, number[]>()
  const differences = (one: string, other: string) => {
    const [from, to] = [zones.get(one), zones.get(other)]
    if (!from || !to || from === to) return [0]
    const key = `${from} ${to}`
    const found = known.get(key) ?? clockDifferences(from, to, today)
    known.set(key, found)
    return found
  }
  return hours.flatMap((one, first) =>
    hours.flatMap((other, second) => {
      const [here, there] = [placed[first], placed[second]]
      if (second <= first || !here || !there || here === there) return []
      const shared = differences(here, there).flatMap((ahead) => sharedMinutes(one, other, ahead))
      if (shared.length === 0) return []
      const span = (day: number, stretches: readonly Range[]): ClockSpan => ({
        day,
        from: clockOf(Math.min(...stretches.map(({ start }) => start))),
        to: clockOf(Math.max(...stretches.map(({ end }) => end))),
      })
      return [
        {
          first,
          second,
          ofFirst: span(
            one.day,
            shared.map(({ ofFirst }) => ofFirst),
          ),
          ofSecond: span(
            other.day,
            shared.map(({ ofSecond }) => ofSecond),
          ),
        },
      ]
    }),
  )
}

/** The differences in minutes between the clocks of two zones that occur in the coming year. */
function clockDifferences(zone: string, other: string, today: string): number[] {
  const noon = Date.parse(`${today}T12:00:00Z`)
  const found = new Set<number>()
  for (let day = 0; day < 366; day++) {
    const instant = noon + day * DAY_MINUTES * 60_000
    found.add(offsetMinutes(instant, zone) - offsetMinutes(instant, other))
  }
  return [...found]
}

/**
 * The overlap of two ranges when the first clock is `ahead` minutes ahead, in minutes of each range's day.
 */
function sharedMinutes(one: WeekRange, other: WeekRange, ahead: number) {
  const starts = (range: WeekRange) =>
    ([0, 1] as const).flatMap((parity) =>
      range.weekParity === null || range.weekParity === parity
        ? [parity * 7 * DAY_MINUTES + ((range.day + 6) % 7) * DAY_MINUTES]
        : [],
    )
  return starts(one).flatMap((dayOfOne) =>
    starts(other).flatMap((dayOfOther) =>
      // Sunday night in one zone may be Monday in the other, including at the end of the two weeks.
      [-WEEKS, 0, WEEKS].flatMap((turn) => {
        const shift = dayOfOther + turn + ahead - dayOfOne
        const start = Math.max(asRange(one).start, asRange(other).start + shift)
        const end = Math.min(asRange(one).end, asRange(other).end + shift)
        return start < end
          ? [{ ofFirst: { start, end }, ofSecond: { start: start - shift, end: end - shift } }]
          : []
      }),
    ),
  )
}

/** Removes a time from one range of the week and keeps the remaining parts at its position. */
export function withoutTime(
  hours: readonly WeekRange[],
  at: number,
  time: { from: string; to: string },
): WeekRange[] {
  return hours.flatMap((range, nth) =>
    nth === at
      ? subtract([asRange(range)], [{ start: minutesOf(time.from), end: minutesOf(time.to) }]).map(
          ({ start, end }) => ({ ...range, from: clockOf(start), to: clockOf(end) }),
        )
      : [range],
  )
}

/** Copies one day of a calendar to others, replacing their ranges. */
export function withCopiedDay(
  hours: readonly WeekRange[],
  { calendarId, day, to }: { calendarId: string | null; day: number; to: readonly number[] },
): WeekRange[] {
  const source = hours.filter((range) => range.calendarId === calendarId && range.day === day)
  return [
    ...hours.filter(
      (range) => range.calendarId !== calendarId || !to.includes(range.day) || range.day === day,
    ),
    ...to
      .filter((other) => other !== day)
      .flatMap((other) => source.map((range) => ({ ...range, day: other }))),
  ]
}

/**
 * The next dates of a weekday in weeks of a parity, `yyyy-MM-dd`.
 * @param today the first candidate
 */
export function nextDates(today: string, day: number, parity: WeekParity, count: number): string[] {
  const first = epochDay(today)
  const dates: string[] = []
  for (let at = first; dates.length < count && at < first + 70; at++)
    if (weekday(at) === day && weekParity(at) === parity) dates.push(dateOfEpochDay(at))
  return dates
}

/** Average hours per week, with overlapping hours counted once. */
export function hoursAWeek(hours: readonly WeekRange[]): number {
  const sum = ([0, 1] as const).flatMap((parity) =>
    weekdays.flatMap(({ day }) =>
      merge(
        hours.filter((range) => range.day === day && (range.weekParity ?? parity) === parity).map(asRange),
      ).map(({ start, end }) => end - start),
    ),
  )
  return sum.reduce((total, minutes) => total + minutes, 0) / 120
}

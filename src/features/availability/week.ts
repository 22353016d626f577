import { dateOfEpochDay, epochDay, formatClockTime } from '#platform/time.ts'
import { merge, type Range, subtract, type WeekParity, weekday, weekParity } from './teaching-day.ts'

/** A coach's week as she edits it: what is wrong with it, and how its days are copied and repaired. Pure. */

/** One range of a weekday, `HH:MM` on the clock of the place; a day ends at `24:00`. */
export interface WeekRange {
  /** Null: hours that belong to no calendar. */
  calendarId: string | null
  /** 0 is Sunday. */
  day: number
  from: string
  to: string
  /** Every other week only; null: every week. */
  weekParity: WeekParity | null
}

/** A named set of hours. With a place they count there alone. */
export interface WeekCalendar {
  id: string
  name: string
  placeId: string | null
}

export interface Week {
  calendars: WeekCalendar[]
  /** The calendar students book into; null: all hours. */
  instantBookCalendarId: string | null
  hours: WeekRange[]
}

/** Monday first, as people plan their weeks. */
export const weekdays = [
  { day: 1, name: 'Monday' },
  { day: 2, name: 'Tuesday' },
  { day: 3, name: 'Wednesday' },
  { day: 4, name: 'Thursday' },
  { day: 5, name: 'Friday' },
  { day: 6, name: 'Saturday' },
  { day: 0, name: 'Sunday' },
] as const

/** Minutes since 00:00. @param time `HH:MM` */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** `HH:MM`; 1440 is `24:00`. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** `9:00 AM`. @param minutes since 00:00 */
export const clockWords = (minutes: number): string => formatClockTime(minutes * 60_000, 'UTC')

/** `9:00 AM – 12:00 PM` */
export const rangeWords = ({ from, to }: Pick<WeekRange, 'from' | 'to'>): string =>
  `${clockWords(minutesOf(from))} – ${clockWords(minutesOf(to))}`

const asRange = ({ from, to }: WeekRange): Range => ({ start: minutesOf(from), end: minutesOf(to) })

const sameWeeks = (a: WeekRange, b: WeekRange) =>
  a.weekParity === null || b.weekParity === null || a.weekParity === b.weekParity

const overlap = (a: WeekRange, b: WeekRange) =>
  a.day === b.day && sameWeeks(a, b) && asRange(a).start < asRange(b).end && asRange(b).start < asRange(a).end

/** What is wrong with ranges of a week, by their place in the list; two of one calendar must not overlap. */
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

/** A time that is open at two places at once: the ranges by their place in the list, and what they share. */
export interface PlaceOverlap {
  first: number
  second: number
  day: number
  from: string
  to: string
}

/** Where hours of two places overlap. A lesson at one takes the time from the other, and nobody is in two towns. */
export function overlapsBetweenPlaces({ hours, calendars }: Week): PlaceOverlap[] {
  const placeOf = new Map(calendars.map(({ id, placeId }) => [id, placeId]))
  const place = (range: WeekRange) => (range.calendarId ? (placeOf.get(range.calendarId) ?? null) : null)
  return hours.flatMap((one, first) =>
    hours.flatMap((other, second) => {
      const isTwoPlaces = place(one) !== null && place(other) !== null && place(one) !== place(other)
      if (second <= first || !isTwoPlaces || !overlap(one, other)) return []
      const start = Math.max(asRange(one).start, asRange(other).start)
      const end = Math.min(asRange(one).end, asRange(other).end)
      return [{ first, second, day: one.day, from: clockOf(start), to: clockOf(end) }]
    }),
  )
}

/** The week with a time taken out of one range: what is left of it stands in its place. */
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

/** The week with one day of a calendar copied to others, in place of what they had. */
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

/** The next dates of a weekday in weeks of a parity, `yyyy-MM-dd`. @param today the first that counts */
export function nextDates(today: string, day: number, parity: WeekParity, count: number): string[] {
  const first = epochDay(today)
  const dates: string[] = []
  for (let at = first; dates.length < count && at < first + 70; at++)
    if (weekday(at) === day && weekParity(at) === parity) dates.push(dateOfEpochDay(at))
  return dates
}

/** Hours a week on average, places and calendars counted once. */
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

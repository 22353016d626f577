import { DAY, MINUTE } from '#platform/duration.ts'
import { dateIn, offsetMinutes } from '#platform/time.ts'
import type { Coach } from './rows.ts'

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const offsets = new Map<string, number>()

/** The number of a date since 1970. @param date `yyyy-MM-dd` */
export const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY

/**
 * The instant of a time on the wall in an American zone, from 4 AM on: clocks there change at 2 AM, before noon UTC.
 * @param day number of the date since 1970
 * @param minutes since midnight by the clock on the wall
 */
export function instantOf(day: number, minutes: number, zone: string): number {
  const key = `${zone} ${day}`
  let offset = offsets.get(key)
  if (offset === undefined) {
    offset = offsetMinutes(day * DAY + DAY / 2, zone)
    offsets.set(key, offset)
  }
  return day * DAY + (minutes - offset) * MINUTE
}

/** A coach's days while lessons are put into them. */
export interface Diary {
  /** Today's day number where the coach teaches. */
  readonly today: number
  /** Starts of lessons that still fit a day's hours, as minutes since midnight on the wall; on the half hour grid. */
  openings(day: number, duration: number): number[]
  /** Takes the time out of the day. */
  take(day: number, start: number, duration: number): void
}

/** Opens a coach's diary: weekly hours less blocked dates. */
export function openDiary(coach: Coach, now: number): Diary {
  const zone = coach.coach.time_zone
  const hours = coach.hours.map((span) => ({
    weekday: span.day_of_week,
    from: minutesOf(span.start_time),
    to: minutesOf(span.end_time),
  }))
  const taken = new Map<number, (readonly [from: number, to: number])[]>()
  const take = (day: number, from: number, to: number) =>
    taken.set(day, [...(taken.get(day) ?? []), [from, to]])
  for (const { blocked_date, start_time, end_time } of coach.blocked)
    take(
      dayNumber(blocked_date),
      start_time ? minutesOf(start_time) : 0,
      end_time ? minutesOf(end_time) : 24 * 60,
    )
  return {
    today: dayNumber(dateIn(now, zone)),
    openings(day, duration) {
      // 1970-01-01 was a Thursday.
      const weekday = (day + 4) % 7
      const busy = taken.get(day) ?? []
      const starts = []
      for (const span of hours) {
        if (span.weekday !== weekday) continue
        for (let start = span.from; start + duration <= span.to; start += 30)
          if (!busy.some(([from, to]) => start < to && from < start + duration)) starts.push(start)
      }
      return starts
    },
    take: (day, start, duration) => take(day, start, start + duration),
  }
}

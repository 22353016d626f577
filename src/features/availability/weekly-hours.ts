import { DAY_MINUTES } from '#platform/duration.ts'
import { merge, type Range } from './ranges.ts'

/** Weekly hours in local time at the teaching place. */
export interface WeeklyWindow {
  /** 0 is Sunday. */
  dayOfWeek: number
  startMinute: number
  /** At most 1440, which is 24:00. */
  endMinute: number
  /** Only every other week: the even or the odd ones, see `weekParity`. Every week when omitted or null. */
  weekParity?: WeekParity | null
}

export type WeekParity = 0 | 1

/**
 * 0 or 1 for alternating weeks, 0 for the week of January 5, 1970. Weeks start on Monday, so that a weekend
 * is not split.
 * @param day since 1970
 */
export function weekParity(day: number): WeekParity {
  const week = Math.floor((day - 4) / 7)
  return week % 2 === 0 ? 0 : 1
}

/** 0 is Sunday; 1970-01-01 was a Thursday. @param day days since 1970-01-01 */
export const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7

/** Merged ranges of each weekday, for weeks of each parity: `weeks[weekParity(day)][weekday(day)]`. */
export function hoursOfWeeks(windows: readonly WeeklyWindow[]): [Range[][], Range[][]] {
  const ofParity = (parity: WeekParity) => {
    const days: Range[][] = [[], [], [], [], [], [], []]
    for (const window of windows)
      if ((window.weekParity ?? parity) === parity)
        days[window.dayOfWeek]?.push({
          start: Math.max(0, window.startMinute),
          end: Math.min(DAY_MINUTES, window.endMinute),
        })
    return days.map(merge)
  }
  return [ofParity(0), ofParity(1)]
}

/** Weekly hours with their calendar and place. */
export interface CalendarHours extends WeeklyWindow {
  /** Null: hours that belong to no calendar. */
  calendarId: string | null
  /** The place of the calendar; null: all places that do not have their own hours. */
  placeId: string | null
}

/**
 * The hours that students can book at a place: the hours of the calendar chosen for instant booking, or all
 * hours when none is chosen, except hours that belong to another place.
 */
export function hoursInUse(
  week: readonly CalendarHours[],
  at: { placeId: string | null; calendarId: string | null; hasOwnHours?: boolean },
): CalendarHours[] {
  return week.filter((hours) => isCalendarInUse(hours, at) && isPlaceOf(hours, at))
}

export const isCalendarInUse = (
  hours: Pick<CalendarHours, 'calendarId'>,
  at: { calendarId: string | null },
): boolean => at.calendarId === null || hours.calendarId === at.calendarId

export const isPlaceOf = (
  hours: Pick<CalendarHours, 'placeId'>,
  at: { placeId: string | null; hasOwnHours?: boolean },
): boolean => (hours.placeId === null ? !at.hasOwnHours : hours.placeId === at.placeId)

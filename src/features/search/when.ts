import { dateOfEpochDay } from '#platform/time.ts'
import { type DayPart, dayParts, isWhen } from './search.ts'

/**
 * When a golfer wants to play, as in the address (`isWhen`): days and parts of the day, such as `sat.sun.morning`. Without
 * days every day fits, and without a part the whole day. Pure; also used in the browser.
 */

export const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** Minutes since midnight at the place. A lesson starts in this range, not at its end. */
export const partMinutes: Record<DayPart, { from: number; to: number }> = {
  morning: { from: 6 * 60, to: 12 * 60 },
  afternoon: { from: 12 * 60, to: 17 * 60 },
  evening: { from: 17 * 60, to: 22 * 60 },
}

/** The number of days after today that can be searched. */
export const REACH_DAYS = 30

export interface When {
  /** Dates, weekdays, or days relative to today. */
  days: string[]
  parts: DayPart[]
}

/** Days and parts without duplicates; none for a malformed text. */
export function readWhen(text: string | undefined): When {
  const words = text && isWhen(text) ? [...new Set(text.split('.'))] : []
  return {
    days: words.filter((word) => !isPart(word)),
    parts: dayParts.filter((part) => words.includes(part)),
  }
}

/** The inverse of {@link readWhen}; undefined when nothing was chosen. */
export const writeWhen = ({ days, parts }: When): string | undefined =>
  [...days, ...parts].join('.') || undefined

const isPart = (word: string) => dayParts.some((part) => part === word)

/** 0 is Sunday. @param day days since 1970-01-01, a Thursday */
export const weekdayOfEpochDay = (day: number): number => (day + 4) % 7

/** The Saturday of the current or next weekend; yesterday on a Sunday. Days since 1970-01-01. */
export const nextSaturday = (today: number): number => today + ((7 - weekdayOfEpochDay(today)) % 7) - 1

/**
 * Returns whether a date was asked for.
 * @param today in days since 1970-01-01, at the place of the lesson
 * @returns a function of another such day, from today on
 */
export function asksFor({ days }: When, today: number): (day: number) => boolean {
  const asked = new Set(days)
  if (asked.size === 0) return () => true
  const saturday = nextSaturday(today)
  return (day) =>
    (asked.has('today') && day === today) ||
    (asked.has('tomorrow') && day === today + 1) ||
    (asked.has('weekend') && (day === saturday || day === saturday + 1)) ||
    asked.has(weekdayNames[weekdayOfEpochDay(day)] ?? '') ||
    asked.has(dateOfEpochDay(day))
}

/** Whether a lesson that starts at a minute since midnight is in one of the parts of the day. */
export const isInParts = ({ parts }: When, minute: number): boolean =>
  parts.length === 0 ||
  parts.some((part) => minute >= partMinutes[part].from && minute < partMinutes[part].to)

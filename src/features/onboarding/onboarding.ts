import { minutesOf, weekdays } from '#features/availability/weekdays.ts'
import type { Role } from '#platform/actor.ts'

/** What a coach enters in onboarding. Pure. */

export const specialtyOptions = [
  'Swing Mechanics',
  'Short Game',
  'Putting',
  'Driving',
  'Course Strategy',
  'Beginners',
  'Juniors',
  'Mental Game',
] as const

export const durationOptions = [30, 60, 90, 120] as const

export interface DayHours {
  /** 0 is Sunday. */
  day: number
  /** `HH:MM` in the zone of the teaching place; the day may end at 24:00. */
  from: string
  to: string
}

/** Every half hour of a day, from `00:00` to `24:00`. */
export const clockTimes: readonly string[] = Array.from(
  { length: 49 },
  (_, i) => `${String(Math.floor(i / 2)).padStart(2, '0')}:${i % 2 === 0 ? '00' : '30'}`,
)

/**
 * Formats `9:30 AM`; the end of the day is `midnight`.
 * @param time `HH:MM`
 */
export function timeLabel(time: string): string {
  if (time === '24:00') return 'midnight'
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Returns the error in a week's hours as text; null when they are valid. */
export function faultOfHours(hours: readonly DayHours[], shortestLesson: number): string | null {
  if (hours.length === 0) return 'Choose at least one day on which students can book you'
  for (const { day, name } of weekdays) {
    const ranges = hours
      .filter((range) => range.day === day)
      .map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) }))
      .sort((a, b) => a.from - b.from)
    for (const [i, range] of ranges.entries()) {
      const next = ranges[i + 1]
      if (range.to <= range.from) return `The hours on ${name} end before they begin`
      if (range.to - range.from < shortestLesson)
        return `On ${name} there is no room for a lesson of ${shortestLesson} minutes`
      if (next && next.from < range.to) return `On ${name} two times overlap`
    }
  }
  return null
}

/** Whether a user may become a coach: students and prospects may. */
export type Eligibility = 'open' | 'coach' | 'admin'

export function eligibilityOf(role: Role): Eligibility {
  return role === 'coach' || role === 'admin' ? role : 'open'
}

import type { ScheduleRules } from '#features/availability/availability.ts'

/** A coach in New York who teaches every day from 9:00 to 17:00 with the default rules; override what a test is about. */
export function scheduleRules(rules: Partial<ScheduleRules> = {}): ScheduleRules {
  return {
    zone: 'America/New_York',
    windows: everyDay(9 * 60, 17 * 60),
    blocks: [],
    busy: [],
    noticeHours: 24,
    windowDays: 30,
    stepMinutes: 30,
    bufferMinutes: 0,
    ...rules,
  }
}

/** The same hours on all seven days. Minutes since 00:00. */
export function everyDay(startMinute: number, endMinute: number): ScheduleRules['windows'] {
  return [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startMinute, endMinute }))
}

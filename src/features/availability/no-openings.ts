import { findFirstSlot, type ScheduleRules } from './availability.ts'

/**
 * Why a whole booking window has no open time, which determines the advice shown. Pure; shared with the
 * browser.
 */
export const noOpeningReasons = ['no_hours', 'too_long', 'notice', 'window', 'away', 'fully_booked'] as const
export type NoOpeningReason = (typeof noOpeningReasons)[number]

/** Enough days to include every weekday in weeks of both parities. */
const SOME_WEEKS = 21

/**
 * Null when there is an open time. Otherwise the first applicable reason: no weekly hours; none long enough
 * for the lesson; a notice longer than the window; a window without any of the taught weekdays; blocked
 * dates; existing lessons or other commitments of the coach.
 * @param now milliseconds UTC
 */
export function whyNoOpenings(
  rules: ScheduleRules,
  request: { durationMinutes: number; now: number },
): NoOpeningReason | null {
  const has = (change: Partial<ScheduleRules>) => findFirstSlot({ ...rules, ...change }, request) !== null
  if (has({})) return null
  const emptyDiary = { blocks: [], busy: [], elsewhere: [] }
  if (rules.windows.length === 0 && !rules.openings?.length) return 'no_hours'
  if (!has({ ...emptyDiary, noticeHours: 0, windowDays: SOME_WEEKS })) return 'too_long'
  if (!has(emptyDiary)) return has({ ...emptyDiary, noticeHours: 0 }) ? 'notice' : 'window'
  return has({ busy: [], elsewhere: [] }) ? 'fully_booked' : 'away'
}

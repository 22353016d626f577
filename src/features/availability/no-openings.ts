import { findFirstSlot, type ScheduleRules } from './availability.ts'

/** Why a whole booking window has no open time: what people can do about it depends on it. Pure; the browser reads it too. */
export const noOpeningReasons = ['no_hours', 'too_long', 'notice', 'window', 'away', 'fully_booked'] as const
export type NoOpeningReason = (typeof noOpeningReasons)[number]

/** Far enough to meet every weekday whatever the window is. */
const SOME_WEEKS = 21

/**
 * Null when there is an open time. Otherwise the first of these that explains it: no weekly hours at all; none long enough for
 * the lesson; the notice reaching past the window; a window that meets none of the weekdays taught; dates the coach blocked;
 * lessons booked by others, or what the coach has to do elsewhere.
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

import { DAY_MINUTES } from '#platform/duration.ts'
import { addDays, epochDay, toIso } from '#platform/time.ts'
import { listSlots, type ScheduleRules } from './availability.ts'
import { findObstacles, type OtherHours, type SlotObstacle, wallMinute } from './slot-proof.ts'
import { firstInstantOf, teachingDay } from './teaching-day.ts'
import { clockOf } from './week.ts'

/** The coming days as students see them, and the reason why a time is not open. Pure. */

export const PREVIEW_DAYS = 14
const HALF_HOUR = 30
/** Minutes shown before the first and after the last hours of these days. */
const MARGIN = 60

interface Cell {
  time: string
  start: string | null
  obstacle: SlotObstacle | null
  change: 'added' | 'removed' | null
}

/**
 * A row for every half hour from shortly before the first open time to shortly after the last, and for every
 * other possible start of a lesson.
 * @param schedule.after rules with unsaved changes; the same as `before` when nothing was changed
 * @param request.now milliseconds UTC
 */
export function previewDays(
  schedule: { before: ScheduleRules; after: ScheduleRules; other: OtherHours },
  request: { today: string; durationMinutes: number; now: number },
) {
  const { before, after, other } = schedule
  const { today, durationMinutes, now } = request
  const range = { from: today, to: addDays(today, PREVIEW_DAYS - 1), durationMinutes, now }
  const startsBefore = startsOf(before, range)
  const startsAfter = startsOf(after, range)
  const minutes = rowsOf([before, after], [...startsBefore.values(), ...startsAfter.values()])
  const days = Array.from({ length: PREVIEW_DAYS }, (_, nth) => {
    const date = addDays(today, nth)
    const clock = teachingDay(epochDay(date), after.zone)
    const cells = minutes.map((minute): Cell => {
      const start = firstInstantOf(minute, clock)
      if (start === null)
        return { time: clockOf(minute), start: null, obstacle: 'clock_change', change: null }
      const [was, is] = [startsBefore.has(start), startsAfter.has(start)]
      return {
        time: clockOf(minute),
        start: toIso(start),
        obstacle: is ? null : (findObstacles(after, { start, durationMinutes, now }, other)[0] ?? null),
        change: was === is ? null : is ? 'added' : 'removed',
      }
    })
    return { date, cells }
  })
  return { days, now: startsBefore.size, after: startsAfter.size }
}

/** Every open start, with its minute of the day. */
function startsOf(
  rules: ScheduleRules,
  range: { from: string; to: string; durationMinutes: number; now: number },
): Map<number, number> {
  return new Map(
    listSlots(rules, range).flatMap(({ date, slots }) => {
      const clock = teachingDay(epochDay(date), rules.zone)
      return slots.map(({ start }): [number, number] => [start, wallMinute(start, clock)])
    }),
  )
}

function rowsOf(rules: readonly ScheduleRules[], starts: readonly number[]): number[] {
  const hours = rules.flatMap(({ windows, openings }) => [...windows, ...(openings ?? [])])
  const first = Math.min(9 * 60, ...hours.map(({ startMinute }) => startMinute)) - MARGIN
  const last = Math.max(17 * 60, ...hours.map(({ endMinute }) => endMinute)) + MARGIN
  const rows = new Set(starts)
  const begin = Math.max(0, Math.floor(first / HALF_HOUR) * HALF_HOUR)
  for (let minute = begin; minute < Math.min(last, DAY_MINUTES); minute += HALF_HOUR) rows.add(minute)
  return [...rows].sort((a, b) => a - b)
}

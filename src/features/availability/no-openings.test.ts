import { describe, expect, test } from 'vitest'
import { DAY } from '#platform/duration.ts'
import type { ScheduleRules } from './availability.ts'
import { whyNoOpenings } from './no-openings.ts'

/** Saturday, 21 November 2026, 10:00 in Charlotte. */
const now = Date.parse('2026-11-21T15:00:00Z')
const everyDay = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startMinute: 540, endMinute: 1020 }))
const rules: ScheduleRules = {
  zone: 'America/New_York',
  windows: everyDay,
  blocks: [],
  busy: [],
  noticeHours: 24,
  windowDays: 30,
  stepMinutes: 30,
  bufferMinutes: 0,
}
const dates = Array.from({ length: 34 }, (_, day) => new Date(now + day * DAY).toISOString().slice(0, 10))
const away = dates.map((date) => ({ date, startMinute: null, endMinute: null }))
const why = (change: Partial<ScheduleRules>, durationMinutes = 60) =>
  whyNoOpenings({ ...rules, ...change }, { durationMinutes, now })

describe('why a coach has no open time', () => {
  test('has no reason while one time is open', () => {
    expect(why({})).toBeNull()
    expect(why({ blocks: away.slice(0, -6) })).toBeNull()
  })

  test.each([
    ['no hours at all', { windows: [] }, 'no_hours'],
    ['every day booked', { busy: [{ start: now, end: now + 40 * DAY }] }, 'fully_booked'],
    ['away the whole window', { blocks: away }, 'away'],
    [
      'away for a part and booked for the rest',
      { blocks: away.slice(0, 20), busy: [{ start: now, end: now + 40 * DAY }] },
      'fully_booked',
    ],
    ['a notice longer than the window', { noticeHours: 24 * 10, windowDays: 3 }, 'notice'],
    [
      'a window that ends before the day taught',
      { windows: [{ dayOfWeek: 5, startMinute: 540, endMinute: 1020 }], windowDays: 3 },
      'window',
    ],
  ] as const)('%s', (_, change, reason) => {
    expect(why(change)).toBe(reason)
  })

  test('hours too short for the lesson are reported as such, not as fully booked', () => {
    const shortDays = everyDay.map((window) => ({ ...window, endMinute: 600 }))
    expect(why({ windows: shortDays }, 90)).toBe('too_long')
    expect(why({ windows: shortDays }, 60)).toBeNull()
  })
})

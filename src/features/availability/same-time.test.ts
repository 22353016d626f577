import { describe, expect, test } from 'vitest'
import { formatMoment } from '#platform/time.ts'
import { everyDay, scheduleRules } from '#tests/support/schedule-rules.ts'
import type { ScheduleRules } from './availability.ts'
import { listSameTime } from './same-time.ts'

const NEW_YORK = 'America/New_York'
const at = (text: string) => Date.parse(text)

/** Monday, noon in New York; clocks go back on November 1. */
const now = at('2026-10-12T12:00:00-04:00')
const before = { start: at('2026-10-06T09:00:00-04:00'), zone: NEW_YORK, durationMinutes: 60 }

function again(change: Partial<ScheduleRules> = {}, lesson = before, present = now): string[] {
  const rules = scheduleRules({
    windows: everyDay(9 * 60, 17 * 60),
    noticeHours: 0,
    windowDays: 60,
    ...change,
  })
  return listSameTime(rules, lesson, { now: present, count: 3 }).map(({ start }) =>
    formatMoment(start, rules.zone),
  )
}

describe('the same weekday and time again', () => {
  test('in the next three weeks', () => {
    expect(again()).toEqual([
      'Tue, Oct 13, 9:00 AM EDT',
      'Tue, Oct 20, 9:00 AM EDT',
      'Tue, Oct 27, 9:00 AM EDT',
    ])
  })

  test('stays 9:00 AM when the clocks go back, and when they go forward', () => {
    expect(again({}, before, at('2026-10-26T12:00:00-04:00'))).toEqual([
      'Tue, Oct 27, 9:00 AM EDT',
      'Tue, Nov 3, 9:00 AM EST',
      'Tue, Nov 10, 9:00 AM EST',
    ])
    expect(again({}, before, at('2027-03-08T12:00:00-05:00'))).toEqual([
      'Tue, Mar 9, 9:00 AM EST',
      'Tue, Mar 16, 9:00 AM EDT',
      'Tue, Mar 23, 9:00 AM EDT',
    ])
  })

  test('skips weeks in which it is taken or blocked', () => {
    const start = at('2026-10-13T09:30:00-04:00')
    const changed = {
      busy: [{ start, end: start + 30 * 60_000 }],
      blocks: [{ date: '2026-10-27', startMinute: null, endMinute: null }],
    }
    expect(again(changed)).toEqual([
      'Tue, Oct 20, 9:00 AM EDT',
      'Tue, Nov 3, 9:00 AM EST',
      'Tue, Nov 10, 9:00 AM EST',
    ])
  })

  test('only within the notice and the window of the coach', () => {
    expect(again({ noticeHours: 24 * 3, windowDays: 16 })).toEqual([
      'Tue, Oct 20, 9:00 AM EDT',
      'Tue, Oct 27, 9:00 AM EDT',
    ])
    expect(again({ noticeHours: 24 * 30, windowDays: 10 })).toEqual([])
  })

  test('none where the coach no longer teaches then', () => {
    expect(again({ windows: everyDay(10 * 60, 17 * 60) })).toEqual([])
  })

  test('at a time that the clocks skip, only in the other weeks', () => {
    const night = { windows: everyDay(0, 6 * 60), stepMinutes: 30 }
    const sunday = { ...before, start: at('2027-02-28T02:30:00-05:00') }
    expect(again(night, sunday, at('2027-03-08T12:00:00-05:00'))).toEqual([
      'Sun, Mar 21, 2:30 AM EDT',
      'Sun, Mar 28, 2:30 AM EDT',
      'Sun, Apr 4, 2:30 AM EDT',
    ])
  })

  test('by the clock of the place where the lesson was, also when the coach moved to another zone', () => {
    expect(again({ zone: 'America/Denver' })).toEqual([
      'Tue, Oct 13, 9:00 AM MDT',
      'Tue, Oct 20, 9:00 AM MDT',
      'Tue, Oct 27, 9:00 AM MDT',
    ])
  })
})

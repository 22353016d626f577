import { describe, expect, test } from 'vitest'
import type { ScheduleRules } from '../availability.ts'
import { checkOwnTime, instantAt, isAllowed } from './own-time.ts'

/**
 * Thursdays and Fridays 9 to 17 in Charlotte, with an hour of buffer around a lesson on Thursday at 10. It is
 * Saturday, 10 AM.
 */
const now = Date.parse('2026-11-21T15:00:00Z')
const rules: ScheduleRules = {
  zone: 'America/New_York',
  windows: [4, 5].map((dayOfWeek) => ({ dayOfWeek, startMinute: 540, endMinute: 1_020 })),
  blocks: [
    { date: '2026-11-27', startMinute: 780, endMinute: 900 },
    { date: '2026-12-03', startMinute: null, endMinute: null },
  ],
  busy: [{ start: Date.parse('2026-11-26T15:00:00Z'), end: Date.parse('2026-11-26T16:00:00Z') }],
  noticeHours: 24,
  windowDays: 30,
  stepMinutes: 30,
  bufferMinutes: 15,
}
const at = (date: string, time: string) => instantAt(rules.zone, date, time) ?? Number.NaN
const look = (date: string, time: string, durationMinutes = 60) =>
  checkOwnTime(rules, { start: at(date, time), durationMinutes, now })

describe('a time chosen by the coach', () => {
  test.each<[what: string, date: string, time: string, minutes: number, warnings: string[]]>([
    ['an open one', '2026-11-27', '09:00', 60, []],
    ['between two of the grid', '2026-11-27', '09:15', 60, []],
    ['at seven in the morning', '2026-11-27', '07:00', 60, ['outside_hours']],
    ['that lasts longer than the hours', '2026-11-27', '16:00', 120, ['outside_hours']],
    ['on a day without hours', '2026-11-25', '10:00', 120, ['outside_hours']],
    ['on a part of a day that is blocked', '2026-11-27', '12:30', 60, ['blocked']],
    ['on a blocked day', '2026-12-03', '10:00', 60, ['blocked']],
    ['that runs into a blocked day', '2026-12-02', '23:30', 60, ['outside_hours', 'blocked']],
    ['this afternoon', '2026-11-21', '15:00', 60, ['outside_hours', 'short_notice']],
    ['after the booking window', '2027-02-05', '10:00', 60, []],
  ])('%s is free', (_what, date, time, minutes, warnings) =>
    expect(look(date, time, minutes)).toEqual({ isFree: true, warnings }),
  )

  test.each<[what: string, date: string, time: string]>([
    ['over a lesson', '2026-11-26', '10:30'],
    ['too close to a lesson', '2026-11-26', '11:00'],
    ['in the past', '2026-11-21', '09:00'],
    ['off the quarters', '2026-11-27', '07:10'],
    ['in two years', '2028-11-24', '10:00'],
  ])('%s is not', (_what, date, time) => expect(look(date, time).isFree).toBe(false))

  test('is allowed once every warning is confirmed, and never over a taken time', () => {
    const early = look('2026-11-27', '07:00')
    expect(isAllowed(early, [])).toBe(false)
    expect(isAllowed(early, ['blocked'])).toBe(false)
    expect(isAllowed(early, ['outside_hours'])).toBe(true)
    const taken = look('2026-11-26', '10:30')
    expect(isAllowed(taken, ['outside_hours', 'blocked', 'short_notice'])).toBe(false)
  })
})

test('a wall-clock time is converted to an instant, except for skipped times', () => {
  expect(instantAt('America/New_York', '2027-03-14', '02:30')).toBeNull()
  expect(instantAt('America/New_York', '2026-11-01', '01:30')).toBe(Date.parse('2026-11-01T05:30:00Z'))
  expect(instantAt('America/Phoenix', '2026-11-27', '07:00')).toBe(Date.parse('2026-11-27T14:00:00Z'))
})

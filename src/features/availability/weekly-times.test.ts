import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY } from '#platform/duration.ts'
import { addDays, dateIn, formatClockTime } from '#platform/time.ts'
import { scheduleRules } from '../../../tests/support/schedule-rules.ts'
import { listSlots } from './availability.ts'
import { weeklyTimes } from './weekly-times.ts'

const everyDay = Array.from({ length: 7 }, (_, dayOfWeek) => ({ dayOfWeek, startMinute: 0, endMinute: 1440 }))
const rulesIn = (zone: string, change: object = {}) =>
  scheduleRules({ zone, windows: everyDay, windowDays: 365, noticeHours: 0, ...change })

const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/Indiana/Indianapolis',
  'Pacific/Honolulu',
  'Europe/London',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/St_Johns',
]

describe('lessons at the same time every week', () => {
  test('have the same weekday and wall-clock time in every zone, over every clock change', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2026, 0, 1) / DAY, max: Date.UTC(2030, 0, 1) / DAY }),
        fc.integer({ min: 0, max: 200 }),
        (zone, day, pick) => {
          const now = day * DAY
          const rules = rulesIn(zone)
          const date = dateIn(now + 3 * DAY, zone)
          const slots = listSlots(rules, { from: date, to: date, durationMinutes: 60, now })[0]?.slots ?? []
          const first = slots[pick % slots.length]
          if (!first) return
          const weeks = weeklyTimes(rules, { start: first.start, weeks: 12, durationMinutes: 60, now })
          expect(weeks).toHaveLength(12)
          expect(weeks[0]).toEqual({ date, start: first.start, state: 'free' })
          for (const [n, { date: on, start, state }] of weeks.entries()) {
            expect(on).toBe(addDays(date, 7 * n))
            if (start === null) {
              expect(state).toBe('skipped')
              continue
            }
            expect(dateIn(start, zone)).toBe(on)
            expect(formatClockTime(start, zone)).toBe(formatClockTime(first.start, zone))
          }
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('keep nine o’clock in New York over both clock changes', () => {
    for (const [begin, before, after] of [
      ['2027-02-23T14:00:00Z', 'T14:00:00.000Z', 'T13:00:00.000Z'],
      ['2026-10-06T13:00:00Z', 'T13:00:00.000Z', 'T14:00:00.000Z'],
    ] as const) {
      const start = Date.parse(begin)
      const weeks = weeklyTimes(rulesIn('America/New_York'), {
        start,
        weeks: 12,
        durationMinutes: 60,
        now: start - 5 * DAY,
      })
      const times = weeks.map((week) => new Date(week.start ?? 0).toISOString().slice(10))
      expect(times[0]).toBe(before)
      expect(times.at(-1)).toBe(after)
      expect(new Set(times).size).toBe(2)
      expect(new Set(weeks.map((week) => formatClockTime(week.start ?? 0, 'America/New_York')))).toEqual(
        new Set(['9:00 AM']),
      )
    }
  })

  test('leave out the night in which the time does not exist', () => {
    // Sunday, 2:30 AM; clocks go forward on March 14, 2027.
    const start = Date.parse('2027-03-07T07:30:00Z')
    const weeks = weeklyTimes(rulesIn('America/New_York'), {
      start,
      weeks: 3,
      durationMinutes: 60,
      now: start - DAY,
    })
    expect(weeks.map(({ state }) => state)).toEqual(['free', 'skipped', 'free'])
    expect(weeks[1]).toEqual({ date: '2027-03-14', start: null, state: 'skipped' })
  })

  test('say why a week is not free', () => {
    const start = Date.parse('2027-06-01T13:00:00Z')
    const week = 7 * DAY
    const busy = [{ start: start + week, end: start + week + 3_600_000 }]
    const elsewhere = [{ start: start + 2 * week - 600_000, end: start + 2 * week + 600_000 }]
    const blocks = [{ date: '2027-06-22', startMinute: null, endMinute: null }]
    const rules = rulesIn('America/New_York', { busy, elsewhere, blocks, windowDays: 35 })
    const weeks = weeklyTimes(rules, { start, weeks: 6, durationMinutes: 60, now: start - 6 * DAY })
    expect(weeks.map(({ state }) => state)).toEqual(['free', 'taken', 'taken', 'closed', 'free', 'too_far'])
    expect(
      weeklyTimes(
        { ...rules, noticeHours: 7 * 24 },
        { start, weeks: 2, durationMinutes: 60, now: start - 6 * DAY },
      )[0]?.state,
    ).toBe('too_soon')
  })
})

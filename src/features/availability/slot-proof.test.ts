import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE } from '#platform/duration.ts'
import { situation } from '#tests/support/any-schedule.ts'
import { everyDay, scheduleRules } from '#tests/support/schedule-rules.ts'
import { isSlotOpen, type ScheduleRules } from './availability.ts'
import { findObstacles, type SlotObstacle } from './slot-proof.ts'

/** Thursday, noon in New York. */
const now = Date.parse('2026-10-15T12:00:00-04:00')
const monday = '2026-10-19'
const rules = scheduleRules()
const why = (change: Partial<ScheduleRules>, time: string, durationMinutes = 60) =>
  findObstacles({ ...rules, ...change }, { start: Date.parse(`${time}-04:00`), durationMinutes, now })

describe('what blocks a time', () => {
  const lesson = {
    start: Date.parse('2026-10-19T10:00:00-04:00'),
    end: Date.parse('2026-10-19T11:00:00-04:00'),
  }
  const block = { date: monday, startMinute: 600, endMinute: 660 }

  test.each<[string, SlotObstacle[], Partial<ScheduleRules>, string]>([
    ['nothing', [], {}, `${monday}T10:00`],
    ['the hours', ['hours'], {}, `${monday}T08:30`],
    ['the end of the hours', ['hours'], {}, `${monday}T16:30`],
    ['a lesson', ['booking'], { busy: [lesson] }, `${monday}T10:30`],
    ['the break after a lesson', ['buffer'], { busy: [lesson], bufferMinutes: 30 }, `${monday}T11:00`],
    ['the drive from a lesson', ['drive'], { busy: [{ ...lesson, driveMinutes: 35 }] }, `${monday}T11:30`],
    [
      'a break and a longer drive',
      ['buffer', 'drive'],
      { busy: [{ ...lesson, driveMinutes: 35 }], bufferMinutes: 15 },
      `${monday}T11:00`,
    ],
    ['a block', ['block'], { blocks: [block] }, `${monday}T09:30`],
    ['an entry of another calendar', ['busy_elsewhere'], { elsewhere: [lesson] }, `${monday}T10:30`],
    [
      'the break after such an entry',
      ['buffer'],
      { elsewhere: [lesson], bufferMinutes: 30 },
      `${monday}T11:00`,
    ],
    ['a block on a lesson', ['block', 'booking'], { blocks: [block], busy: [lesson] }, `${monday}T10:00`],
    ['the notice', ['notice'], {}, '2026-10-16T11:30'],
    ['the past', ['past'], {}, '2026-10-15T11:30'],
    ['the window', ['window'], {}, '2026-11-16T10:00'],
    ['the step', ['step'], {}, `${monday}T10:15`],
    [
      'a block in the night beyond the hours',
      ['hours', 'block'],
      { blocks: [block], windows: [] },
      `${monday}T10:00`,
    ],
  ])('%s', (_name, obstacles, change, time) => {
    expect(why(change, time)).toEqual(obstacles)
  })

  test('hours of an unselected calendar, and of another place', () => {
    const request = { start: Date.parse(`${monday}T18:00-04:00`), durationMinutes: 60, now }
    const evening = everyDay(18 * 60, 20 * 60)
    const none: typeof evening = []
    expect(findObstacles(rules, request, { ofOtherCalendars: evening, ofOtherPlaces: none })).toEqual([
      'other_calendar',
    ])
    expect(findObstacles(rules, request, { ofOtherCalendars: none, ofOtherPlaces: evening })).toEqual([
      'other_place',
    ])
  })
})

/** For each obstacle, rules that remove it. */
const without: Partial<Record<SlotObstacle, Partial<ScheduleRules>>> = {
  block: { blocks: [] },
  booking: { busy: [] },
  busy_elsewhere: { elsewhere: [] },
  buffer: { bufferMinutes: 0 },
  hours: { windows: everyDay(0, 1440), stepMinutes: 1 },
  step: { stepMinutes: 1 },
  notice: { noticeHours: 0 },
  window: { windowDays: 365 },
}

test('2,000 times: offered exactly when nothing blocks them, and once the only obstacle is gone', () => {
  const moment = fc.integer({ min: -1_440 / 5, max: (2 * 1_440) / 5 })
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(
      situation,
      moment,
      fc.nat(59),
      ({ rules: drawn, dates, durationMinutes, now: present }, at, odd) => {
        const seconds = odd === 0 ? 20_000 : 0
        const start = Date.parse(`${dates[1]}T12:00:00Z`) + at * 5 * MINUTE + seconds
        const request = { start, durationMinutes, now: present }
        const obstacles = findObstacles(drawn, request)
        for (const obstacle of obstacles) seen.set(obstacle, (seen.get(obstacle) ?? 0) + 1)
        expect(isSlotOpen(drawn, start, durationMinutes, present)).toBe(obstacles.length === 0)
        const [only, ...others] = obstacles
        const atHome = drawn.busy.map(({ start, end }) => ({ start, end }))
        const change = only === 'drive' ? { busy: atHome } : only && without[only]
        if (!change || others.length > 0 || drawn.openings?.length || seconds > 0) return
        const left = findObstacles({ ...drawn, ...change }, request)
        expect(left).not.toContain(only === 'hours' ? 'step' : only)
        // A lesson that crosses midnight or a clock change never fits.
        if (!left.includes('hours'))
          expect(isSlotOpen({ ...drawn, ...change }, start, durationMinutes, present)).toBe(true)
      },
    ),
    { numRuns: 2_000 },
  )
  expect([...seen.keys()].sort()).toEqual(
    expect.arrayContaining([
      'block',
      'booking',
      'buffer',
      'busy_elsewhere',
      'drive',
      'hours',
      'notice',
      'past',
      'step',
      'window',
    ]),
  )
})

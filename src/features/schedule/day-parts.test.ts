import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantAt } from '#features/availability/own-times/own-time.ts'
import { clockOf } from '#features/availability/week.ts'
import { HOUR } from '#platform/duration.ts'
import { addDays, dateIn } from '#platform/time.ts'
import { boundsOf, dayRangesOf, hoursInSight, instantsOfPart, minuteAt, withLanes } from './day-parts.ts'
import { datesOfView, listDates, readDate, scheduleViews, stepOfView } from './schedule.ts'

const time = (start: string, hours = 1) => ({
  start: Date.parse(start),
  end: Date.parse(start) + hours * HOUR,
})

describe('a time in the calendar columns', () => {
  test.each<[what: string, zone: string, start: string, hours: number, parts: [string, number, number][]]>([
    ['an ordinary hour', 'America/Phoenix', '2026-11-24T16:00:00Z', 1, [['2026-11-24', 540, 600]]],
    [
      'Phoenix in the week New York changes',
      'America/Phoenix',
      '2026-11-01T16:00:00Z',
      1,
      [['2026-11-01', 540, 600]],
    ],
    [
      'Phoenix in the week of spring',
      'America/Phoenix',
      '2027-03-14T16:00:00Z',
      1,
      [['2027-03-14', 540, 600]],
    ],
    [
      'nine in New York before the change',
      'America/New_York',
      '2026-10-31T13:00:00Z',
      1,
      [['2026-10-31', 540, 600]],
    ],
    ['nine in New York after it', 'America/New_York', '2026-11-01T14:00:00Z', 1, [['2026-11-01', 540, 600]]],
    [
      'the first of two hours at half past one',
      'America/New_York',
      '2026-11-01T05:30:00Z',
      1,
      [['2026-11-01', 90, 150]],
    ],
    ['the second of them', 'America/New_York', '2026-11-01T06:30:00Z', 1, [['2026-11-01', 90, 150]]],
    ['over the hour spring skips', 'America/New_York', '2027-03-14T06:30:00Z', 1, [['2027-03-14', 90, 210]]],
    [
      'over midnight',
      'America/Chicago',
      '2026-11-25T05:30:00Z',
      1,
      [
        ['2026-11-24', 1_410, 1_440],
        ['2026-11-25', 0, 30],
      ],
    ],
    ['to midnight', 'America/Chicago', '2026-11-25T05:00:00Z', 1, [['2026-11-24', 1_380, 1_440]]],
  ])('%s', (_what, zone, start, hours, parts) =>
    expect(dayRangesOf(time(start, hours), zone).map((part) => [part.date, part.from, part.to])).toEqual(
      parts,
    ),
  )

  const zones = fc.constantFrom(
    'America/Phoenix',
    'America/New_York',
    'America/Los_Angeles',
    'Pacific/Honolulu',
    'America/Havana',
    'America/Asuncion',
    'Africa/Cairo',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
  )
  const minutes = fc.integer({
    min: Date.parse('2024-01-01') / 60_000,
    max: Date.parse('2030-01-01') / 60_000,
  })

  test('each part is on its local date, within the day, in any zone and clock change', () => {
    fc.assert(
      fc.property(zones, minutes, fc.integer({ min: 15, max: 480 }), (zone, minute, length) => {
        const start = minute * 60_000
        const parts = dayRangesOf({ start, end: start + length * 60_000 }, zone)
        expect(parts.map(({ date }) => date)).toContain(dateIn(start, zone))
        for (const { from, to } of parts) {
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeLessThanOrEqual(1_440)
          expect(to).toBeGreaterThan(from)
        }
      }),
      { numRuns: 3_000 },
    )
  })

  test('days follow each other without a gap', () => {
    fc.assert(
      fc.property(zones, minutes, (zone, minute) => {
        const date = dateIn(minute * 60_000, zone)
        expect(boundsOf(date, zone).end).toBe(boundsOf(addDays(date, 1), zone).start)
      }),
    )
  })

  test('a drop position converts back to itself, unless it is in a skipped hour', () => {
    fc.assert(
      fc.property(zones, minutes, fc.integer({ min: 0, max: 95 }), (zone, minute, quarter) => {
        const date = dateIn(minute * 60_000, zone)
        const start = instantAt(zone, date, clockOf(quarter * 15))
        fc.pre(start !== null)
        const [part] = dayRangesOf({ start: start ?? 0, end: (start ?? 0) + 15 * 60_000 }, zone)
        expect([part?.date, part?.from]).toEqual([date, quarter * 15])
      }),
      { numRuns: 2_000 },
    )
  })

  test('a skipped hour has no time, and a whole day has all of its own', () => {
    const zone = 'America/New_York'
    expect(instantsOfPart({ date: '2027-03-14', from: 120, to: 180 }, zone)).toBeNull()
    const day = instantsOfPart({ date: '2026-11-01', from: 0, to: 1_440 }, zone)
    expect(day && (day.end - day.start) / HOUR).toBe(25)
  })
})

describe('lanes', () => {
  test('two at once share the width, a third after them uses all of it', () => {
    const parts = [
      { from: 540, to: 600 },
      { from: 570, to: 630 },
      { from: 630, to: 690 },
    ]
    expect(withLanes(parts).map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 2],
      [1, 2],
      [0, 1],
    ])
  })

  test('nothing overlaps, however many there are', () => {
    const part = fc
      .tuple(fc.integer({ min: 0, max: 1_400 }), fc.integer({ min: 5, max: 300 }))
      .map(([from, length]) => ({ from, to: from + length }))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const placed = withLanes(parts)
        expect(placed).toHaveLength(parts.length)
        for (const one of placed)
          for (const other of placed)
            if (one !== other && one.from < other.to && other.from < one.to) {
              expect(one.lane).not.toBe(other.lane)
              expect(one.lanes).toBe(other.lanes)
            }
      }),
    )
  })
})

test('the visible hours include everything; a pointer selects quarter hours', () => {
  expect(hoursInSight([])).toEqual({ first: 8, last: 18 })
  expect(hoursInSight([{ from: 375, to: 1_270 }])).toEqual({ first: 5, last: 22 })
  expect(hoursInSight([{ from: 0, to: 1_440 }])).toEqual({ first: 0, last: 24 })
  expect(minuteAt(0.5, { first: 8, last: 18 })).toBe(780)
  expect(minuteAt(0.501, { first: 8, last: 18 })).toBe(780)
  expect([minuteAt(-1, { first: 0, last: 24 }), minuteAt(2, { first: 0, last: 24 })]).toEqual([0, 1_425])
})

describe('views', () => {
  test.each([
    ['week', '2026-11-25', '2026-11-22', '2026-11-28'],
    ['week', '2026-11-22', '2026-11-22', '2026-11-28'],
    ['day', '2026-11-25', '2026-11-25', '2026-11-25'],
    ['month', '2026-11-25', '2026-11-01', '2026-12-05'],
    ['month', '2027-02-14', '2027-01-31', '2027-03-06'],
    ['agenda', '2026-11-25', '2026-11-25', '2026-12-22'],
  ] as const)('%s of %s', (view, date, from, to) => expect(datesOfView(view, date)).toEqual({ from, to }))

  test('a month forward from its last day stays in the next month', () => {
    expect(stepOfView('month', '2027-01-31', 1)).toBe('2027-02-28')
    expect(stepOfView('month', '2027-01-15', -1)).toBe('2026-12-15')
  })

  test('a step forward and back shows the same dates, and never more than six weeks', () => {
    fc.assert(
      fc.property(fc.constantFrom(...scheduleViews), fc.integer({ min: 0, max: 9_000 }), (view, days) => {
        const date = addDays('2015-01-01', days)
        const back = stepOfView(view, stepOfView(view, date, 1), -1)
        expect(datesOfView(view, back).from.slice(0, 7)).toBe(datesOfView(view, date).from.slice(0, 7))
        expect(listDates(datesOfView(view, date)).length).toBeLessThanOrEqual(42)
        expect(listDates(datesOfView(view, date))).toContain(date)
      }),
    )
  })

  test('a URL with an invalid date opens today', () => {
    expect(['2026-02-30', '9999-01-01', '2026-1-1', '', 7].map(readDate)).toEqual(Array(5).fill(undefined))
    expect(readDate('2028-02-29')).toBe('2028-02-29')
  })
})

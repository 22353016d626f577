import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  dateOfEpochDay,
  dayOfWeek,
  epochDay,
  formatClockTime,
  formatHours,
  formatTimeLeft,
  formatTimeRange,
  offsetMinutes,
  toIso,
} from './time.ts'

const zones = [
  'America/New_York',
  'America/Phoenix',
  'America/Adak',
  'America/St_Johns',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
]
const instant = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) })

describe('a zone’s offset', () => {
  test('matches the runtime’s calendar, at any instant and in any order', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), instant, (zone, ms) => {
        const there = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
        expect(offsetMinutes(ms, zone)).toBe(there.offsetNanoseconds / 60e9)
      }),
      { numRuns: 2_000 },
    )
  })

  test('changes at the exact millisecond the clocks do', () => {
    const change = Date.parse('2026-11-01T06:00:00Z')
    expect(offsetMinutes(change - 1, 'America/New_York')).toBe(-240)
    expect(offsetMinutes(change, 'America/New_York')).toBe(-300)
  })

  test('of an unknown zone is an error', () => {
    expect(() => offsetMinutes(0, 'America/Nowhere')).toThrow(RangeError)
  })
})

test('clock times are written as the runtime’s calendar writes them', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), instant, (zone, ms) => {
      const there = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
      const written = there
        .toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' })
        .replace('\u202f', ' ')
      expect(formatClockTime(ms, zone)).toBe(written)
    }),
    { numRuns: 500 },
  )
  expect(formatClockTime('2026-11-01T05:00:00Z', 'America/New_York')).toBe('1:00 AM')
  expect(formatClockTime('2026-11-26T17:00:00Z', 'America/New_York')).toBe('12:00 PM')
})

test('dates count days across leap years and centuries', () => {
  expect(epochDay('1970-01-01')).toBe(0)
  expect(dateOfEpochDay(epochDay('2028-02-29'))).toBe('2028-02-29')
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
  expect(dayOfWeek('2026-11-22')).toBe(0)
  expect(toIso(Date.UTC(2026, 10, 26, 14, 30))).toBe('2026-11-26T14:30:00.000Z')
})

describe('the remaining time', () => {
  test.each([
    [15 * 60_000, '15:00'],
    [65_000, '1:05'],
    [1, '0:01'],
    [0, '0:00'],
    [-5_000, '0:00'],
  ])('%i ms are %s', (ms, text) => {
    expect(formatTimeLeft(1_000_000 + ms, 1_000_000)).toBe(text)
  })
})

test('a lesson across noon shows a.m. and p.m., and its zone', () => {
  expect(formatTimeRange('2026-11-26T16:30:00Z', 60, 'America/New_York')).toBe('11:30 AM – 12:30 PM EST')
  expect(formatTimeRange('2026-11-26T14:30:00Z', 60, 'America/New_York')).toBe('9:30 – 10:30 AM EST')
})

test.each([
  [24, 'a day'],
  [48, 'two days'],
  [36, '36 hours'],
  [12, '12 hours'],
])('%s hours are shown as "%s"', (hours, words) => expect(formatHours(hours)).toBe(words))

import { describe, expect, test } from 'vitest'
import { formatMoment } from '#platform/time.ts'
import { isQuiet, maySendAt } from './quiet-hours.ts'

const at = (iso: string) => Date.parse(iso)
const night = { zone: 'America/New_York', from: 21 * 60, until: 8 * 60 }

describe('quiet hours', () => {
  test('let daytime messages through at once, and delay nighttime ones until they end', () => {
    expect(maySendAt(at('2026-11-21T20:00:00Z'), night)).toBe(at('2026-11-21T20:00:00Z'))
    expect(maySendAt(at('2026-11-22T03:30:20Z'), night)).toBe(at('2026-11-22T13:00:00Z'))
    expect(maySendAt(at('2026-11-22T12:59:59Z'), night)).toBe(at('2026-11-22T13:00:00Z'))
    expect(maySendAt(at('2026-11-22T13:00:00Z'), night)).toBe(at('2026-11-22T13:00:00Z'))
  })

  test('use the person’s zone: 10 p.m. in Charlotte is 5 p.m. in Honolulu', () => {
    const instant = at('2026-11-22T03:00:00Z')
    expect(maySendAt(instant, { ...night, zone: 'Pacific/Honolulu' })).toBe(instant)
    expect(maySendAt(instant, night)).toBeGreaterThan(instant)
  })

  test('end by local time, also in the two nights of a clock change', () => {
    for (const evening of ['2027-03-14T03:00:00Z', '2026-11-01T02:00:00Z'])
      expect(formatMoment(maySendAt(at(evening), night), night.zone)).toMatch(/, 8:00 AM E[SD]T$/)
  })

  test('that end in a skipped hour end right after it, and never before now', () => {
    const short = { zone: 'America/New_York', from: 60, until: 150 }
    const now = at('2027-03-14T06:30:00Z')
    const goes = maySendAt(now, short)
    expect(goes).toBeGreaterThanOrEqual(now)
    expect(goes).toBeLessThanOrEqual(at('2027-03-14T08:00:00Z'))
  })

  test('can be during the day, or turned off', () => {
    expect([779, 780, 899, 900].map((minute) => isQuiet(minute, { from: 780, until: 900 }))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(maySendAt(at('2026-11-22T03:30:00Z'), null)).toBe(at('2026-11-22T03:30:00Z'))
  })

  test('delay any message in every US zone all year to a time outside of them, within a day', () => {
    for (const zone of ['America/New_York', 'America/Phoenix', 'America/Anchorage', 'Pacific/Honolulu'])
      for (let now = at('2026-01-01T00:17:00Z'); now < at('2027-01-01T00:00:00Z'); now += 97 * 60_000) {
        const goes = maySendAt(now, { ...night, zone })
        expect(goes - now).toBeLessThanOrEqual(12 * 3_600_000)
        expect(maySendAt(goes, { ...night, zone })).toBe(goes)
      }
  })
})

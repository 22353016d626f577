import fc from 'fast-check'
import type { ScheduleRules } from '#features/availability/availability.ts'
import { addDays } from '#platform/time.ts'
import { clockChanges, usZones } from './slot-oracle.ts'

export const durations = [30, 45, 60, 90, 120]
export const steps = [15, 30, 60] as const
/** The dates on which the clocks of each zone are changed. */
export const changes = new Map(usZones.map((zone) => [zone, clockChanges(zone, 2024, 2030)]))

/** A coach, three dates in a row (often with a clock change among them), lessons and blocks near them, and a present. */
export const situation = fc
  .record({ zone: fc.constantFrom(...usZones), isNearChange: fc.boolean() })
  .chain(({ zone, isNearChange }) => {
    const dates = isNearChange ? (changes.get(zone) ?? []) : []
    const anyDate = fc.integer({ min: 0, max: 2_556 }).map((days) => addDays('2024-01-01', days))
    return fc.record({
      zone: fc.constant(zone),
      date: dates.length > 0 ? fc.constantFrom(...dates) : anyDate,
    })
  })
  .chain(({ zone, date }) => {
    const dates = [-1, 0, 1].map((days) => addDays(date, days))
    const noon = Date.parse(`${date}T18:00:00Z`)
    const minutes = fc.tuple(fc.nat(287), fc.integer({ min: 1, max: 200 })).map(([start, length]) => ({
      startMinute: start * 5,
      endMinute: Math.min(1440, (start + length) * 5),
    }))
    const wholeDate = fc.constant({ startMinute: null, endMinute: null })
    const block = fc
      .tuple(
        fc.constantFrom(...dates),
        fc.oneof({ weight: 4, arbitrary: minutes }, { weight: 1, arbitrary: wholeDate }),
      )
      .chain(([day, range]) => fc.nat(6).map((act) => ({ date: day, ...range, act })))
    const opening = fc
      .tuple(fc.constantFrom(...dates), minutes, fc.nat(6))
      .map(([day, range, act]) => ({ date: day, ...range, act }))
    const busy = fc
      .tuple(
        fc.integer({ min: -2_880, max: 2_880 }),
        fc.integer({ min: 15, max: 240 }),
        fc.constantFrom(0, 0, 30_000),
        fc.constantFrom(0, 0, 5, 35, 80),
      )
      .map(([start, length, odd, driveMinutes]) => ({
        ...(driveMinutes > 0 ? { driveMinutes } : {}),
        start: noon + start * 60_000 + odd,
        end: noon + (start + length) * 60_000 + odd,
      }))
    const rules: fc.Arbitrary<ScheduleRules> = fc.record({
      zone: fc.constant<string>(zone),
      windows: fc.array(
        fc
          .tuple(fc.nat(6), minutes, fc.constantFrom(null, null, 0 as const, 1 as const))
          .map(([dayOfWeek, range, weekParity]) => ({ dayOfWeek, ...range, weekParity })),
        { minLength: 4, maxLength: 20 },
      ),
      blocks: fc.array(block, { maxLength: 4 }),
      openings: fc.array(opening, { maxLength: 4 }),
      busy: fc.array(busy, { maxLength: 8 }),
      elsewhere: fc.array(
        busy.map(({ start, end }) => ({ start, end })),
        { maxLength: 3 },
      ),
      noticeHours: fc.nat(72),
      windowDays: fc.integer({ min: 1, max: 60 }),
      stepMinutes: fc.constantFrom(...steps),
      bufferMinutes: fc.constantFrom(0, 0, 10, 45),
    })
    return fc.record({
      rules,
      dates: fc.constant(dates),
      durationMinutes: fc.constantFrom(...durations),
      now: fc.integer({ min: -20 * 1_440, max: 1_440 }).map((at) => noon + at * 60_000 + 7),
    })
  })

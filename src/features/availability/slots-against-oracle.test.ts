import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#platform/time.ts'
import { everyDay, scheduleRules } from '#tests/support/schedule-rules.ts'
import { clockChanges, slotsByWalking, usZones } from '#tests/support/slot-oracle.ts'
import { findFirstBookableDate, isSlotOpen, listSlots, type ScheduleRules } from './availability.ts'

const durations = [30, 45, 60, 90, 120]
const steps = [15, 30, 60] as const
const changes = new Map(usZones.map((zone) => [zone, clockChanges(zone, 2024, 2030)]))

describe.each(usZones)('in %s', (zone) => {
  test('every clock change of 2024 to 2030 has exactly the slots that a walk over its minutes finds', () => {
    const calendars = [everyDay(0, 1440), everyDay(90, 1410), [...everyDay(30, 120), ...everyDay(150, 400)]]
    for (const date of changes.get(zone) ?? []) {
      const now = Date.parse(`${addDays(date, -9)}T00:00:00Z`)
      const blocks = [{ date, startMinute: 600, endMinute: 645 }]
      for (const windows of calendars)
        for (const stepMinutes of steps)
          for (const durationMinutes of durations) {
            const rules = scheduleRules({ zone, windows, stepMinutes, blocks })
            const [listed] = listSlots(rules, { from: date, to: date, durationMinutes, now })
            expect(listed?.slots).toEqual(slotsByWalking(rules, { date, durationMinutes, now }))
          }
    }
    const hasChanges = !['America/Phoenix', 'Pacific/Honolulu', 'America/Puerto_Rico'].includes(zone)
    expect(changes.get(zone)).toHaveLength(hasChanges ? 14 : 0)
  })
})

describe('any coach, any calendar', () => {
  test('every slot qualifies and none that qualifies is missing', () => {
    fc.assert(
      fc.property(situation, ({ rules, dates, durationMinutes, now }) => {
        const from = dates[0] ?? ''
        const listed = listSlots(rules, { from, to: dates.at(-1) ?? '', durationMinutes, now })
        expect(listed).toEqual(
          dates.map((date) => ({ date, slots: slotsByWalking(rules, { date, durationMinutes, now }) })),
        )
      }),
      { numRuns: 500 },
    )
  })

  test('what the list offers is what booking accepts, at every quarter of an hour', () => {
    fc.assert(
      fc.property(situation, ({ rules, dates, durationMinutes, now }) => {
        const date = dates[1] ?? ''
        const offered = listSlots(rules, {
          from: addDays(date, -1),
          to: addDays(date, 1),
          durationMinutes,
          now,
        })
        const starts = new Set(offered.flatMap((day) => day.slots.map((slot) => slot.start)))
        const midnightUtc = Date.parse(`${date}T00:00:00Z`)
        for (let start = midnightUtc; start < midnightUtc + 86_400_000; start += 900_000)
          if (isSlotOpen(rules, start, durationMinutes, now) !== starts.has(start))
            expect.fail(`${start} of ${JSON.stringify(rules)}`)
      }),
      { numRuns: 100 },
    )
  })

  test('the first bookable date has a slot and no date before it has one', () => {
    fc.assert(
      fc.property(situation, ({ rules, durationMinutes, now }) => {
        const from = addDays(new Date(now).toISOString().slice(0, 10), -2)
        const days = listSlots(rules, { from, to: addDays(from, rules.windowDays + 4), durationMinutes, now })
        const first = days.find((day) => day.slots.length > 0)?.date ?? null
        expect(findFirstBookableDate(rules, { durationMinutes, now })).toBe(first)
      }),
      { numRuns: 150 },
    )
  })
})

test('the answers do not depend on the time zone of the server', async () => {
  const script = 'tests/load/slots-against-oracle.ts'
  const months = ['--from=2026-10', '--to=2026-11', '--zones=America/New_York,America/Adak', '--quiet']
  const runs = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'].map(async (TZ) => {
    const run = await promisify(execFile)(process.execPath, [script, ...months], {
      env: { ...process.env, TZ },
    })
    return run.stdout
  })
  const [utc, ...others] = await Promise.all(runs)
  expect(utc).toContain('differences: 0')
  for (const other of others) expect(other).toBe(utc)
})

/** A coach, three dates in a row (often with a clock change among them), lessons and blocks near them, and a present. */
const situation = fc
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
      .map(([day, range]) => ({ date: day, ...range }))
    const busy = fc
      .tuple(
        fc.integer({ min: -2_880, max: 2_880 }),
        fc.integer({ min: 15, max: 240 }),
        fc.constantFrom(0, 0, 30_000),
      )
      .map(([start, length, odd]) => ({
        start: noon + start * 60_000 + odd,
        end: noon + (start + length) * 60_000 + odd,
      }))
    const rules: fc.Arbitrary<ScheduleRules> = fc.record({
      zone: fc.constant<string>(zone),
      windows: fc.array(
        fc.tuple(fc.nat(6), minutes).map(([dayOfWeek, range]) => ({ dayOfWeek, ...range })),
        { minLength: 4, maxLength: 20 },
      ),
      blocks: fc.array(block, { maxLength: 3 }),
      busy: fc.array(busy, { maxLength: 8 }),
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

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#platform/time.ts'
import { changes, durations, situation, steps } from '#tests/support/any-schedule.ts'
import { everyDay, scheduleRules } from '#tests/support/schedule-rules.ts'
import { busyFrom, slotsByWalking, usZones } from '#tests/support/slot-oracle.ts'
import { findFirstBookableDate, isSlotOpen, listSlots, occupiedAt } from './availability.ts'

describe.each(usZones)('in %s', (zone) => {
  test('every clock change from 2024 to 2030 has exactly the slots found by checking each minute', () => {
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
  test('every slot qualifies and no qualifying slot is missing', () => {
    fc.assert(
      fc.property(situation, ({ rules, dates, durationMinutes, now }) => {
        const from = dates[0] ?? ''
        const listed = listSlots(rules, { from, to: dates.at(-1) ?? '', durationMinutes, now })
        expect(listed).toEqual(
          dates.map((date) => ({ date, slots: slotsByWalking(rules, { date, durationMinutes, now }) })),
        )
      }),
      { numRuns: 200 },
    )
  })

  test('booking accepts exactly the listed slots, at every quarter of an hour', () => {
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
      { numRuns: 40 },
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
      { numRuns: 60 },
    )
  })
})

describe('a coach with several places', () => {
  const names = ['range', 'course', 'studio', 'park']
  const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other] as const))
  /** Two to four places, the driving times between them (null: unknown), and the places of the lessons. */
  const places = fc.record({
    count: fc.integer({ min: 2, max: names.length }),
    minutes: fc.array(fc.constantFrom(null, 5, 35, 80, 200), { minLength: 6, maxLength: 6 }),
    lessonsAt: fc.array(fc.nat(names.length), { minLength: 8, maxLength: 8 }),
    chosen: fc.nat(50),
  })
  const drivesOf = (minutes: readonly (number | null)[]) =>
    pairs.flatMap(([one, other], at) => {
      const known = minutes[at]
      const [placeA, placeB] = at % 2 === 0 ? [one, other] : [other, one]
      return typeof known === 'number' ? [{ placeA, placeB, minutes: known }] : []
    })

  test('is offered at each place exactly what a search over the drives of all pairs finds', () => {
    fc.assert(
      fc.property(
        situation,
        places,
        ({ rules, dates, durationMinutes, now }, { count, minutes, lessonsAt }) => {
          const drives = drivesOf(minutes)
          const lessons = rules.busy.map(({ start, end }, at) => ({
            start,
            end,
            placeId: names[lessonsAt[at] ?? 0] ?? null,
          }))
          for (const place of names.slice(0, count)) {
            const engine = { ...rules, busy: occupiedAt(place, lessons, drives) }
            const oracle = { ...rules, busy: busyFrom(place, lessons, drives) }
            const listed = listSlots(engine, {
              from: dates[0] ?? '',
              to: dates.at(-1) ?? '',
              durationMinutes,
              now,
            })
            expect(listed).toEqual(
              dates.map((date) => ({ date, slots: slotsByWalking(oracle, { date, durationMinutes, now }) })),
            )
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('has time for the drive from a taken time at one place to any time offered at another', () => {
    fc.assert(
      fc.property(situation, places, ({ rules, dates, durationMinutes, now }, { count, minutes, chosen }) => {
        const drives = drivesOf(minutes)
        const listAt = (place: string, lessons: Parameters<typeof occupiedAt>[1]) =>
          listSlots(
            { ...rules, busy: occupiedAt(place, lessons, drives) },
            { from: dates[0] ?? '', to: dates.at(-1) ?? '', durationMinutes, now },
          ).flatMap(({ slots }) => slots)
        const [here = '', ...others] = names.slice(0, count)
        const open = listAt(here, [])
        const taken = open[chosen % Math.max(1, open.length)]
        if (!taken) return
        for (const there of others) {
          const way = drives.find(
            ({ placeA, placeB }) => [placeA, placeB].sort().join() === [here, there].sort().join(),
          )
          const apart = Math.max(rules.bufferMinutes, way?.minutes ?? 0) * 60_000
          for (const { start, end } of listAt(there, [{ ...taken, placeId: here }]))
            expect(start >= taken.end + apart || end + apart <= taken.start).toBe(true)
        }
      }),
      { numRuns: 60 },
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

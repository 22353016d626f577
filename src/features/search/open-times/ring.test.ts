import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listSlots } from '#features/availability/availability.ts'
import { addDays, dateIn, dateOfEpochDay, epochDay, formatClockTime } from '#platform/time.ts'
import { situation } from '#tests/support/any-schedule.ts'
import { readWhen } from '../when.ts'
import { askedBits, BUILT_DAYS, computeStarts, QUARTERS, RING_BITS, RING_DAYS } from './ring.ts'

/** The positions of the bits that are set. */
function positions(bits: string): Set<number> {
  const found = new Set<number>()
  for (const [at, digit] of [...bits.slice(1)].entries())
    for (let bit = 0; bit < 4; bit++) if (Number.parseInt(digit, 16) & (8 >> bit)) found.add(at * 4 + bit)
  return found
}

/** The position of a time, worked out from what a clock at the place shows. */
function positionOf(start: number, zone: string): number {
  const [, hour = '', minute = '', half] = /(\d+):(\d+) (AM|PM)/.exec(formatClockTime(start, zone)) ?? []
  const quarter = ((Number(hour) % 12) + (half === 'PM' ? 12 : 0)) * 4 + Math.floor(Number(minute) / 15)
  return (epochDay(dateIn(start, zone)) % RING_DAYS) * QUARTERS + quarter
}

test('the bits are exactly the starts that the slot engine lists', () => {
  fc.assert(
    fc.property(situation, ({ rules, durationMinutes, now }) => {
      const { builtDay, starts } = computeStarts(rules, durationMinutes, now)
      const today = dateIn(now, rules.zone)
      expect(dateOfEpochDay(builtDay)).toBe(today)
      const listed = listSlots(
        { ...rules, noticeHours: 0, windowDays: 90 },
        { from: today, to: addDays(today, BUILT_DAYS - 1), durationMinutes, now },
      ).flatMap(({ slots }) => slots)
      expect(starts).toHaveLength(1 + RING_BITS / 4)
      expect(positions(starts)).toEqual(new Set(listed.map(({ start }) => positionOf(start, rules.zone))))
    }),
    { numRuns: 300 },
  )
})

test('a search asks for the quarters of an hour of its days, up to 30 days ahead', () => {
  const today = epochDay('2026-12-02')
  const asked = positions(askedBits(readWhen('sat.morning'), today))
  const saturdays = ['2026-12-05', '2026-12-12', '2026-12-19', '2026-12-26']
  expect(asked).toEqual(
    new Set(
      saturdays.flatMap((date) =>
        Array.from({ length: 24 }, (_, at) => (epochDay(date) % RING_DAYS) * QUARTERS + 24 + at),
      ),
    ),
  )
  expect(positions(askedBits(readWhen(undefined), today)).size).toBe(31 * QUARTERS)
})

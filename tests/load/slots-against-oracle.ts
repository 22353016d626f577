/**
 * Compares the slot engine with an independent walk over every minute: every day of the years, every US zone, every
 * duration and step, under open, busy and nearly-closed calendars, with weeks that alternate, times opened once, and lessons at
 * other places with the drive to them. Prints what was compared; leaves with 1 on a difference.
 *
 *   node tests/load/slots-against-oracle.ts [--from=2024-01] [--to=2030-12] [--zones=America/Adak,…] [--quiet]
 */
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { listSlots, type ScheduleRules } from '#features/availability/availability.ts'
import { everyDay } from '#tests/support/schedule-rules.ts'
import { slotsByWalking, usZones } from '#tests/support/slot-oracle.ts'

const { values: options } = parseArgs({
  options: {
    from: { type: 'string', default: '2024-01' },
    to: { type: 'string', default: '2030-12' },
    zones: { type: 'string', default: usZones.join(',') },
    quiet: { type: 'boolean', default: false },
  },
})

const durations = [30, 45, 60, 90, 120]
const steps = [15, 30, 60]
const counts = { lists: 0, dates: 0, slots: 0, differences: 0 }
const digest = createHash('sha256')
const began = performance.now()

for (const zone of options.zones.split(',')) {
  for (let month = Temporal.PlainYearMonth.from(options.from); ; month = month.add({ months: 1 })) {
    if (Temporal.PlainYearMonth.compare(month, options.to) > 0) break
    for (const { rules, now } of calendarsOf(zone, month))
      for (const stepMinutes of steps)
        for (const durationMinutes of durations)
          compareMonth({ ...rules, stepMinutes }, month, durationMinutes, now)
  }
  if (!options.quiet) console.error(`${zone}: ${JSON.stringify(counts)}`)
}
console.log(`dates checked in all calendars: ${counts.dates}`)
console.log(`instants compared: ${counts.slots}`)
console.log(`differences: ${counts.differences}`)
console.log(`sha256 of all slots: ${digest.digest('hex')}`)
if (!options.quiet) console.error(`${Math.round((performance.now() - began) / 1000)} s`)
process.exitCode = counts.differences === 0 && counts.slots > 0 ? 0 : 1

function compareMonth(
  rules: ScheduleRules,
  month: Temporal.PlainYearMonth,
  durationMinutes: number,
  now: number,
) {
  const from = month.toPlainDate({ day: 1 }).toString()
  const to = month.toPlainDate({ day: month.daysInMonth }).toString()
  const listed = listSlots(rules, { from, to, durationMinutes, now })
  counts.lists++
  if (listed.length !== month.daysInMonth) counts.differences++
  for (const { date, slots } of listed) {
    const expected = slotsByWalking(rules, { date, durationMinutes, now })
    counts.dates++
    counts.slots += Math.max(slots.length, expected.length)
    digest.update(JSON.stringify([rules.zone, date, slots]))
    const found = new Set(slots.map((slot) => `${slot.start}-${slot.end}`))
    const missing = expected.filter((slot) => !found.delete(`${slot.start}-${slot.end}`))
    if (missing.length + found.size === 0) continue
    counts.differences += missing.length + found.size
    if (counts.differences < 20)
      console.error(
        'DIFFERENT',
        JSON.stringify({ date, durationMinutes, now, missing, extra: [...found], rules }),
      )
  }
}

/** An always-open month, a month of ordinary life, and one that today and the notice cut in two. */
function calendarsOf(zone: string, month: Temporal.PlainYearMonth): { rules: ScheduleRules; now: number }[] {
  const random = randomNumbers(`${zone} ${month}`)
  const first = month.toPlainDate({ day: 1 }).toZonedDateTime(zone).epochMilliseconds
  const hour = 3_600_000
  const open = { zone, windows: everyDay(0, 1440), blocks: [], busy: [], noticeHours: 0, windowDays: 365 }
  const life = () => ({
    zone,
    windows: Array.from({ length: 14 }, () => {
      const startMinute = random(0, 95) * 15
      return {
        dayOfWeek: random(0, 6),
        startMinute,
        endMinute: Math.min(1440, startMinute + random(2, 40) * 15),
        weekParity: ([null, null, 0, 1] as const)[random(0, 3)] ?? null,
      }
    }).concat({ dayOfWeek: 0, startMinute: random(0, 16) * 15, endMinute: 240, weekParity: null }),
    blocks: Array.from({ length: 6 }, () => {
      const startMinute = random(0, 90) * 15
      const date = month.toPlainDate({ day: random(1, month.daysInMonth) }).toString()
      return random(0, 3) === 0
        ? { date, startMinute: null, endMinute: null, act: random(1, 12) }
        : { date, startMinute, endMinute: startMinute + random(1, 5) * 15, act: random(1, 12) }
    }),
    openings: Array.from({ length: 8 }, () => {
      const startMinute = random(0, 90) * 15
      const date = month.toPlainDate({ day: random(1, month.daysInMonth) }).toString()
      return {
        date,
        startMinute,
        endMinute: Math.min(1440, startMinute + random(2, 24) * 15),
        act: random(1, 12),
      }
    }),
    // What other calendars keep busy, whole days and months among them.
    elsewhere: Array.from({ length: 12 }, () => {
      const start = first + random(-24, 24 * 32) * hour + random(0, 59) * 60_000
      return { start, end: start + (random(0, 5) === 0 ? random(1, 60) * hour : random(1, 180) * 60_000) }
    }),
    busy: Array.from({ length: 60 }, () => {
      const start = first + random(-24, 24 * 32) * hour + random(0, 59) * 60_000
      const lesson = { start, end: start + random(1, 8) * 15 * 60_000 }
      // Every third lesson is in another town.
      return random(0, 2) === 0 ? { ...lesson, driveMinutes: random(1, 24) * 5 } : lesson
    }),
    windowDays: 365,
  })
  return [
    { rules: { ...open, bufferMinutes: 0, stepMinutes: 30 }, now: first - 40 * 24 * hour },
    {
      rules: { ...life(), noticeHours: 24, bufferMinutes: random(0, 1) * 10, stepMinutes: 30 },
      now: first - 40 * 24 * hour,
    },
    {
      rules: {
        ...life(),
        noticeHours: random(0, 72),
        windowDays: random(3, 20),
        bufferMinutes: 15,
        stepMinutes: 30,
      },
      now: first + random(0, 15 * 24 * 60) * 60_000 + random(0, 59_999),
    },
  ]
}

/** Whole numbers from low to high, the same ones for the same name. */
function randomNumbers(name: string) {
  let state = createHash('sha256').update(name).digest().readUInt32LE(0)
  return (low: number, high: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return low + Math.floor((state / 2 ** 32) * (high - low + 1))
  }
}

/**
 * How fast the slot engine is: one day, and 30 days with 60 lessons in them, without a database.
 *
 *   node tests/load/bench/slot-engine-speed.ts
 */
import { listSlots } from '#features/availability/availability.ts'
import { scheduleRules } from '#tests/support/schedule-rules.ts'

const now = Date.UTC(2026, 9, 19, 12)
const hour = 3_600_000
const busy = Array.from({ length: 60 }, (_, i) => {
  const start = Date.UTC(2026, 9, 21 + Math.floor(i / 2), i % 2 === 0 ? 14 : 18)
  return { start, end: start + hour }
})
const rules = scheduleRules({ windowDays: 60, busy })

measure('1 day', { from: '2026-10-22', to: '2026-10-22' })
measure('30 days, 60 lessons', { from: '2026-10-21', to: '2026-11-19' })

/** Prints the median of five runs of about half a second each, after a warm-up. */
function measure(name: string, dates: { from: string; to: string }) {
  const once = () => listSlots(rules, { ...dates, durationMinutes: 60, now })
  const slots = once().reduce((sum, day) => sum + day.slots.length, 0)
  const rates = [0, 1, 2, 3, 4, 5].map(() => {
    let calls = 0
    const began = performance.now()
    while (performance.now() - began < 500) {
      for (let i = 0; i < 50; i++) once()
      calls += 50
    }
    return calls / ((performance.now() - began) / 1000)
  })
  const sorted = rates.slice(1).sort((a, b) => a - b)
  const median = sorted[2] ?? 0
  const spread = ((sorted[4] ?? 0) - (sorted[0] ?? 0)) / median
  console.log(
    `${name}: ${slots} slots, ${Math.round(median)} lists/s, ${(1e6 / median).toFixed(1)} µs each, spread ${(spread * 100).toFixed(0)} %`,
  )
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openModel } from '../support/booking-model.ts'
import { anySequence } from '../support/booking-model-steps.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
/** More on request: `node tests/load/booking-model.ts` runs 10,000. */
const SEQUENCES = 200

test(`whatever ${SEQUENCES} random sequences of students, coach, admin, clock, processor and lost connections do, every rule holds`, async () => {
  const model = await openModel(product.services, product.clock)
  await fc.assert(
    fc.asyncProperty(anySequence, async (steps) => {
      expect(await model.play(steps)).toEqual([])
    }),
    { numRuns: SEQUENCES, endOnFailure: true },
  )
  await expectAllOfIt()
}, 300_000)

/** The sequences were worth running: everything that can happen did. */
async function expectAllOfIt() {
  const { rows } = await product.database.pool.query<{ what: string; n: number }>(`
    select 'event ' || outcome as what, count(*)::int as n from payment_events group by 1
    union all select 'lesson ' || status || coalesce(' by ' || cancel_reason, '') || case when no_show then ' without the student' else '' end,
      count(*)::int from bookings group by 1
    union all select 'moved by ' || moved_as, count(*)::int from lesson_moves group by 1
    union all select 'refund for ' || reason, count(*)::int from payment_refunds group by 1
    union all select 'share ' || status, count(*)::int from payouts group by 1
    union all select 'share taken back', count(*)::int from payout_reversals
    union all select 'problem ' || status, count(*)::int from payment_disputes group by 1`)
  const happened = Object.fromEntries(rows.map(({ what, n }) => [what, n]))
  for (const what of [
    'event confirmed',
    'event refunded',
    'lesson completed',
    'lesson completed without the student',
    'lesson cancelled by student',
    'lesson cancelled by coach',
    'lesson cancelled by hold_expired',
    'lesson cancelled by abandoned',
    'moved by student',
    'moved by coach',
    'refund for student',
    'share sent',
    'problem rejected',
  ])
    expect(happened[what] ?? 0, `${what}, of ${JSON.stringify(happened)}`).toBeGreaterThan(0)
}

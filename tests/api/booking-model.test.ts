import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openModel } from '../support/booking-model.ts'
import { anySequence } from '../support/booking-model-steps.ts'
import { whatHappened } from '../support/happened.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
/** More on request: `npm run drill -- booking-model` plays 10,000. */
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
  const happened = await whatHappened(product.database.pool)
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

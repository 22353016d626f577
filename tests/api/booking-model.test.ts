import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openModel } from '../support/booking-model.ts'
import { anySequence } from '../support/booking-model-steps.ts'
import { whatHappened } from '../support/happened.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
/** And as many again until everything that can happen did. `npm run drill -- booking-model` plays 10,000. */
const SEQUENCES = 20
const AT_MOST = 18 * SEQUENCES

test(`whatever ${SEQUENCES} random sequences of students, coach, admin, clock, processor and lost connections do, every rule holds`, async () => {
  const model = await openModel(product.services, product.clock)
  for (
    let played = 0;
    played === 0 || (played < AT_MOST && (await missing()).length > 0);
    played += SEQUENCES
  )
    await fc.assert(
      fc.asyncProperty(anySequence, async (steps) => {
        expect(await model.play(steps)).toEqual([])
      }),
      { numRuns: SEQUENCES, endOnFailure: true },
    )
  expect(await missing()).toEqual([])
}, 300_000)

/** What should happen in sequences that are worth running, and did not yet. */
async function missing(): Promise<string[]> {
  const happened = await whatHappened(product.database.pool)
  return [
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
  ].filter((what) => !happened[what])
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openModel } from '../support/booking-model.ts'
import { anySequence } from '../support/booking-model-steps.ts'
import { whatHappened } from '../support/happened.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
/** And a few more at a time until everything that can happen did. `npm run drill -- booking-model` plays 10,000. */
const SEQUENCES = 12
const MORE = 4
const AT_MOST = 360

test(`whatever ${SEQUENCES} random sequences of students, coach, admin, clock, processor and lost connections do, every rule holds`, async () => {
  const model = await openModel(product.services, product.clock)
  const sequences = fc.asyncProperty(anySequence, async (steps) => {
    expect(await model.play(steps)).toEqual([])
  })
  await fc.assert(sequences, { numRuns: SEQUENCES, endOnFailure: true })
  for (let played = SEQUENCES; played < AT_MOST && (await missing()).length > 0; played += MORE)
    await fc.assert(sequences, { numRuns: MORE, endOnFailure: true })
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

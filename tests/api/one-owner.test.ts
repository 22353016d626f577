import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openOwnerModel } from '../support/one-owner.ts'
import { anyOwnerSequence } from '../support/one-owner-steps.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
/** More on request: `npm run drill -- one-owner` plays 10,000. */
const SEQUENCES = 10

test(`in ${SEQUENCES} random sequences a person who is both coach and students never receives more than was paid`, async () => {
  const model = await openOwnerModel(product.services, product.clock)
  await fc.assert(
    fc.asyncProperty(anyOwnerSequence, async (sequence) => {
      expect(await model.play(sequence)).toEqual([])
    }),
    { numRuns: SEQUENCES, seed: 48, endOnFailure: true },
  )
}, 300_000)

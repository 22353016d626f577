import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openModel } from '../support/booking-model.ts'
import { lessonSequence } from '../support/booking-model-steps.ts'
import { ABOUT_A_LETTER, type Tally, watchLetters } from '../support/letters-model.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
/** More on request: `npm run drill -- letters` runs 10,000. */
const SEQUENCES = 10

test(`in ${SEQUENCES} random sequences every email sent has the ledger’s amounts and the booking’s dates, and no outdated email is sent`, async () => {
  const tally: Tally = new Map()
  const model = await openModel(product.services, product.clock, (services, coachId) =>
    watchLetters(services, coachId, tally),
  )
  await fc.assert(
    fc.asyncProperty(lessonSequence, async (steps) => {
      const broken = await model.play(steps)
      expect(broken.filter((what) => what.startsWith(ABOUT_A_LETTER))).toEqual([])
    }),
    { numRuns: SEQUENCES, seed: 32, endOnFailure: true },
  )
  const times = (what: string) => tally.get(what) ?? 0
  for (const what of [
    'booking-confirmed-student left',
    'booking-confirmed-coach left',
    'booking-cancelled-student left',
    'booking-cancelled-coach left',
    'booking-rescheduled-student left',
    'review-request-student left',
    'payout-sent-coach left',
    'booking-refunded-student left',
  ])
    expect(times(what), `${what}, of ${JSON.stringify([...tally])}`).toBeGreaterThan(0)
  // Which of the two letters waits is a matter of chance.
  for (const what of ['booking-confirmed', 'booking-rescheduled'])
    expect(
      times(`${what}-student was kept`) + times(`${what}-coach was kept`),
      `${what} was kept, of ${JSON.stringify([...tally])}`,
    ).toBeGreaterThan(0)
}, 300_000)

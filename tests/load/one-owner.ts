/**
 * Random sequences of bookings, discounts, packages, cancellations, moves, refunds and disputes in which coach and students
 * are accounts of one owner, whose bank decides for the owner in the end: never more comes out than was paid in.
 *
 *   npm run drill -- one-owner [--sequences=10000] [--seed=48] [--workers=2]
 */
import { openOwnerModel } from '../support/one-owner.ts'
import { anyOwnerSequence } from '../support/one-owner-steps.ts'
import { playSequences } from '../support/random-sequences.ts'

await playSequences({
  file: import.meta.filename,
  seed: '48',
  sequences: anyOwnerSequence,
  open: async (services, clock) => (await openOwnerModel(services, clock)).play,
  held: 'payouts never exceeded payments',
  broken: 'payouts exceeded payments: FAILED',
})

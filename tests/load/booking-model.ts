/**
 * Random sequences of everything that students, coaches, admins, the clock, the processor and broken connections can do to
 * lessons and their money; after each, every rule of tests/support/booking-model-rules.ts is checked.
 *
 *   npm run drill -- booking-model [--sequences=10000] [--seed=1] [--workers=2]
 */
import { openModel } from '../support/booking-model.ts'
import { anySequence } from '../support/booking-model-steps.ts'
import { playSequences } from '../support/random-sequences.ts'

await playSequences({
  file: import.meta.filename,
  seed: '1',
  sequences: anySequence,
  open: async (services, clock) => (await openModel(services, clock)).play,
  held: 'every rule holds',
  broken: 'a rule FAILED',
})

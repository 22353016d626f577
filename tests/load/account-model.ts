/**
 * Random sequences of an owner and an intruder who go for the same addresses: every way an account is opened, proven, changed,
 * suspended, closed or taken, and everything that can be set up in it. After each step the rules of
 * tests/support/account-model-rules.ts and account-model-states.ts are checked, and in the end the intruder tries all there is.
 * `npm test` plays a part of it.
 *
 *   npm run drill -- account-model [--sequences=10000] [--seed=1] [--workers=2]
 */
import { parseArgs } from 'node:util'
import { runCountedAtOnce } from './support/counted-tests.ts'

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
  },
})
const workers = Number(values.workers)
process.exitCode = await runCountedAtOnce(
  ['tests/api/account-model.test.ts'],
  Array.from({ length: workers }, (_, at) => ({
    SEQUENCES: String(Math.ceil(Number(values.sequences) / workers)),
    SEED: String(Number(values.seed) + at),
  })),
)

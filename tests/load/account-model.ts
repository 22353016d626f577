/**
 * Random sequences of an owner and an intruder who go for the same addresses: every way an account is opened, proven, changed,
 * closed or taken, and everything that can be set up in it. After each step the rules of tests/support/account-model-rules.ts
 * are checked, and in the end the intruder tries all there is. `npm test` plays a part of it.
 *
 *   npm run drill -- account-model [--sequences=10000] [--seed=1]
 */
import { parseArgs } from 'node:util'
import { runCounted } from './support/counted-tests.ts'

const { values } = parseArgs({
  options: { sequences: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
})
process.exitCode = runCounted(['tests/api/account-model.test.ts'], {
  SEQUENCES: values.sequences,
  SEED: values.seed,
})

/**
 * Every way to a slot (a paid hold, a demo booking, a lesson from a package, one the coach enters, a freed time, a
 * moved lesson, a late payment) asks for one time as often as said, 100 times at once: one gets it, the others are told that it is taken.
 * `npm test` plays a part of it.
 *
 *   npm run drill -- slot-gate [--attempts=1000] [--rounds=20]
 */
import { parseArgs } from 'node:util'
import { runCounted } from './support/counted-tests.ts'

const { values } = parseArgs({
  options: { attempts: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '20' } },
})
process.exitCode = runCounted(['tests/api/slot-gate.test.ts'], {
  ATTEMPTS: values.attempts,
  ROUNDS: values.rounds,
})

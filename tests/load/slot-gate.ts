/**
 * All ways to book a slot (a paid hold, a demo booking, a lesson from a package, one entered by the coach, a freed time, a moved lesson, a
 * late payment) request the same time, 100 at once: one must succeed, and the others must be refused because the time is taken. `npm test`
 * runs a part of it.
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

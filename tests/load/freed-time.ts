/**
 * A lesson is cancelled and 50 students wait for its time, while the process that passes it on is killed with `kill -9` in every
 * round. One gets the time, or it is everybody's; the rest learn so, and nothing is held for ever. `npm test` plays one round.
 *
 *   npm run drill -- freed-time [--rounds=100]
 */
import { parseArgs } from 'node:util'
import { runCounted } from './support/counted-tests.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } })
process.exitCode = runCounted(['tests/api/freed-time.test.ts'], {
  ROUNDS: values.rounds,
  TEST_NOW: new Date().toISOString(),
})

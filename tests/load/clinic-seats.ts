/**
 * 200 students try to get one of the eight seats of a clinic at once, in 20 rounds: exactly eight must succeed, and the others must be
 * told that it is sold out. `npm test` runs a part of it.
 *
 *   npm run drill -- clinic-seats [--tries=200] [--rounds=20]
 */
import { parseArgs } from 'node:util'
import { runCounted } from './support/counted-tests.ts'

const { values } = parseArgs({
  options: { tries: { type: 'string', default: '200' }, rounds: { type: 'string', default: '20' } },
})
process.exitCode = runCounted(['tests/api/clinics.test.ts'], { TRIES: values.tries, ROUNDS: values.rounds })

/**
 * Lessons of one coach are booked, paid, cancelled, taught, refunded before and after their payout, paid out and disputed in random
 * order; after each event the lines of the earnings, the balance, the statements of all years and the books say the same to the
 * cent. `npm test` plays forty.
 *
 *   npm run drill -- statements [--events=1000] [--seed=…]
 */
import { parseArgs } from 'node:util'
import { runCounted } from './support/counted-tests.ts'

const { values } = parseArgs({
  options: { events: { type: 'string', default: '1000' }, seed: { type: 'string' } },
})
process.exitCode = runCounted(['tests/api/statement-model.test.ts'], {
  EVENTS: values.events,
  ...(values.seed ? { SEED: values.seed } : {}),
})

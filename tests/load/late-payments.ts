/**
 * 100 payments succeed after their hold ran out and somebody else took the time: paid on a page that outlives the hold, or in
 * time but told of hours later; the other confirmed, still holding, paid at the same moment, or one of two who raced. Each must be
 * given back once and in full, and of two never both be confirmed. `npm test` runs a part of it.
 *
 *   npm run drill -- late-payments
 */
import { runCounted } from './support/counted-tests.ts'

process.exitCode = runCounted(['tests/api/late-payments.test.ts'])

/**
 * 100 payments succeed after their hold expired and another student took the time. The payment was made on a page that outlived the hold,
 * or in time but reported hours later. The other student has a confirmed booking, a hold, or a payment at the same moment, or won a race.
 * Each late payment must be refunded once and in full, and both bookings must never be confirmed. `npm test` runs a part of it.
 *
 *   npm run drill -- late-payments
 */
import { runCounted } from './support/counted-tests.ts'

process.exitCode = runCounted(['tests/api/late-payments.test.ts'])

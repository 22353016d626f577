/**
 * 10,000 sign-ins from one address with made-up X-Forwarded-For, 1,000 addresses of one IPv6 network, 1,000 networks: how many tries
 * of an account are looked at within its quarter of an hour (20 at most, and 20 more from a browser that the account knows), and
 * that the person herself still gets in. Runs whole in `npm test`, too.
 *
 *   npm run drill -- brute-force
 */
import { runCounted } from './support/counted-tests.ts'

process.exitCode = runCounted(['tests/api/brute-force.test.ts'])

/**
 * Cookies of every door, counted and looked at; then 50 sessions ended in each of eight ways, while copies of their cookie are in
 * use in two processes: how many copies were refused at their very next request, and how long the slowest took. `npm test`
 * runs a part of it.
 *
 *   npm run drill -- sessions
 */
import { runCounted } from './support/counted-tests.ts'

process.exitCode = runCounted(['tests/api/session-ends.test.ts'])

/**
 * Every procedure that changes something, by its REST address and as our own pages call it, with right input and the owner's
 * cookie, from another site's page: JSON, text/plain, forms, links, in 14 ways. None may be let in, and no row of any table may
 * change; the same requests from our own pages say that they were worth refusing. Runs whole in `npm test`, too.
 *
 *   npm run drill -- foreign-sites
 */
import { runCounted } from './support/counted-tests.ts'

process.exitCode = runCounted(['tests/api/foreign-sites.test.ts'])

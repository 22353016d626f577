import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Ends newsletters to an address in the marketing tool; for a week, in the end once an hour. */
export const unsubscribeFromCrmJob = defineJob({
  name: 'unsubscribe-from-crm',
  payload: z.object({
    address: z.string(),
    /** When the account was made, milliseconds since 1970, UTC: who was never brought is not told of. */
    since: z.int(),
  }),
  retries: 180,
  longestWaitSeconds: 3_600,
})

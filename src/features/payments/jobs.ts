import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Sends the stand-in processor's waiting events to our webhook; every minute again, like a real one's retries. */
export const deliverLocalEventsJob = defineJob({
  name: 'deliver-local-payment-events',
  payload: z.object({}),
  retries: 3,
  cron: '* * * * *',
})

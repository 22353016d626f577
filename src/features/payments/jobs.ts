import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/**
 * Every minute: delivers the pending events of the simulated processor to our webhook, as a real processor's
 * retries do.
 */
export const deliverLocalEventsJob = defineJob({
  name: 'deliver-local-payment-events',
  payload: z.object({}),
  retries: 3,
  cron: '* * * * *',
})

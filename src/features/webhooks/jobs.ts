import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/**
 * Sends one thing to one address; tried again for more than three days, at last every six hours, so that the last attempts find an
 * address that has failed for three days.
 */
export const deliverWebhookJob = defineJob({
  name: 'deliver-webhook',
  payload: z.object({ deliveryId: z.uuid() }),
  retries: 26,
  longestWaitSeconds: 6 * 3_600,
  atOnce: 4,
})

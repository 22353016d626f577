import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Sends one thing to one address; tried again for three days, at last every six hours. */
export const deliverWebhookJob = defineJob({
  name: 'deliver-webhook',
  payload: z.object({ deliveryId: z.uuid() }),
  retries: 24,
  longestWaitSeconds: 6 * 3_600,
  atOnce: 4,
})

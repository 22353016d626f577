import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every five minutes: deletes ended customers at the processor, until it has answered. */
export const deleteCustomersJob = defineJob({
  name: 'delete-payment-customers',
  payload: z.object({}),
  retries: 0,
  cron: '*/5 * * * *',
})

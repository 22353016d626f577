import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every five minutes: decides clinics by their minimum, and refunds seats of cancelled ones that are left. */
export const settleClinicsJob = defineJob({
  name: 'settle-clinics',
  payload: z.object({}),
  retries: 0,
  cron: '*/5 * * * *',
})

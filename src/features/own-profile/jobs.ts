import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every day: removes documents that were uploaded for a check and that no request names. */
export const cleanDocumentsJob = defineJob({
  name: 'clean-documents',
  payload: z.object({}),
  retries: 0,
  cron: '41 7 * * *',
})

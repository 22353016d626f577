import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every day: removes uploaded documents that do not belong to a request. */
export const cleanDocumentsJob = defineJob({
  name: 'clean-documents',
  payload: z.object({}),
  retries: 0,
  cron: '41 7 * * *',
})

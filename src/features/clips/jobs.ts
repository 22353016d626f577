import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every hour: removes uploads that were left half way a day ago. */
export const sweepClipUploadsJob = defineJob({
  name: 'sweep-clip-uploads',
  payload: z.object({}),
  retries: 0,
  cron: '27 * * * *',
})

/** Tells one of two people together what the other added to their clips and the first has not seen. */
export const tellOfClipsJob = defineJob({
  name: 'tell-of-clips',
  payload: z.object({
    instructorId: z.uuid(),
    studentId: z.uuid(),
    /** Who added it. */
    byId: z.uuid(),
  }),
  retries: 8,
})

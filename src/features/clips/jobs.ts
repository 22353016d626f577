import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every hour: removes uploads abandoned for a day. */
export const sweepClipUploadsJob = defineJob({
  name: 'sweep-clip-uploads',
  payload: z.object({}),
  retries: 0,
  cron: '27 * * * *',
})

/** Sends one notification about all unseen clip changes of the other person. */
export const clipNewsJob = defineJob({
  name: 'tell-of-clips',
  payload: z.object({
    instructorId: z.uuid(),
    studentId: z.uuid(),
    /** The user who made the changes. */
    byId: z.uuid(),
  }),
  retries: 8,
})

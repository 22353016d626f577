import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every hour: publishes the reviews of lessons that ended 14 days ago, and of students whose account is closed. */
export const publishReviewsJob = defineJob({
  name: 'publish-reviews',
  payload: z.object({}),
  retries: 0,
  cron: '37 * * * *',
})

/** Every hour: looks for reviews that may be from one person. */
export const findReviewPatternsJob = defineJob({
  name: 'find-review-patterns',
  payload: z.object({}),
  retries: 0,
  cron: '47 * * * *',
})

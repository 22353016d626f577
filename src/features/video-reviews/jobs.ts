import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/**
 * Every minute: refunds reviews that were not answered in time or whose videos were never sent, reminds coaches, and ends
 * checkouts.
 */
export const dueReviewsJob = defineJob({
  name: 'look-after-video-reviews',
  payload: z.object({}),
  retries: 0,
  cron: '* * * * *',
})

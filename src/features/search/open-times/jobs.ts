import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/**
 * Every minute: computes the open starts of coaches whose changes were missed, and at night another day of all
 * coaches.
 */
export const rebuildOpenStartsJob = defineJob({
  name: 'rebuild-open-starts',
  payload: z.object({}),
  retries: 0,
  cron: '* * * * *',
})

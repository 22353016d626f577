import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every five minutes: completes lessons that ended a day ago. */
export const completeLessonsJob = defineJob({
  name: 'complete-lessons',
  payload: z.object({}),
  retries: 0,
  cron: '*/5 * * * *',
})

/** Every minute: adds up the revenue of days that changed. */
export const addUpRevenueJob = defineJob({
  name: 'add-up-revenue',
  payload: z.object({}),
  retries: 0,
  cron: '* * * * *',
})

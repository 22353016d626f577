import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every minute: reminds of lessons that are a day, or two hours, away. */
export const remindOfLessonsJob = defineJob({
  name: 'remind-of-lessons',
  payload: z.object({}),
  retries: 0,
  cron: '* * * * *',
})

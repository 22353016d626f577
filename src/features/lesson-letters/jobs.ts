import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every five minutes: notifies coaches in whose zone it is evening of the next day's lessons. */
export const sendTomorrowOverviewsJob = defineJob({
  name: 'tell-of-tomorrow',
  payload: z.object({}),
  retries: 0,
  cron: '*/5 * * * *',
})

/** Every minute: reminds students of lessons that are a day or two hours away. */
export const remindOfLessonsJob = defineJob({
  name: 'remind-of-lessons',
  payload: z.object({}),
  retries: 0,
  cron: '* * * * *',
})

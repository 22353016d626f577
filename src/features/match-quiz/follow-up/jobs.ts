import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every ten minutes: writes to golfers who took the quiz a day ago and did not book. */
export const quizFollowUpsJob = defineJob({
  name: 'quiz-follow-ups',
  payload: z.object({}),
  retries: 0,
  cron: '*/10 * * * *',
})

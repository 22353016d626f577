import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'
import { MOST_ATTEMPTS } from './assistant.ts'

/** Answers a student's message in the coach's place. One for each message, sent in its transaction. */
export const answerMessageJob = defineJob({
  name: 'answer-message',
  payload: z.object({ messageId: z.uuid() }),
  retries: MOST_ATTEMPTS + 2,
  atOnce: 4,
})

/** Every minute: hands questions to the coach whose own job was lost. */
export const sweepQuestionsJob = defineJob({
  name: 'sweep-assistant-turns',
  payload: z.object({}),
  retries: 0,
  cron: '* * * * *',
})

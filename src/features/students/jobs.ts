import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every ten minutes, and when a coach confirms the letter: writes to students whom coaches brought from files. */
export const sendBroughtLettersJob = defineJob({
  name: 'write-to-brought-students',
  payload: z.object({}),
  retries: 0,
  cron: '*/10 * * * *',
})

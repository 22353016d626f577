import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** At a time when it is the same date from the East Coast to Hawaii, and before the first lessons of the day. */
export const recordMarketDayJob = defineJob({
  name: 'record-market-day',
  payload: z.object({}),
  retries: 3,
  cron: '5 10 * * *',
})

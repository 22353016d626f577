import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** At a time when it is the same date from the East Coast to Hawaii, and before the first lessons of the day. */
export const recordMarketDayJob = defineJob({
  name: 'record-market-day',
  payload: z.object({}),
  retries: 3,
  cron: '5 10 * * *',
})

/** Every minute: what changed about lessons and money since. */
export const updateMarketJob = defineJob({
  name: 'update-market',
  payload: z.object({}),
  retries: 0,
  cron: '* * * * *',
})

/** Reads the open times of all coaches. */
export const updateMarketCoachesJob = defineJob({
  name: 'update-market-coaches',
  payload: z.object({}),
  retries: 0,
  cron: '*/10 * * * *',
})

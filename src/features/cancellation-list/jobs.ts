import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Tells a golfer of the time that is held for them, when their night is over. */
export const announceOfferJob = defineJob({
  name: 'announce-freed-time',
  payload: z.object({ offerId: z.uuid() }),
  retries: 10,
})

/** Every minute: passes on freed times whose golfer let them go, whatever became of the process that was to do it. */
export const passOnFreedTimesJob = defineJob({
  name: 'pass-on-freed-times',
  payload: z.object({}),
  retries: 0,
  cron: '* * * * *',
})

import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Notifies a golfer of the time that is held for them, after their quiet hours. */
export const announceOfferJob = defineJob({
  name: 'announce-freed-time',
  payload: z.object({ offerId: z.uuid() }),
  retries: 10,
})

/**
 * Every minute: passes on freed times whose golfer let them go, including those whose process stopped
 * halfway.
 */
export const offerFreedTimesJob = defineJob({
  name: 'pass-on-freed-times',
  payload: z.object({}),
  retries: 0,
  cron: '* * * * *',
})

/** Every minute: notifies students whose seats in a clinic are free now. */
export const tellOfFreeSeatsJob = defineJob({
  name: 'tell-of-free-seats',
  payload: z.object({}),
  retries: 0,
  cron: '* * * * *',
})

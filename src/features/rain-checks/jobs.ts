import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every minute: reads the forecasts of outdoor lessons and offers a rain check where they are too bad. */
export const checkForecastsJob = defineJob({
  name: 'check-forecasts',
  payload: z.object({}),
  retries: 0,
  cron: '* * * * *',
})

/** Every minute: refunds lessons that were called off and whose students have not chosen until their time. */
export const refundCalledOffJob = defineJob({
  name: 'refund-called-off-lessons',
  payload: z.object({}),
  retries: 0,
  cron: '* * * * *',
})

import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every five minutes, and when a card is paid: sends the letters to recipients that are due, and ends checkouts that were not paid. */
export const deliverGiftCardsJob = defineJob({
  name: 'deliver-gift-cards',
  payload: z.object({}),
  retries: 3,
  cron: '*/5 * * * *',
})

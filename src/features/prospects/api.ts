import { z } from 'zod'
import { open } from '#ports/services.ts'
import { sendTrialInterest } from './commands.ts'
import { trialInterestSchema } from './schema.ts'

export const prospectsApi = {
  sendTrialInterest: open
    .route({
      method: 'POST',
      path: '/functions/send-trial-interest',
      tags: ['Prospects'],
      summary:
        'Ask for the 30-day free trial; the same clientId, or the same words on one day, are taken once',
      successStatus: 201,
    })
    .input(trialInterestSchema)
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context: { services, actor, ip } }) => {
      await sendTrialInterest(services, { actor, ip }, input)
      return { ok: true as const }
    }),
}

import { z } from 'zod'
import { open } from '#ports/services.ts'
import { makeExitOffer, openBrowserSession } from './commands.ts'
import { exitOfferSchema } from './schema.ts'

/** Offers one address may ask for: an office full of people, not a mint. */
const OFFERS_AN_HOUR = { points: 60, seconds: 3600 }

export const discountApi = {
  exitOffer: open
    .route({
      method: 'POST',
      path: '/coaches/{instructorId}/exit-offer',
      tags: ['Bookings'],
      summary: 'The one offer of a browser session, for somebody about to leave',
    })
    .input(z.object({ instructorId: z.uuid() }))
    .output(z.object({ offer: exitOfferSchema.nullable() }))
    .handler(async ({ input, context: { services, actor, ip, request, answerHeaders } }) => {
      await services.rateLimits.count('exit-offer', ip, OFFERS_AN_HOUR)
      const sessionId = openBrowserSession(services, request.headers, answerHeaders)
      return { offer: await makeExitOffer(services, { sessionId, actor }, input.instructorId) }
    }),
}

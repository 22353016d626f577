import { z } from 'zod'
import { coach, open } from '#ports/services.ts'
import { makeExitOffer, openBrowserSession, payForExitOffers } from './commands.ts'
import { readExitOfferTerms } from './queries.ts'
import { exitOfferSchema, exitOfferTermsSchema } from './schema.ts'

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

  exitOfferTerms: coach
    .route({
      method: 'GET',
      path: '/coach/exit-offers',
      tags: ['Bookings'],
      summary: 'Who pays for the offers made to students who are about to leave you',
    })
    .output(exitOfferTermsSchema)
    .handler(({ context: { services, actor } }) => readExitOfferTerms(services.db, actor.userId)),

  setExitOfferTerms: coach
    .route({
      method: 'PUT',
      path: '/coach/exit-offers',
      tags: ['Bookings'],
      summary: 'Pay for such offers yourself, or leave them to Greenside',
    })
    .input(exitOfferTermsSchema.pick({ coachPays: true }))
    .output(exitOfferTermsSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await payForExitOffers(services.db, actor.userId, input.coachPays)
      return await readExitOfferTerms(services.db, actor.userId)
    }),
}

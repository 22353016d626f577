import { z } from 'zod'
import { admin, coach, open } from '#ports/services.ts'
import { readExitOfferReport } from './exit-offer-report.ts'
import {
  makeExitOffer,
  openBrowserSession,
  openDevice,
  readExitOfferTerms,
  setExitOffersEnabled,
} from './exit-offers.ts'
import { endPromoCode, makePromoCode } from './promo-codes.ts'
import {
  exitOfferReportRequestSchema,
  exitOfferReportSchema,
  exitOfferSchema,
  exitOfferTermsSchema,
  makePromoCodeSchema,
} from './schema.ts'

/** Offers one address may ask for: an office full of people, not a mint. */
const OFFERS_AN_HOUR = { points: 60, seconds: 3600 }

export const discountsApi = {
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
      const deviceId = openDevice(services, request.headers, answerHeaders)
      return { offer: await makeExitOffer(services, { sessionId, deviceId, actor }, input.instructorId) }
    }),

  exitOfferTerms: coach
    .route({
      method: 'GET',
      path: '/coach/exit-offers',
      tags: ['Bookings'],
      summary: 'Whether you take part in the offers made to students who are about to leave',
    })
    .output(exitOfferTermsSchema)
    .handler(({ context: { services, actor } }) => readExitOfferTerms(services.db, actor.userId)),

  setExitOfferTerms: coach
    .route({
      method: 'PUT',
      path: '/coach/exit-offers',
      tags: ['Bookings'],
      summary: 'Take part in such offers, or no longer',
    })
    .input(exitOfferTermsSchema.pick({ takesPart: true }))
    .output(exitOfferTermsSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await setExitOffersEnabled(services.db, actor.userId, input.takesPart)
      return await readExitOfferTerms(services.db, actor.userId)
    }),

  exitOfferReport: admin
    .route({
      method: 'GET',
      path: '/admin/exit-offers',
      tags: ['Bookings'],
      summary: 'What exit offers brought and cost, a coach each, and what looks like bookings of their own',
    })
    .input(exitOfferReportRequestSchema)
    .output(exitOfferReportSchema)
    .handler(({ input, context: { services } }) =>
      readExitOfferReport(services.db, services.clock.now(), input.days),
    ),

  makePromoCode: admin
    .route({
      method: 'POST',
      path: '/admin/promo-codes',
      tags: ['Bookings'],
      summary: 'Make a code that lowers the price of lessons',
      successStatus: 201,
    })
    .input(makePromoCodeSchema)
    .output(z.object({ promoCodeId: z.uuid() }))
    .handler(({ input, context: { services, audit } }) => makePromoCode(services, { audit }, input)),

  endPromoCode: admin
    .route({
      method: 'POST',
      path: '/admin/promo-codes/{promoCodeId}/end',
      tags: ['Bookings'],
      summary: 'End a code: nobody uses it from now on',
    })
    .input(z.object({ promoCodeId: z.uuid() }))
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context: { services, audit } }) => {
      await endPromoCode(services, { audit }, input.promoCodeId)
      return { ok: true as const }
    }),
}

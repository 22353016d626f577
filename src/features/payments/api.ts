import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { toIso } from '#platform/time.ts'
import { open, type Services } from '#ports/services.ts'
import { cardRefusalTexts } from './card.ts'
import { deliverLocalEventsJob } from './jobs.ts'
import { testCheckoutSchema, testPaymentSchema } from './schema.ts'

const tags = ['Test checkout']
const TRIES = { points: 30, seconds: 600 }

/** The API of the simulated processor's pages. Available only when no real processor is configured. */
export const paymentsApi = {
  testCheckout: open
    .route({
      method: 'GET',
      path: '/test-checkouts/{sessionId}',
      tags,
      summary: 'A checkout of the local test processor',
    })
    .input(z.object({ sessionId: z.string().min(1).max(200) }))
    .output(testCheckoutSchema)
    .handler(async ({ input, context }) => {
      const page = await localCheckouts(context.services).findPage(input.sessionId)
      if (!page) throw noSuchCheckout()
      return { ...page, expiresAt: toIso(page.expiresAt) }
    }),

  payTestCheckout: open
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/test-checkouts/{sessionId}/payments',
      tags,
      summary: 'Pay with a test card',
    })
    .input(testPaymentSchema)
    .output(z.object({ redirectTo: z.string() }))
    .handler(async ({ input: { sessionId, ...card }, context }) => {
      const { services } = context
      await services.rateLimits.count('test-card', sessionId, TRIES)
      const paid = await localCheckouts(services).pay(sessionId, card)
      if (!paid.ok && paid.reason === 'not_found') throw noSuchCheckout()
      if (!paid.ok) throw new AppError('conflict', paid.reason, cardRefusalTexts[paid.reason])
      await services.jobs.send(services.db, deliverLocalEventsJob, {})
      const page = await localCheckouts(services).findPage(sessionId)
      return { redirectTo: page?.successUrl ?? '/' }
    }),

  abandonTestCheckout: open
    .route({
      method: 'POST',
      path: '/test-checkouts/{sessionId}/abandon',
      tags,
      summary: 'Leave without paying',
    })
    .input(z.object({ sessionId: z.string().min(1).max(200) }))
    .output(z.object({ redirectTo: z.string() }))
    .handler(async ({ input, context }) => {
      const { services } = context
      const page = await localCheckouts(services).findPage(input.sessionId)
      if (!page) throw noSuchCheckout()
      await localCheckouts(services).abandon(input.sessionId)
      await services.jobs.send(services.db, deliverLocalEventsJob, {})
      return { redirectTo: page.cancelUrl }
    }),
}

function localCheckouts(services: Services) {
  if (!services.localCheckouts) throw noSuchCheckout()
  return services.localCheckouts
}

const noSuchCheckout = () => new AppError('not_found', 'no_such_checkout', 'There is no such checkout.')

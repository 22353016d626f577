import { z } from 'zod'
import type { Actor } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import { toIso } from '#platform/time.ts'
import { open, type Services } from '#ports/services.ts'
import { cardRefusalTexts } from './card.ts'
import { deliverLocalEventsJob } from './jobs.ts'
import { savedCardsApi } from './saved-cards/api.ts'
import { listSavedCards } from './saved-cards/commands.ts'
import { mayUseCards } from './saved-cards/policy.ts'
import { findCustomerId } from './saved-cards/queries.ts'
import { testCheckoutSchema, testPaymentSchema } from './schema.ts'

const tags = ['Test checkout']
const TRIES = { points: 30, seconds: 600 }

/** Saved cards, and the API of the simulated processor's pages, which exists only when no real processor is configured. */
export const paymentsApi = {
  ...savedCardsApi,

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
      const { services, actor } = context
      const mayKeepCard = await isCustomer(services, actor, page.customerId)
      return {
        ...page,
        mayKeepCard,
        cards: mayKeepCard && actor ? await listSavedCards(services, actor.userId) : [],
        expiresAt: toIso(page.expiresAt),
      }
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
    .handler(async ({ input, context }) => {
      const { services, actor } = context
      const { sessionId, cardId, number = '', expiry = '', cvc = '', isConfirmed } = input
      await services.rateLimits.count('test-card', sessionId, TRIES)
      const { customerId = null } = (await localCheckouts(services).findPage(sessionId)) ?? {}
      const isTheirs = await isCustomer(services, actor, customerId)
      if (cardId && !isTheirs) throw new AppError('conflict', 'card_removed', cardRefusalTexts.card_removed)
      const paid = await localCheckouts(services).pay(
        sessionId,
        cardId ? { cardId } : { number, expiry, cvc },
        { keepCard: isTheirs && input.keepCard, isConfirmed },
      )
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

/** Whether the caller is the customer of a checkout. Others who have its address can pay, but see and keep no card. */
async function isCustomer(
  { db }: Services,
  actor: Actor | null,
  customerId: string | null,
): Promise<boolean> {
  if (!actor || !customerId || !mayUseCards(actor)) return false
  return (await findCustomerId(db, actor.userId)) === customerId
}

function localCheckouts(services: Services) {
  if (!services.localCheckouts) throw noSuchCheckout()
  return services.localCheckouts
}

const noSuchCheckout = () => new AppError('not_found', 'no_such_checkout', 'There is no such checkout.')

import { z } from 'zod'
import { student } from '#ports/services.ts'
import { listSavedCards, removeSavedCard } from './commands.ts'
import { removeCardSchema, savedCardsSchema } from './schema.ts'

const tags = ['Payments']

/** Each call asks the processor. */
const CALLS_PER_STUDENT = { points: 120, seconds: 600 }

/** A student's saved cards. An admin who acts as the student neither sees nor removes them. */
export const savedCardsApi = {
  savedCards: student
    .meta({ forPersonAlone: true })
    .route({ method: 'GET', path: '/me/cards', tags, summary: 'Your saved cards, at the payment processor' })
    .output(savedCardsSchema)
    .handler(async ({ context: { services, actor } }) => {
      await services.rateLimits.count('saved-cards', actor.userId, CALLS_PER_STUDENT)
      return { cards: await listSavedCards(services, actor.userId) }
    }),

  removeCard: student
    .meta({ forPersonAlone: true })
    .route({ method: 'DELETE', path: '/me/cards/{cardId}', tags, summary: 'Remove a saved card' })
    .input(removeCardSchema)
    .output(z.object({ removed: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('saved-cards', actor.userId, CALLS_PER_STUDENT)
      await removeSavedCard(services, actor.userId, input.cardId)
      return { removed: true as const }
    }),
}

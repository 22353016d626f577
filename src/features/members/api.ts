import { signedIn } from '#ports/services.ts'
import { findStanding } from './queries.ts'
import { standingSchema } from './schema.ts'

export const membersApi = {
  standing: signedIn
    .route({
      method: 'GET',
      path: '/me/standing',
      tags: ['Accounts'],
      summary: 'Your place, rating and completed lessons, as they stand above your menu',
    })
    .output(standingSchema)
    .handler(({ context }) => findStanding(context.services.db, context.actor.userId)),
}

import { z } from 'zod'
import { signedIn } from '#ports/services.ts'
import { makeToken, revokeToken } from './commands.ts'
import { listTokens } from './queries.ts'
import { accessTokenSchema, madeTokenSchema, newTokenSchema } from './schema.ts'

const tags = ['Accounts']

/** Made and taken back by a person who is signed in, never by a token. */
export const accessTokensApi = {
  list: signedIn
    .meta({ aboutOneself: true })
    .route({ method: 'GET', path: '/me/access-tokens', tags, summary: 'Your access tokens' })
    .output(z.array(accessTokenSchema))
    .handler(({ context: { services, actor } }) =>
      listTokens(services.db, actor.userId, services.clock.now()),
    ),

  make: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/me/access-tokens',
      tags,
      summary: 'Make an access token; it is shown this once',
      successStatus: 201,
    })
    .input(newTokenSchema)
    .output(madeTokenSchema)
    .handler(({ input, context: { services, actor } }) => makeToken(services, actor, input)),

  revoke: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'DELETE',
      path: '/me/access-tokens/{tokenId}',
      tags,
      summary: 'Take an access token back',
    })
    .input(z.object({ tokenId: z.uuid() }))
    .output(z.object({ revoked: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      await revokeToken(services, actor.userId, input.tokenId)
      return { revoked: true as const }
    }),
}

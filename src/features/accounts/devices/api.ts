import { z } from 'zod'
import { signedIn } from '#ports/services.ts'
import { keepNothing } from '../access.ts'
import { copyCookies, rememberBrowser } from '../complete-sign-in.ts'
import { endSession, endSessions } from './commands.ts'
import { listSessions } from './queries.ts'
import { deviceSessionSchema, endSessionSchema, endSessionsSchema } from './schema.ts'

const tags = ['Accounts']

export const devicesApi = {
  sessions: signedIn
    .route({ method: 'GET', path: '/me/sessions', tags, summary: 'The devices you are signed in on' })
    .output(z.array(deviceSessionSchema))
    .handler(async ({ context: { services, actor, request } }) =>
      listSessions(
        services.db,
        actor.userId,
        await services.sessions.findSessionId(request.headers),
        services.clock.now(),
      ),
    ),

  endSession: signedIn
    .meta({ forPersonAlone: true })
    .route({ method: 'DELETE', path: '/me/sessions/{sessionId}', tags, summary: 'Sign one device out' })
    .input(endSessionSchema)
    .output(z.object({ ended: z.literal(true) }))
    .handler(async ({ input, context }) => {
      await endSession(context.services, context.actor.userId, input)
      return { ended: true as const }
    }),

  endSessions: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/me/sessions/end',
      tags,
      summary: 'Sign out everywhere, or everywhere else',
    })
    .input(endSessionsSchema)
    .output(z.object({ ended: z.int() }))
    .handler(async ({ input, context }) => {
      const { services, actor, request } = context
      const keep = input.keepThis
        ? {
            sessionId: await services.sessions.findSessionId(request.headers),
            pushEndpoint: input.ownPushEndpoint ?? null,
          }
        : keepNothing
      const ended = await endSessions(services, actor.userId, keep)
      if (input.keepThis) {
        // A stolen copy of this browser's cookie must stop working as well, so the token is renewed.
        copyCookies(await services.sessions.renewToken(request.headers), context.answerHeaders)
        await rememberBrowser(context, actor.userId)
      }
      return { ended }
    }),
}

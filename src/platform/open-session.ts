import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { AuthTime } from './auth-clock.ts'
import { AWAITED_COOKIE } from './auth-cookies.ts'
import type { Clock } from './clock.ts'

type AfterHook = NonNullable<NonNullable<BetterAuthPlugin['hooks']>['after']>[number]

/**
 * What the library does not do by itself. The endpoints are the server's own: they have no address on the web.
 * @param askForCode the second factor's own hook after a sign-in by password; other ways in are asked the same
 */
export const openSessionPlugin = (askForCode: AfterHook['handler'], clock: Clock, time: AuthTime) =>
  ({
    id: 'open-session',
    endpoints: {
      /** Opens a session for somebody who proved who they are in another way than by a password. */
      openSession: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ userId: z.uuid() }), requireHeaders: true },
        async (ctx) => {
          const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
          if (!user) throw new Error('a session for somebody who does not exist')
          const session = await ctx.context.internalAdapter.createSession(user.id)
          await setSessionCookie(ctx, { session, user })
          return { userId: user.id }
        },
      ),
      /**
       * Makes a session and its cookie last on, until an instant by our clock, and gives it another token where one is given. Not through the library's own way of setting
       * the cookie, which would take it for a sign-in and ask for a second factor.
       */
      renewSession: createAuthEndpoint.serverOnly(
        {
          method: 'POST',
          body: z.object({ token: z.string(), newToken: z.string(), endsAt: z.number() }),
          requireHeaders: true,
        },
        async (ctx) => {
          const { token, newToken, endsAt } = ctx.body
          const renewed = await ctx.context.internalAdapter.updateSession(token, {
            token: newToken,
            expiresAt: time.hold(endsAt),
            updatedAt: time.hold(clock.now()),
          })
          if (!renewed) return { isRenewed: false }
          const { name, attributes } = ctx.context.authCookies.sessionToken
          const maxAge = Math.floor((endsAt - clock.now()) / 1_000)
          await ctx.setSignedCookie(name, newToken, ctx.context.secret, { ...attributes, maxAge })
          return { isRenewed: true }
        },
      ),
      /** Whose code is waited for in this browser; null when nobody's, or not any more. */
      readAwaited: createAuthEndpoint.serverOnly({ method: 'GET', requireHeaders: true }, async (ctx) => {
        const cookie = ctx.context.createAuthCookie(AWAITED_COOKIE)
        const identifier = await ctx.getSignedCookie(cookie.name, ctx.context.secret)
        const awaited = identifier
          ? await ctx.context.internalAdapter.findVerificationValue(identifier)
          : null
        return { userId: awaited && time.read(awaited.expiresAt) > clock.now() ? awaited.value : null }
      }),
    },
    hooks: {
      // Endpoints of the server's own have no path; the hook leaves alone what opened no session.
      after: [{ matcher: ({ path }) => !path, handler: askForCode }],
    },
  }) satisfies BetterAuthPlugin

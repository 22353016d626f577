import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { AuthTime } from './auth-clock.ts'
import { AWAITED_COOKIE } from './auth-cookies.ts'
import type { Clock } from './clock.ts'

type AfterHook = NonNullable<NonNullable<BetterAuthPlugin['hooks']>['after']>[number]

/**
 * Extensions to the sign-in library. The endpoints are server-only and have no URL.
 * @param askForCode the two-factor plugin's hook after a password sign-in; it is applied to other sign-in
 *   methods as well
 */
export const openSessionPlugin = (askForCode: AfterHook['handler'], clock: Clock, time: AuthTime) =>
  ({
    id: 'open-session',
    endpoints: {
      /** Opens a session for a user who was authenticated by other means than a password. */
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
       * Extends a session and its cookie until an instant by the application clock, and rotates the token if
       * a new one is given. Does not use the library's own function for setting the cookie, which would treat
       * it as a sign-in and require a second factor.
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
      /** The user whose second factor is pending in this browser; null if there is none or it has expired. */
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
      // Server-only endpoints have no path; the hook ignores calls that opened no session.
      after: [{ matcher: ({ path }) => !path, handler: askForCode }],
    },
  }) satisfies BetterAuthPlugin

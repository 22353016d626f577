import { z } from 'zod'
import { toIso } from '#platform/time.ts'
import { admin, open, signedIn } from '#ports/services.ts'
import { accountDeletionApi } from './account-deletion/api.ts'
import { adminActsApi } from './admin-acts/api.ts'
import { resendWelcome, signUp, signUpProspect } from './commands.ts'
import { completeSignIn, completeSignInOrAskForCode, copyCookies } from './complete-sign-in.ts'
import { devicesApi } from './devices/api.ts'
import { emailAddressesApi } from './email-addresses/api.ts'
import { impersonationApi } from './impersonation/api.ts'
import { magicLinksApi } from './links/api.ts'
import { readLink } from './links/queries.ts'
import { linkStateSchema, readLinkSchema } from './links/schema.ts'
import { ownDetailsApi } from './own-details/api.ts'
import { passwordsApi } from './passwords/api.ts'
import { providersApi } from './providers/api.ts'
import { meOf } from './queries.ts'
import { meSchema, sendWelcomeSchema, signedInSchema, signInSchema, signUpSchema } from './schema.ts'
import { secondFactorsApi } from './second-factors/api.ts'
import { signIn } from './sign-in.ts'
import { passkeysApi } from './sign-in-methods/passkey-api.ts'
import { listSignInMethods } from './sign-in-methods/queries.ts'
import { signInMethodsSchema } from './sign-in-methods/schema.ts'

const tags = ['Accounts']
const EXPORTS_PER_PERSON = { points: 10, seconds: 60 * 60 }

export const accountsApi = {
  me: open
    .route({ method: 'GET', path: '/me', tags, summary: 'Who is signed in, or null' })
    .output(meSchema.nullable())
    .handler(({ context }) => context.actor && meOf(context.actor)),

  signUp: open
    .route({
      method: 'POST',
      path: '/accounts',
      tags,
      summary: 'Create a student account and sign in',
      successStatus: 201,
    })
    .input(signUpSchema)
    .output(meSchema)
    .handler(async ({ input, context }) => {
      const from = { headers: context.request.headers, ip: context.ip }
      return await completeSignIn(context, await signUp(context.services, input, from))
    }),

  sendWelcome: admin
    .route({
      method: 'POST',
      path: '/functions/send-welcome-email',
      tags: ['Functions'],
      summary: 'Send somebody the welcome again',
    })
    .input(sendWelcomeSchema)
    .output(z.object({ success: z.literal(true) }))
    .handler(async ({ input, context: { services, audit } }) => {
      const { userId } = await resendWelcome(services, input)
      await audit.record(services.db, {
        subjectId: userId,
        before: { sent: false },
        after: { sent: true, template: 'welcome' },
      })
      return { success: true } as const
    }),

  signUpProspect: open
    .route({
      method: 'POST',
      path: '/prospects',
      tags,
      summary: 'Create the account of a coach-to-be who only looks, and sign in',
      successStatus: 201,
    })
    .input(signUpSchema)
    .output(meSchema)
    .handler(async ({ input, context }) => {
      const from = { headers: context.request.headers, ip: context.ip }
      return await completeSignIn(context, await signUpProspect(context.services, input, from))
    }),

  signIn: open
    .route({
      method: 'POST',
      path: '/sessions',
      tags,
      summary: 'Sign in with email and password; where two-step sign-in is on, a code is asked for next',
      successStatus: 201,
    })
    .input(signInSchema)
    .output(signedInSchema)
    .handler(async ({ input, context }) => {
      const from = { headers: context.request.headers, ip: context.ip }
      return await completeSignInOrAskForCode(context, await signIn(context.services, input, from))
    }),

  signOut: open
    .meta({ whileLooking: true })
    .route({ method: 'DELETE', path: '/sessions', tags, summary: 'Sign out of this browser' })
    .output(z.object({ signedOut: z.literal(true) }))
    .handler(async ({ context }) => {
      copyCookies(await context.services.sessions.signOut(context.request.headers), context.answerHeaders)
      return { signedOut: true as const }
    }),

  signInMethods: signedIn
    .route({ method: 'GET', path: '/me/sign-in-methods', tags, summary: 'How you can sign in' })
    .output(signInMethodsSchema)
    .handler(({ context: { services, actor } }) => listSignInMethods(services, actor.userId)),

  link: open
    .route({
      method: 'GET',
      path: '/account-links',
      tags,
      summary: 'What a mailed link is good for; uses nothing up',
    })
    .input(readLinkSchema)
    .output(linkStateSchema)
    .handler(({ input, context: { services, actor } }) =>
      readLink(services.db, input, actor?.userId ?? null, services.clock.now()),
    ),

  exportData: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'GET',
      path: '/me/export',
      tags,
      summary: 'Everything we keep about you, as a JSON file',
    })
    .output(z.file())
    .handler(async ({ context: { services, actor } }) => {
      await services.rateLimits.count('export', actor.userId, EXPORTS_PER_PERSON)
      const exportedAt = toIso(services.clock.now())
      const data = { exported_at: exportedAt, ...(await services.ownData.export(services.db, actor.userId)) }
      return new File([JSON.stringify(data, null, 2)], `data-${exportedAt.slice(0, 10)}.json`, {
        type: 'application/json; charset=utf-8',
      })
    }),

  ...passwordsApi,
  ...magicLinksApi,
  ...emailAddressesApi,
  ...devicesApi,
  ...secondFactorsApi,
  ...providersApi,
  ...passkeysApi,
  ...ownDetailsApi,
  ...accountDeletionApi,
  ...impersonationApi,
  ...adminActsApi,
}

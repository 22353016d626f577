import { z } from 'zod'
import type { RequestContext } from '#platform/procedures.ts'
import { open, type Services, signedIn } from '#ports/services.ts'
import { completeSignInOrAskForCode } from '../complete-sign-in.ts'
import { signedInSchema } from '../schema.ts'
import {
  disconnectProvider,
  finishProviderVisit,
  signUpWithProvider,
  startConnecting,
  startProviderSignIn,
} from './commands.ts'
import {
  connectProviderSchema,
  finishedProviderSchema,
  finishProviderSchema,
  providerAccountSchema,
  providerField,
  providerListSchema,
  providerPageSchema,
  startProviderSchema,
} from './schema.ts'
import { newcomerCookie, type ProviderVisit, providerVisitCookie } from './visits.ts'

const tags = ['Accounts']

export const providersApi = {
  signInProviders: open
    .route({
      method: 'GET',
      path: '/sign-in-providers',
      tags,
      summary: 'The services whose accounts people can sign in with here',
    })
    .output(providerListSchema)
    .handler(({ context }) => [...(context.services.identity?.providers ?? [])]),

  startProviderSignIn: open
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/provider-sign-ins',
      tags,
      summary: 'Begin to sign in with a provider: the address of its page',
      successStatus: 201,
    })
    .input(startProviderSchema)
    .output(providerPageSchema)
    .handler(async ({ input, context }) =>
      keepVisit(context, await startProviderSignIn(context.services, input, { ip: context.ip })),
    ),

  finishProviderSignIn: open
    .meta({ forPersonAlone: true })
    .route({
      method: 'PUT',
      path: '/provider-sign-ins',
      tags,
      summary: 'Finish a visit to a provider: signs in, or connects it to your account',
    })
    .input(finishProviderSchema)
    .output(finishedProviderSchema)
    .handler(async ({ input, context }) => {
      const { services, request, answerHeaders, ip, actor } = context
      const cookie = providerVisitCookie(services)
      const visit = cookie.read(request.headers)
      cookie.clear(answerHeaders)
      const { opened, newcomer, result, ...rest } = await finishProviderVisit(
        services,
        { visit, answer: input.answer },
        { headers: request.headers, ip, actor },
      )
      if (newcomer) newcomerCookie(services).set(answerHeaders, newcomer)
      if (result.kind !== 'signed_in') return { ...rest, result }
      if (!opened) throw new Error('a sign-in opened no session')
      return {
        ...rest,
        result: { kind: 'signed_in' as const, next: await completeSignInOrAskForCode(context, opened) },
      }
    }),

  signUpWithProvider: open
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/provider-accounts',
      tags,
      summary: 'Create a student account for the person whom a provider identified, and sign in',
      successStatus: 201,
    })
    .input(providerAccountSchema)
    .output(signedInSchema)
    .handler(async ({ input, context }) => {
      const { services, request, answerHeaders, ip } = context
      const cookie = newcomerCookie(services)
      const from = { headers: request.headers, ip }
      const opened = await signUpWithProvider(services, cookie.read(request.headers), input, from)
      cookie.clear(answerHeaders)
      return await completeSignInOrAskForCode(context, opened)
    }),

  connectProvider: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/me/sign-in-methods/providers',
      tags,
      summary: 'Begin to connect a provider to your account: the address of its page',
      successStatus: 201,
    })
    .input(connectProviderSchema)
    .output(providerPageSchema)
    .handler(async ({ input, context }) =>
      keepVisit(context, await startConnecting(context.services, context.actor.userId, input)),
    ),

  disconnectProvider: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'DELETE',
      path: '/me/sign-in-methods/providers/{provider}',
      tags,
      summary: 'Disconnect a provider from your account',
    })
    .input(z.object({ provider: providerField }))
    .output(z.object({ disconnected: z.literal(true) }))
    .handler(async ({ input, context }) => {
      await disconnectProvider(context.services, context.actor.userId, input.provider)
      return { disconnected: true as const }
    }),
}

function keepVisit(
  { services, answerHeaders }: RequestContext<Services>,
  { visit, url }: { visit: ProviderVisit; url: string },
) {
  providerVisitCookie(services).set(answerHeaders, visit)
  return { url }
}

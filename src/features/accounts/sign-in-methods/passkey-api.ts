import { z } from 'zod'
import type { PasskeyChallenge } from '#platform/passkeys.ts'
import type { RequestContext } from '#platform/procedures.ts'
import { open, type Services, signedIn } from '#ports/services.ts'
import { completeSignIn, copyCookies } from '../complete-sign-in.ts'
import { meSchema } from '../schema.ts'
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
} from './passkey-commands.ts'
import {
  addPasskeySchema,
  challengeSchema,
  passkeyField,
  renamePasskeySchema,
  signInAnswerSchema,
  startPasskeySchema,
} from './passkey-schema.ts'

const tags = ['Accounts']

export const passkeysApi = {
  startPasskey: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/me/passkeys/challenge',
      tags,
      summary: 'Begin to add a passkey: what your browser asks your device',
    })
    .input(startPasskeySchema)
    .output(challengeSchema)
    .handler(async ({ input, context }) => {
      const { services, actor, request } = context
      return challenge(
        context,
        await startPasskey(services, actor.userId, input, { headers: request.headers }),
      )
    }),

  addPasskey: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/me/passkeys',
      tags,
      summary: 'Add a passkey with the answer of your device',
      successStatus: 201,
    })
    .input(addPasskeySchema)
    .output(z.object({ added: z.literal(true) }))
    .handler(async ({ input, context: { services, actor, request } }) => {
      await addPasskey(services, actor.userId, input, { headers: request.headers })
      return { added: true as const }
    }),

  renamePasskey: signedIn
    .meta({ forPersonAlone: true })
    .route({ method: 'PUT', path: '/me/passkeys/{passkeyId}', tags, summary: 'Rename a passkey' })
    .input(renamePasskeySchema)
    .output(z.object({ renamed: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      await renamePasskey(services, actor.userId, input)
      return { renamed: true as const }
    }),

  removePasskey: signedIn
    .meta({ forPersonAlone: true })
    .route({ method: 'DELETE', path: '/me/passkeys/{passkeyId}', tags, summary: 'Remove a passkey' })
    .input(passkeyField)
    .output(z.object({ removed: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      await removePasskey(services, actor, input.passkeyId)
      return { removed: true as const }
    }),

  startPasskeySignIn: open
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/passkey-sign-ins/challenge',
      tags,
      summary: 'Begin to sign in with a passkey: what your browser asks your device',
    })
    .output(challengeSchema)
    .handler(async ({ context }) => {
      const { services, request, ip } = context
      return challenge(context, await startPasskeySignIn(services, { headers: request.headers, ip }))
    }),

  signInByPasskey: open
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/passkey-sign-ins',
      tags,
      summary: 'Sign in with the answer of your device; no code is asked for',
      successStatus: 201,
    })
    .input(signInAnswerSchema)
    .output(meSchema)
    .handler(async ({ input, context }) => {
      const from = { headers: context.request.headers, ip: context.ip }
      return await completeSignIn(context, await signInByPasskey(context.services, input, from))
    }),
}

/** Sends the challenge with the cookie that belongs to it. */
function challenge({ answerHeaders }: RequestContext<Services>, { options, headers }: PasskeyChallenge) {
  copyCookies(headers, answerHeaders)
  return { options }
}

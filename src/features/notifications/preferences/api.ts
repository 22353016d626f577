import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { signedIn } from '#ports/services.ts'
import { subscribeToPush, unsubscribeFromPush } from '../push.ts'
import { pushSubscriptionSchema } from '../schema.ts'
import { sayAboutTexts, sendTextCode } from '../texting/commands.ts'
import { setChoice, setQuietHours } from './commands.ts'
import { readPreferences } from './queries.ts'
import { choiceSchema, preferencesSchema, quietHoursSchema, textConsentSchema } from './schema.ts'

const tags = ['Notifications']
const done = z.object({ ok: z.literal(true) })
const CHANGES = { points: 300, seconds: 3_600 }

const textRefusals = {
  no_texts: 'We send no text messages at the moment.',
  no_number: 'Add your phone number to your account first.',
  not_served: 'We text mobile numbers in the United States only.',
  not_reached: 'We could not text this number. Is it a mobile number, and is it right?',
  wrong_code: 'That code is not right, or it is too old. You can ask for another one.',
  stopped: 'You replied STOP from this number. Text START to our number to hear from us again.',
}

export const preferencesApi = {
  preferences: signedIn
    .route({ method: 'GET', path: '/notification-preferences', tags, summary: 'What you are told, and how' })
    .output(preferencesSchema)
    .handler(({ context: { actor, services } }) => readPreferences(services, actor)),

  setPreference: signedIn
    .route({
      method: 'PUT',
      path: '/notification-preferences',
      tags,
      summary: 'Turn a kind of notification on or off on one channel',
    })
    .input(choiceSchema)
    .output(done)
    .handler(async ({ input, context: { actor, services } }) => {
      await services.rateLimits.count('notification-settings', actor.userId, CHANGES)
      await setChoice(services, actor.userId, input)
      return { ok: true as const }
    }),

  setQuietHours: signedIn
    .route({ method: 'PUT', path: '/quiet-hours', tags, summary: 'When texts and push notifications wait' })
    .input(quietHoursSchema)
    .output(done)
    .handler(async ({ input, context: { actor, services } }) => {
      await setQuietHours(services, actor.userId, input)
      return { ok: true as const }
    }),

  sendTextCode: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/text-consent/code',
      tags,
      summary: 'Have a code texted to your number, which proves that it is yours',
      successStatus: 201,
    })
    .output(done)
    .handler(async ({ context: { actor, services, ip } }) => {
      const sent = await sendTextCode(services, actor, { ip })
      if (!sent.ok) throw new AppError('conflict', sent.reason, textRefusals[sent.reason])
      return { ok: true as const }
    }),

  setTexts: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'PUT',
      path: '/text-consent',
      tags,
      summary: 'Say yes to text messages, with the code texted to your number, or no',
    })
    .input(textConsentSchema)
    .output(done)
    .handler(async ({ input, context: { actor, services, ip } }) => {
      await services.rateLimits.count('notification-settings', actor.userId, CHANGES)
      const code = input.agrees ? input.code : undefined
      const said = await sayAboutTexts(services, actor, { agrees: input.agrees, code, ip })
      if (!said.ok) throw new AppError('conflict', said.reason, textRefusals[said.reason])
      return { ok: true as const }
    }),

  subscribePush: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/push-subscriptions',
      tags,
      summary: 'Show notifications in this browser',
      successStatus: 201,
    })
    .input(pushSubscriptionSchema)
    .output(done)
    .handler(async ({ input, context: { actor, services, request } }) => {
      await services.rateLimits.count('notification-settings', actor.userId, CHANGES)
      const sessionId = await services.sessions.findSessionId(request.headers)
      await subscribeToPush(services, actor, input, sessionId)
      return { ok: true as const }
    }),

  unsubscribePush: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'DELETE',
      path: '/push-subscriptions',
      tags,
      summary: 'Show no more notifications in this browser, or in one of yours',
    })
    .input(z.union([z.object({ id: z.uuid() }), z.object({ endpoint: z.url().max(1_000) })]))
    .output(done)
    .handler(async ({ input, context: { actor, services } }) => {
      await unsubscribeFromPush(services, actor, input)
      return { ok: true as const }
    }),
}

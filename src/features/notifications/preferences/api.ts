import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { signedIn } from '#ports/services.ts'
import { subscribeToPush, unsubscribeFromPush } from '../push/commands.ts'
import { pushSubscriptionSchema } from '../schema.ts'
import { sayAboutTexts } from '../texting/commands.ts'
import { setChoice, setQuietHours } from './commands.ts'
import { readPreferences } from './queries.ts'
import { choiceSchema, preferencesSchema, quietHoursSchema } from './schema.ts'

const tags = ['Notifications']
const done = z.object({ ok: z.literal(true) })
const CHANGES = { points: 300, seconds: 3_600 }

const textRefusals = {
  no_number: 'Add your phone number to your account first.',
  stopped: 'This number texted STOP. Text START to our number to hear from us again.',
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

  setTexts: signedIn
    .route({ method: 'PUT', path: '/text-consent', tags, summary: 'Say yes or no to text messages' })
    .input(z.object({ agrees: z.boolean() }))
    .output(done)
    .handler(async ({ input, context: { actor, services, ip } }) => {
      await services.rateLimits.count('notification-settings', actor.userId, CHANGES)
      const said = await sayAboutTexts(services, actor, { ...input, ip })
      if (!said.ok) throw new AppError('conflict', said.reason, textRefusals[said.reason])
      return { ok: true as const }
    }),

  subscribePush: signedIn
    .route({
      method: 'POST',
      path: '/push-subscriptions',
      tags,
      summary: 'Show notifications in this browser',
      successStatus: 201,
    })
    .input(pushSubscriptionSchema)
    .output(done)
    .handler(async ({ input, context: { actor, services } }) => {
      await services.rateLimits.count('notification-settings', actor.userId, CHANGES)
      await subscribeToPush(services, actor, input)
      return { ok: true as const }
    }),

  unsubscribePush: signedIn
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

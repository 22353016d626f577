import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { open } from '#ports/services.ts'
import { setChoice } from './preferences/commands.ts'
import { findSubscription, readUnsubscribeToken, setAddressSubscription } from './unsubscribe-links.ts'

const tags = ['Notifications']
const TRIES = { points: 60, seconds: 3_600 }

const subscription = z.object({ label: z.string(), email: z.string(), isOn: z.boolean() })
const notOurs = () =>
  new AppError('not_found', 'no_such_link', 'This link is incomplete. Use the link in our latest email.')

export const unsubscribesApi = {
  subscription: open
    .route({
      method: 'GET',
      path: '/email-subscription',
      tags,
      summary: 'What the link in an email is about',
    })
    .input(z.object({ token: z.string().max(300) }))
    .output(subscription)
    .handler(async ({ input, context: { services } }) => {
      const what = readUnsubscribeToken(services, input.token)
      const found = what && (await findSubscription(services, what))
      if (!found) throw notOurs()
      return found
    }),

  setSubscription: open
    .route({
      method: 'PUT',
      path: '/email-subscription',
      tags,
      summary: 'Stop emails of a kind, or have them again',
    })
    .input(z.object({ token: z.string().max(300), isOn: z.boolean() }))
    .output(subscription)
    .handler(async ({ input, context: { services, ip } }) => {
      await services.rateLimits.count('unsubscribe', ip, TRIES)
      const what = readUnsubscribeToken(services, input.token)
      const found = what && (await findSubscription(services, what))
      if (!what || !found) throw notOurs()
      if (!(await setAddressSubscription(services, what, input.isOn)))
        await setChoice(services, what.userId, { kind: what.kind.id, channel: 'email', enabled: input.isOn })
      return { ...found, isOn: input.isOn }
    }),
}

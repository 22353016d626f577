import { z } from 'zod'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, page, paragraph } from '#features/notifications/letter-markup.ts'
import { isSwitchedOff } from './queries.ts'

export const webhookOffKind = defineNotificationKind({
  id: 'webhook_off',
  setting: {
    label: 'Webhooks switched off',
    description: 'A webhook of yours did not answer for three days.',
    audience: 'everybody',
    // Transactional: the user's program no longer receives events, so this ignores their notification
    // settings.
    isTransactional: true,
    texts: 'none',
    icon: 'bell',
    isAlert: true,
  },
  about: z.object({ what: z.literal('webhook'), endpointId: z.uuid() }),
  check: async ({ db }, { endpointId }) => ({
    why: (await isSwitchedOff(db, endpointId)) ? null : 'it was switched on again, or removed',
  }),
})

export const webhookKinds = [webhookOffKind]

export const webhookOff = defineLetter({
  key: 'webhook-switched-off',
  needs: ['address', 'settings_url'],
  variables: ['address', 'settings_url'],
  email: {
    name: 'A webhook was switched off',
    subject: 'Your webhook was switched off',
    html: page('Your webhook was switched off', [
      paragraph(
        'For three days nothing we sent to {{address}} arrived, or it said that it is gone. We have stopped sending to it.',
      ),
      paragraph(
        'Your lessons are as before. When your program works again, switch the webhook on, and send again what it missed.',
      ),
      button('See your webhooks', 'settings_url'),
    ]),
  },
  sample: {
    title: 'A webhook did not answer for three days',
    to: 'anybody',
    kind: webhookOffKind,
    values: (appUrl) => ({ address: 'hooks.mygolfsite.test', settings_url: `${appUrl}/profile#webhooks` }),
  },
})

export const webhookLetters = [webhookOff]

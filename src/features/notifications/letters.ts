import { z } from 'zod'
import { defineMessageKind } from './kind.ts'
import { defineLetter } from './letter.ts'
import { mayText } from './texting/may-text.ts'

/** Messages about the notification settings themselves. */

export const textsOnKind = defineMessageKind({
  id: 'texts_on',
  about: z.object({ what: z.literal('phone'), phone: z.string() }),
  goodForDays: 1,
  check: async ({ db }, { phone }, { userId }) => ({
    why: userId && (await mayText(db, userId, phone)) ? null : 'texts are off again',
  }),
})

export const textingKinds = [textsOnKind]

export const textsOn = defineLetter({
  key: 'texts-on',
  needs: [],
  variables: [],
  text: {
    name: 'Texts turned on: text',
    message:
      '{{site_name}}: texts about your lessons are on, a few a month. Msg & data rates may apply. Reply STOP to end, HELP for help. {{sms_cta_url}}',
  },
})

export const notificationLetters = [textsOn]

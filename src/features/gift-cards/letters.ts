import { z } from 'zod'
import { defineMessageKind, defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, facts, page, paragraph } from '#features/notifications/letter-markup.ts'
import { mayDeliver } from './queries.ts'

/** What recipients, buyers and redeemers of gift cards read. */

/** The letter to the recipient, who may have no account. */
export const giftCardKind = defineMessageKind({
  id: 'gift_card',
  about: z.object({ what: z.literal('gift_card'), giftCardId: z.uuid() }),
  check: async ({ db }, { giftCardId }) => ({
    why: (await mayDeliver(db, giftCardId)) ? null : 'the gift card was redeemed or refunded',
  }),
})

export const giftCardNewsKind = defineNotificationKind({
  id: 'gift_card_news',
  setting: {
    label: 'Your gift cards',
    description:
      'A gift card you bought is ready, was redeemed, or was refunded; one you redeemed was refunded to its buyer.',
    audience: 'everybody',
    isTransactional: true,
    texts: 'none',
    icon: 'wallet',
  },
  reachesSuspended: true,
})

export const giftCardKinds = [giftCardNewsKind, giftCardKind]

export const giftCardRecipient = defineLetter({
  key: 'gift-card-recipient',
  needs: ['code', 'redeem_url'],
  variables: ['recipient_name', 'from_name', 'amount', 'gift_message', 'code', 'redeem_url'],
  email: {
    name: 'A gift card: to the recipient',
    subject: '{{from_name}} gives you {{amount}} for golf lessons',
    html: page('A gift for you: {{amount}} for golf lessons', [
      paragraph(
        'Hello {{recipient_name}}, {{from_name}} gives you {{amount}} for lessons with any golf coach on {{site_name}}.',
      ),
      `<p dir="auto" style="margin:0 0 24px;white-space:pre-line">{{gift_message}}</p>`,
      facts([
        ['Amount', '{{amount}}'],
        ['Code', '{{code}}'],
      ]),
      button('Add it to your account', 'redeem_url'),
      paragraph(
        'Choose a coach and a time, and the gift card pays. What is left stays on it for the next lesson. It never expires, and there is no fee.',
      ),
      paragraph('Anybody who has the code can use it, so keep this letter to yourself.'),
    ]),
  },
})

export const giftCardNewsBuyer = defineLetter({
  key: 'gift-card-news-buyer',
  needs: ['message', 'gift_cards_url'],
  variables: ['full_name', 'headline', 'message', 'gift_cards_url'],
  readerName: 'full_name',
  email: {
    name: 'News of a gift card: to the buyer or the student who redeemed it',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{full_name}},'),
      paragraph('{{message}}'),
      button('See your gift cards', 'gift_cards_url'),
    ]),
  },
})

export const giftCardLetters = [giftCardRecipient, giftCardNewsBuyer]

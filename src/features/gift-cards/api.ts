import { z } from 'zod'
import { mayUseCards } from '#features/payments/saved-cards/policy.ts'
import { AppError, type ErrorCode } from '#platform/errors.ts'
import { signedIn, student } from '#ports/services.ts'
import { buyGiftCard, redeemGiftCard, refundGiftCard, sendAgain, showCode } from './commands.ts'
import { type GiftRefusal, giftRefusalTexts } from './gift-card.ts'
import { listBought, readBalance } from './queries.ts'
import {
  boughtGiftCardSchema,
  buyGiftCardSchema,
  giftBalanceSchema,
  giftCodeSchema,
  redeemedSchema,
  redeemSchema,
  sendGiftCardSchema,
} from './schema.ts'

/** Codes tried by an account, and from an IP address, in an hour, of 32^16 possible ones. */
const CODES_TRIED = { points: 5, seconds: 3600 }
const CODES_TRIED_PER_ADDRESS = { points: 20, seconds: 3600 }
const PURCHASES = { points: 20, seconds: 3600 }
/** Letters to recipients that a buyer sends again in a day. */
const LETTERS_AGAIN = { points: 10, seconds: 86_400 }

const tags = ['Gift cards']
const card = z.object({ giftCardId: z.uuid() })

export const giftCardsApi = {
  buy: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/gift-cards',
      tags,
      summary: 'Buy a gift card: starts its payment',
      successStatus: 201,
    })
    .input(buyGiftCardSchema)
    .output(z.object({ giftCardId: z.uuid(), checkoutUrl: z.string() }))
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('gift-cards', actor.userId, PURCHASES)
      const bought = await buyGiftCard(services, actor, input)
      if (!bought.ok) throw giftRefused(bought.reason)
      return { giftCardId: bought.giftCardId, checkoutUrl: bought.checkoutUrl }
    }),

  bought: signedIn
    .route({ method: 'GET', path: '/me/gift-cards', tags, summary: 'The gift cards you bought' })
    .output(z.array(boughtGiftCardSchema))
    .handler(({ context: { services, actor } }) => listBought(services, actor)),

  show: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/gift-cards/{giftCardId}/code',
      tags,
      summary: 'The code of a gift card you bought',
    })
    .input(card)
    .output(giftCodeSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const code = await showCode(services, actor, input.giftCardId)
      if (!code) throw noSuchGiftCard()
      return code
    }),

  send: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/gift-cards/{giftCardId}/letters',
      tags,
      summary: 'Send a gift card to its recipient again, or to another address',
      successStatus: 201,
    })
    .input(sendGiftCardSchema)
    .output(z.object({ sent: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('gift-card-letters', actor.userId, LETTERS_AGAIN)
      const sent = await sendAgain(services, actor, input)
      if (!sent) throw noSuchGiftCard()
      if (!sent.ok) throw giftRefused(sent.reason)
      return { sent: true as const }
    }),

  refund: signedIn
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/gift-cards/{giftCardId}/refund',
      tags,
      summary: 'Get the money for a gift card back that nobody has redeemed',
      successStatus: 201,
    })
    .input(card)
    .output(z.object({ refundCents: z.int() }))
    .handler(async ({ input, context: { services, actor } }) => {
      const refunded = await refundGiftCard(services, actor, input.giftCardId)
      if (!refunded) throw noSuchGiftCard()
      if (!refunded.ok) throw giftRefused(refunded.reason)
      return { refundCents: refunded.refundCents }
    }),

  balance: student
    .route({
      method: 'GET',
      path: '/me/gift-balance',
      tags,
      summary: 'What is left on your gift cards, and the lessons they paid',
    })
    .output(giftBalanceSchema)
    .handler(async ({ context: { services, actor } }) => ({
      ...(await readBalance(services.db, actor.userId)),
      mayPay: mayUseCards(actor),
    })),

  redeem: student
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/gift-cards/redemptions',
      tags,
      summary: 'Add a gift card to your account',
      successStatus: 201,
    })
    .input(redeemSchema)
    .output(redeemedSchema)
    .handler(async ({ input, context: { services, actor, ip } }) => {
      await services.rateLimits.count('gift-codes', actor.userId, CODES_TRIED)
      await services.rateLimits.count('gift-codes-address', ip, CODES_TRIED_PER_ADDRESS)
      const redeemed = await redeemGiftCard(services, actor, input.code)
      if (!redeemed.ok) throw giftRefused(redeemed.reason)
      return redeemed
    }),
}

const codes: Partial<Record<GiftRefusal, ErrorCode>> = {
  gift_code_unknown: 'not_found',
  gift_date: 'bad_input',
  gift_without_address: 'bad_input',
}

const giftRefused = (reason: GiftRefusal) =>
  new AppError(codes[reason] ?? 'conflict', reason, giftRefusalTexts[reason])

const noSuchGiftCard = () => new AppError('not_found', 'no_such_gift_card', 'There is no such gift card.')

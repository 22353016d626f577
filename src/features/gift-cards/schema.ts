import { z } from 'zod'
import { emailField, nameField, reachable } from '#features/accounts/schema.ts'
import { isDate } from '#platform/time.ts'
import { writtenText } from '#platform/written-text.ts'
import { giftStates, giftUses, LEAST_GIFT_CENTS, MOST_GIFT_CENTS } from './gift-card.ts'

const messageField = writtenText()
  .trim()
  .max(300, 'Message must be less than 300 characters')
  // The letter goes to a person who did not ask for it.
  .refine((text) => !reachable.test(text), 'A message cannot have a web address or a phone number in it')

/** The recipient, as typed in a form. */
const recipient = {
  recipientName: nameField,
  /** Omitted for a card that the buyer prints. */
  recipientEmail: emailField.optional(),
}

export const buyGiftCardSchema = z.object({
  amountCents: z
    .int('Enter whole dollars, such as 100')
    .min(LEAST_GIFT_CENTS, 'Gift cards start at $10')
    .max(MOST_GIFT_CENTS, 'A gift card has at most $500')
    .multipleOf(100, 'Enter whole dollars, such as 100'),
  fromName: nameField,
  ...recipient,
  message: messageField.optional(),
  /** The day on which the letter is sent, in the morning in New York; at once when omitted. */
  deliverOn: z.string().refine(isDate, 'Choose a date').optional(),
  /** Generated per attempt; retrying with the same key returns the same card. */
  idempotencyKey: z.string().min(8).max(80).optional(),
})
export type GiftCardOrder = z.output<typeof buyGiftCardSchema>

export const sendGiftCardSchema = z.object({ giftCardId: z.uuid(), recipientEmail: emailField })

const instant = z.iso.datetime()

/** A bought card, for its buyer. */
export const boughtGiftCardSchema = z.object({
  id: z.uuid(),
  amountCents: z.int(),
  recipientName: z.string(),
  recipientEmail: z.string().nullable(),
  fromName: z.string(),
  message: z.string().nullable(),
  state: z.enum(giftStates),
  /** When the letter is sent; null for a card to print. */
  deliverAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  redeemedAt: instant.nullable(),
  boughtAt: instant,
  /** What went back, or is on its way. */
  refundedCents: z.int(),
  /** The buyer's bank questions the payment: the card cannot be used or sent. */
  isBlocked: z.boolean(),
  /** It can be refunded now, by its buyer. */
  mayRefund: z.boolean(),
  /** An unpaid card can still be paid here. */
  checkoutUrl: z.string().nullable(),
})
export type BoughtGiftCard = z.infer<typeof boughtGiftCardSchema>

/** The gift cards of an account and what is left on them. */
export const giftBalanceSchema = z.object({
  balanceCents: z.int(),
  /** Whether the caller may pay with them: the owner, but not an admin who acts as the owner. */
  mayPay: z.boolean(),
  cards: z.array(
    z.object({
      id: z.uuid(),
      fromName: z.string(),
      amountCents: z.int(),
      leftCents: z.int(),
      redeemedAt: instant,
      /** The buyer's bank questions the payment, so that the card cannot be used. */
      isBlocked: z.boolean(),
    }),
  ),
  uses: z.array(
    z.object({
      paymentId: z.uuid(),
      kind: z.enum(giftUses),
      /** Of a lesson or a seat; null for everything else. */
      bookingId: z.uuid().nullable(),
      title: z.string(),
      at: instant,
      amountCents: z.int(),
      returnedCents: z.int(),
    }),
  ),
})
export type GiftBalance = z.infer<typeof giftBalanceSchema>

export const redeemSchema = z.object({ code: z.string().trim().min(1, 'Enter the code').max(60) })

export const redeemedSchema = z.object({ amountCents: z.int(), fromName: z.string(), balanceCents: z.int() })

/** The secret part of a card. */
export const giftCodeSchema = z.object({ code: z.string(), url: z.string() })

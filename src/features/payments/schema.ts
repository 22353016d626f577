import { z } from 'zod'
import { savedCardSchema } from './saved-cards/schema.ts'

/** A line of the price shown in addition to the list price; negative for deductions. */
export const priceLineSchema = z.object({ label: z.string(), cents: z.int() })

export type PriceLine = z.infer<typeof priceLineSchema>

/** A part of a price that gift cards pay, in cents. */
export const giftCentsField = z.int().min(1).max(10_000_000)

export const testCheckoutSchema = z.object({
  amountCents: z.int(),
  description: z.string(),
  /** The place of the lesson and its cancellation terms; null when the order does not contain them. */
  place: z.string().nullable(),
  terms: z.string().nullable(),
  customerEmail: z.string(),
  /** The saved cards that it offers; only the customer sees them. */
  cards: z.array(savedCardSchema),
  /** Whether the payer may keep a card for the next time. */
  mayKeepCard: z.boolean(),
  status: z.enum(['open', 'paid', 'expired']),
  expiresAt: z.iso.datetime(),
  successUrl: z.string(),
  cancelUrl: z.string(),
})

export type TestCheckout = z.infer<typeof testCheckoutSchema>

export const testCardSchema = z.object({
  number: z.string().trim().min(1, 'Card number is required').max(30),
  expiry: z.string().trim().min(1, 'Expiry is required').max(10),
  cvc: z.string().trim().min(1, 'CVC is required').max(5),
})

/** A typed card or a saved one. */
export const testPaymentSchema = testCardSchema
  .partial()
  .extend({
    sessionId: z.string().min(1).max(200),
    cardId: z.string().min(1).max(200).optional(),
    /** Keep the typed card for the next time. */
    keepCard: z.boolean().default(false),
    /** Whether the payer confirmed the payment with the bank; omitted before the bank asks. */
    isConfirmed: z.boolean().optional(),
  })
  .refine(({ cardId, number, expiry, cvc }) => cardId || (number && expiry && cvc), {
    message: 'Card number is required',
    path: ['number'],
  })

import { z } from 'zod'

/** A part of a price beside the list price, as people read it; less than nothing for what comes off. */
export const priceLineSchema = z.object({ label: z.string(), cents: z.int() })

export type PriceLine = z.infer<typeof priceLineSchema>

export const testCheckoutSchema = z.object({
  amountCents: z.int(),
  description: z.string(),
  /** Where the lesson is, and what cancelling it costs; null where the order says nothing. */
  place: z.string().nullable(),
  terms: z.string().nullable(),
  customerEmail: z.string(),
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

export const testPaymentSchema = testCardSchema.extend({ sessionId: z.string().min(1).max(200) })

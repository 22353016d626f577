import { z } from 'zod'
import { ownPasswordField } from '../passwords/schema.ts'

/** The refund to cards on closing the account, in cents, as displayed. Forms send it as text. */
export const shownRefundField = z.coerce.number().int().min(0).default(0)

export const closeAccountSchema = z.object({ password: ownPasswordField, refundCents: shownRefundField })

/** What is displayed before an account is closed. */
export const closingSchema = z.object({
  /** Why it cannot be closed yet. */
  reasons: z.array(z.string()),
  /** What ends with the account, and the refund to a card for it, in cents. */
  ends: z.array(z.object({ text: z.string(), refundCents: z.int() })),
  refundCents: z.int(),
})
export type Closing = z.output<typeof closingSchema>

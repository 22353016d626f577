import { z } from 'zod'
import { ownPasswordField } from '../passwords/schema.ts'

/** What goes back to cards when the account closes, in cents, as it was shown. A form sends it as text. */
export const shownRefundField = z.coerce.number().int().min(0).default(0)

export const closeAccountSchema = z.object({ password: ownPasswordField, refundCents: shownRefundField })

/** What somebody reads before an account is closed. */
export const closingSchema = z.object({
  /** Why it can't be closed yet. */
  reasons: z.array(z.string()),
  /** What ends with it, and what goes back to a card by it, in cents. */
  ends: z.array(z.object({ text: z.string(), refundCents: z.int() })),
  refundCents: z.int(),
})
export type Closing = z.output<typeof closingSchema>

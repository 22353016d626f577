import { z } from 'zod'

/** A card that the payment processor keeps for a student. */
export const savedCardSchema = z.object({
  id: z.string(),
  /** `Visa` */
  brand: z.string(),
  last4: z.string(),
  /** As printed on the card: `04/31`. */
  expiry: z.string(),
  isExpired: z.boolean(),
})

export type SavedCardView = z.infer<typeof savedCardSchema>

export const savedCardsSchema = z.object({ cards: z.array(savedCardSchema) })

export const removeCardSchema = z.object({ cardId: z.string().min(1).max(200) })

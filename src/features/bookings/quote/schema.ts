import { z } from 'zod'
import { cancellationPolicies } from '#features/coaches/coach.ts'
import { lessonTypes } from '../booking.ts'
import { discountRequestSchema, shownDiscountSchema } from '../discount/schema.ts'

/** What somebody would like to know the price of. */
export const quoteRequestSchema = z.object({
  instructorId: z.uuid(),
  locationId: z.uuid().optional(),
  durationMinutes: z.int().min(15).max(480),
  proposalId: z.uuid().optional(),
  conversationId: z.uuid().optional(),
  ...discountRequestSchema.shape,
})

/** What it costs and under which terms, before anything is held. */
export const quoteSchema = z.object({
  durationMinutes: z.int(),
  title: z.string(),
  lessonType: z.enum(lessonTypes),
  /** Before the discount. */
  listPriceCents: z.int(),
  discount: shownDiscountSchema.nullable(),
  /** What would be charged. */
  priceCents: z.int(),
  policy: z.enum(cancellationPolicies),
  policyText: z.string(),
  /** How many lessons the price is for; those of a package have terms of their own. */
  lessons: z.int(),
  /** The price was agreed upon in a proposal. */
  isAgreed: z.boolean(),
  /** Why the discount asked for is not part of the price; null when it is, or none was asked for. */
  discountRefusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})

export type Quote = z.infer<typeof quoteSchema>

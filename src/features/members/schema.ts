import { z } from 'zod'

export const memberSummarySchema = z.object({
  pictureUrl: z.string().nullable(),
  /** Where a coach teaches or a student lives: `Charlotte, NC`; null when nobody said. */
  location: z.string().nullable(),
  /** Mean of a coach's reviews; 0 without reviews, null for everyone else. */
  rating: z.number().nullable(),
  reviewCount: z.int(),
  completedLessons: z.int(),
  hasCoachProfile: z.boolean(),
})

/** A member at a glance: what stands above their menu. */
export type MemberSummary = z.infer<typeof memberSummarySchema>

/** What one may try a demo or a developer's copy with. */
export const testDataSchema = z.object({
  /** Only a demo has a clock that can be moved, and shows its letters. */
  isDemo: z.boolean(),
  accounts: z.array(z.object({ email: z.string(), type: z.enum(['student', 'instructor', 'admin']) })),
  /** Codes that every coach's lessons can be booked with. */
  discountCodes: z.array(
    z.object({ code: z.string(), percentOff: z.int().nullable(), amountOffCents: z.int().nullable() }),
  ),
})
export type TestData = z.infer<typeof testDataSchema>

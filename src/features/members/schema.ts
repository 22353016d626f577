import { z } from 'zod'

export const memberSummarySchema = z.object({
  pictureUrl: z.string().nullable(),
  /** The coach's teaching place or the student's home: `Charlotte, NC`; null when unknown. */
  location: z.string().nullable(),
  /** Average rating of a coach; 0 without reviews, null for everyone else. */
  rating: z.number().nullable(),
  reviewCount: z.int(),
  completedLessons: z.int(),
  hasCoachProfile: z.boolean(),
})

/** The summary of a member above their menu. */
export type MemberSummary = z.infer<typeof memberSummarySchema>

/** Logins and codes for trying out a demo or a development copy. */
export const testDataSchema = z.object({
  /** Only a demo has an adjustable clock and shows its emails. */
  isDemo: z.boolean(),
  accounts: z.array(z.object({ email: z.string(), type: z.enum(['student', 'instructor', 'admin']) })),
  /** Codes valid for lessons of every coach. */
  discountCodes: z.array(
    z.object({ code: z.string(), percentOff: z.int().nullable(), amountOffCents: z.int().nullable() }),
  ),
})
export type TestData = z.infer<typeof testDataSchema>

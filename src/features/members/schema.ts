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

import { z } from 'zod'
import { followUpWords } from './follow-up.ts'

export const followUpInput = z.object({
  email: z.string().trim().min(1, followUpWords.emailMissing).max(255),
})

export const followUpPreviewSchema = z.object({
  to: z.string(),
  name: z.string().nullable(),
  quizAt: z.iso.datetime(),
  /** When the email is sent unless an admin sends it; null when only an admin sends it. */
  plannedFor: z.iso.datetime().nullable(),
  /** The quiz recommended a coach. */
  isMatched: z.boolean(),
  /** The recommended coach, if still listed. */
  match: z.string().nullable(),
  others: z.array(z.string()),
  /** Why no email may be sent; null when it may. */
  whyNot: z.string().nullable(),
  subject: z.string(),
  html: z.string(),
})
export type FollowUpPreview = z.infer<typeof followUpPreviewSchema>

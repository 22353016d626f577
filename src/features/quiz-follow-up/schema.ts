import { z } from 'zod'
import { followUpWords } from './follow-up.ts'

export const followUpInput = z.object({
  email: z.string().trim().min(1, followUpWords.emailMissing).max(255),
})

export const followUpPreviewSchema = z.object({
  to: z.string(),
  name: z.string().nullable(),
  quizAt: z.iso.datetime(),
  plannedFor: z.iso.datetime(),
  /** The coach whom the quiz recommended. */
  match: z.string().nullable(),
  others: z.array(z.string()),
  /** Why nobody is written to; null when the letter can go. */
  whyNot: z.string().nullable(),
  subject: z.string(),
  html: z.string(),
})
export type FollowUpPreview = z.infer<typeof followUpPreviewSchema>

import { z } from 'zod'
import { disputeReasons } from './dispute.ts'

export const reportProblemSchema = z.object({
  bookingId: z.uuid(),
  reason: z.enum(disputeReasons, { message: 'Please choose what was wrong' }),
  details: z
    .string()
    .trim()
    .min(1, 'Please tell us what happened')
    .max(2000, 'Details must be less than 2000 characters'),
})

export type ReportProblemInput = z.infer<typeof reportProblemSchema>

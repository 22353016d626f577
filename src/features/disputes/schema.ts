import { z } from 'zod'
import { disputeStatuses } from '#features/bookings/problem-window.ts'
import { writtenText } from '#platform/written-text.ts'
import { disputeReasons, shareStates } from './dispute.ts'

export const reportProblemSchema = z.object({
  bookingId: z.uuid(),
  reason: z.enum(disputeReasons, { message: 'Please choose what went wrong' }),
  details: writtenText()
    .trim()
    .min(1, 'Please tell us what happened')
    .max(2000, 'Details must be less than 2000 characters'),
  /** The part of the price it is about; all that was not given back when left out. */
  amountCents: z.int('Please enter an amount').min(1, 'Please enter an amount').optional(),
})

export const answerProblemSchema = z.object({
  bookingId: z.uuid(),
  answer: writtenText()
    .trim()
    .min(1, 'Please tell us what happened')
    .max(2000, 'Your answer must be less than 2000 characters'),
})

/** The state of a reported problem. Both sides read what the student wrote; only the coach reads the coach's answer. */
export const lessonProblemSchema = z.object({
  reason: z.enum(disputeReasons),
  status: z.enum(disputeStatuses),
  amountCents: z.int(),
  details: z.string().nullable(),
  /** The coach's answer, for the coach alone; null before. */
  answer: z.string().nullable(),
  /** Until when the coach is asked to answer. */
  answerBy: z.iso.datetime(),
  share: z.enum(shareStates),
  /** What was refunded of the lesson so far, for any reason. */
  refundedCents: z.int(),
  reportedAt: z.iso.datetime(),
  /** When it was settled; null while it is open. */
  resolvedAt: z.iso.datetime().nullable(),
})

export type LessonProblem = z.infer<typeof lessonProblemSchema>

export type ReportProblemInput = z.infer<typeof reportProblemSchema>

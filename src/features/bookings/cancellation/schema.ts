import { z } from 'zod'
import { cancellationPolicies } from '#features/coaches/coach.ts'
import { writtenText } from '#platform/written-text.ts'
import { adminReason } from '../admin-reason.ts'

/** As much as the database keeps of why a lesson was cancelled. */
export const MESSAGE_LENGTH = 500

/** What becomes of a time that a coach cancelled: students book it again, it stays closed, or the whole day does. */
export const freedTimes = ['open', 'closed', 'day_closed'] as const
export type FreedTime = (typeof freedTimes)[number]

export const cancelLessonSchema = z.object({
  bookingId: z.uuid(),
  /** What the preview promised; when it is no longer what comes back, nothing is cancelled. */
  expectedRefundCents: z.int().min(0).optional(),
  /** Why, in the words of whoever cancels; the other side reads them. */
  message: writtenText()
    .trim()
    .max(MESSAGE_LENGTH, `Message must be less than ${MESSAGE_LENGTH} characters`)
    .optional(),
  /** Why an admin cancels it: required of admins, kept in the audit log, not shown to student and coach. */
  reason: adminReason.optional(),
  /** Only of a coach; what a student cancels is open again. */
  freedTime: z.enum(freedTimes).optional(),
})

export type CancelLessonInput = z.infer<typeof cancelLessonSchema>

/** The terms of cancelling a lesson, shown before paying and in the lesson. */
export const lessonTermsSchema = z.object({
  policy: z.enum(cancellationPolicies),
  text: z.string(),
  /** Until when how much comes back to the student, best first. */
  deadlines: z.array(z.object({ until: z.iso.datetime(), percent: z.int() })),
})

export type PresentedTerms = z.infer<typeof lessonTermsSchema>

export const cancellationPreviewSchema = z.object({
  /** Null when the viewer can cancel now. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  paidCents: z.int(),
  refundCents: z.int(),
  keptCents: z.int(),
  percent: z.int(),
  /** The lesson was paid for in a package and goes back to it: it can be booked again, and no money moves. */
  returnsCredit: z.boolean(),
  terms: lessonTermsSchema,
})

export type CancellationPreview = z.infer<typeof cancellationPreviewSchema>

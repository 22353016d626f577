import { z } from 'zod'
import { cancellationPolicies } from '#features/coaches/coach.ts'
import { writtenText } from '#platform/written-text.ts'
import { adminReason } from '../admin-reason.ts'

/** The maximum length of a cancellation message in the database. */
export const MESSAGE_LENGTH = 500

/**
 * What happens to the time a coach cancelled: students can book it, it is blocked, or the whole day is
 * blocked.
 */
export const freedTimeChoices = ['open', 'closed', 'day_closed'] as const
export type FreedTime = (typeof freedTimeChoices)[number]

export const cancelLessonSchema = z.object({
  bookingId: z.uuid(),
  /** The refund shown in the preview. When the actual refund differs, the lesson is not cancelled. */
  expectedRefundCents: z.int().min(0).optional(),
  /** Whether the preview said that the lesson goes back to its package. When this differs, it is not cancelled. */
  expectedReturnsCredit: z.boolean().optional(),
  /** The cancelling party's message, shown to the other side. */
  message: writtenText()
    .trim()
    .max(MESSAGE_LENGTH, `Message must be less than ${MESSAGE_LENGTH} characters`)
    .optional(),
  /** An admin's reason: required of admins, recorded in the audit log, not shown to student and coach. */
  reason: adminReason.optional(),
  /** For coaches only; a time that a student cancels always becomes available. A seat in a clinic frees no time. */
  freedTime: z.enum(freedTimeChoices).optional(),
})

export type CancelLessonInput = z.infer<typeof cancelLessonSchema>

/** The cancellation terms of a lesson, shown before paying and in the lesson. */
export const lessonTermsSchema = z.object({
  policy: z.enum(cancellationPolicies),
  text: z.string(),
  /** The student's refund deadlines, best first. */
  deadlines: z.array(z.object({ until: z.iso.datetime(), percent: z.int() })),
})

export type PresentedTerms = z.infer<typeof lessonTermsSchema>

export const cancellationPreviewSchema = z.object({
  /** Null when the viewer can cancel now. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  paidCents: z.int(),
  refundCents: z.int(),
  /** The part of the refund that goes back to gift cards, at once. */
  giftRefundCents: z.int(),
  keptCents: z.int(),
  percent: z.int(),
  /**
   * The lesson was paid with a package and is returned to it: it can be booked again, and no money is
   * refunded.
   */
  returnsCredit: z.boolean(),
  terms: lessonTermsSchema,
})

export type CancellationPreview = z.infer<typeof cancellationPreviewSchema>

import { z } from 'zod'
import { adminReason } from '#features/bookings/admin-reason.ts'
import { bookingStatuses, paymentStatuses } from '#features/bookings/booking.ts'
import { storedAnswerSchema } from '#features/bookings/intake/schema.ts'
import { disputeStatuses } from '#features/bookings/problem-window.ts'
import { playingGolferSchema } from '#features/golfers/schema.ts'
import { writtenText } from '#platform/written-text.ts'

const partySchema = z.object({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
})

/** What can be refunded of a lesson now, and what the coach’s share is computed from. Cents. */
const refundableSchema = z.object({
  /** Why nothing can be refunded here; null when something can. */
  refusal: z.string().nullable(),
  paidCents: z.int(),
  /** Paid and not owed back. */
  keptCents: z.int(),
  discountCents: z.int(),
  discountFundedBy: z.enum(['platform', 'coach', 'shared']).nullable(),
})

/** Something that happened to a lesson. */
const lessonEventSchema = z.object({
  at: z.iso.datetime(),
  what: z.string(),
  detail: z.string().nullable(),
})

/** A lesson as an admin sees it. */
export const deskLessonSchema = z.object({
  bookingId: z.uuid(),
  number: z.string(),
  title: z.string(),
  status: z.enum(bookingStatuses),
  paymentStatus: z.enum(paymentStatuses),
  start: z.iso.datetime(),
  durationMinutes: z.int(),
  zone: z.string(),
  place: z.string(),
  address: z.string().nullable(),
  priceCents: z.int(),
  isPaidElsewhere: z.boolean(),
  isDemo: z.boolean(),
  hasPackage: z.boolean(),
  cancelMessage: z.string().nullable(),
  /** The student's note to the coach, and the answers to the coach's questions. */
  note: z.string().nullable(),
  answers: z.array(storedAnswerSchema),
  student: partySchema,
  /** Who plays, when it is not the student. */
  golfer: playingGolferSchema.nullable(),
  coach: partySchema,
  /** Of the coach's share, when something of it is due. */
  payout: z
    .object({ status: z.enum(['held', 'sending', 'sent', 'nothing_due']), at: z.iso.datetime() })
    .nullable(),
  refundable: refundableSchema,
  /** Disputes about this lesson: id and status. */
  disputes: z.array(z.object({ id: z.uuid(), status: z.enum(disputeStatuses) })),
  notes: z.array(z.object({ id: z.uuid(), body: z.string(), author: z.string(), at: z.iso.datetime() })),
  /** Newest first. */
  events: z.array(lessonEventSchema),
})
export type DeskLesson = z.infer<typeof deskLessonSchema>

export const onLessonSchema = z.object({ bookingId: z.uuid() })

export const refundLessonSchema = onLessonSchema.extend({
  /** Made by the browser: the same refund sent again is made once. */
  refundId: z.uuid(),
  amountCents: z.int().min(1, 'Please enter an amount of at least $0.01').max(100_000_000),
  /** What the screen said was left of the payment: when it is less or more by now, nothing is refunded. */
  keptCents: z.int(),
  reason: adminReason,
})
export type RefundLesson = z.infer<typeof refundLessonSchema>

export const lessonNoteSchema = onLessonSchema.extend({
  noteId: z.uuid(),
  body: writtenText()
    .trim()
    .min(1, 'Please enter a note')
    .max(2_000, 'Please keep the note under 2,000 characters'),
})

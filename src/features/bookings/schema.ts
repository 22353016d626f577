import { z } from 'zod'
import { bookingStatuses, cancelReasons, lessonTypes, paymentStatuses } from './booking.ts'
import { lessonTermsSchema } from './cancellation/schema.ts'
import { actionKinds } from './lesson-action-kinds.ts'
import { disputeStatuses } from './problem-window.ts'

export const lessonSchema = z.object({
  id: z.uuid(),
  coach: z.object({ id: z.uuid(), label: z.string(), name: z.string(), imageUrl: z.string().nullable() }),
  student: z.object({ id: z.uuid(), name: z.string() }),
  start: z.iso.datetime(),
  durationMinutes: z.int(),
  zone: z.string(),
  priceCents: z.int(),
  title: z.string(),
  lessonType: z.enum(lessonTypes),
  status: z.enum(bookingStatuses),
  paymentStatus: z.enum(paymentStatuses),
  cancelReason: z.enum(cancelReasons).nullable(),
  holdExpiresAt: z.iso.datetime().nullable(),
  /** Where to pay while the hold lasts; only the student sees it. */
  checkoutUrl: z.string().nullable(),
  /** The place as it was when booked; `id` leads to the coach's teaching place, while there is one. */
  location: z.object({ id: z.uuid().nullable(), name: z.string(), address: z.string().nullable() }),
  /** What comes back when it is cancelled, as it was when the lesson was booked. */
  terms: lessonTermsSchema,
  /** The coach chose this time: the student may cancel for all of the price until it begins. */
  movedByCoach: z.boolean(),
  noShow: z.boolean(),
  /** Rises whenever calendars must replace what they have of the lesson. */
  changeNumber: z.int(),
  /** Coach and student settle the price between them; none of it comes through us. */
  isPaidElsewhere: z.boolean(),
  /** The coach entered it for an address whose owner has not accepted yet; the student's name is the one the coach typed. */
  isInvitation: z.boolean(),
})

export type Lesson = z.infer<typeof lessonSchema>

/** How many lessons each list of `GET /bookings` holds. */
export const lessonCountsSchema = z.object({ upcoming: z.int(), past: z.int() })

/** Something the viewer does with a lesson: now, or why not. */
export const lessonActionSchema = z.object({
  kind: z.enum(actionKinds),
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  until: z.iso.datetime().nullable(),
})

/** A lesson with what happened to it and what the viewer can do with it. */
export const listedLessonSchema = lessonSchema.extend({
  actions: z.array(lessonActionSchema),
  /** Where the problem that the student reported stands; null when she reported none. */
  problem: z.enum(disputeStatuses).nullable(),
  /** The latest time it was moved; null when it never was. */
  moved: z
    .object({ by: z.enum(['student', 'coach', 'admin']), from: z.iso.datetime(), at: z.iso.datetime() })
    .nullable(),
  /** What goes back to the student in all, sent or on its way. */
  owedBackCents: z.int(),
  refundedCents: z.int(),
  /** A refund came back from the bank: it goes out again by itself, or waits for a person; null when none did. */
  refundReturned: z.enum(['retried', 'waits']).nullable(),
  /** Names the payment to the page with the receipt; only its student has one. */
  receipt: z.string().nullable(),
  /** A lesson of a package: cancelled in time it goes back there (`returned`) while the package is `open`; else null. */
  package: z.enum(['open', 'ended', 'returned']).nullable(),
  /** What that package is called. */
  packageTitle: z.string().nullable(),
  cancelMessage: z.string().nullable(),
  /** The student wrote; how many stars only who may read it is told. */
  review: z.object({ rating: z.int().nullable(), isPublished: z.boolean() }).nullable(),
  /** The coach wrote to the student. */
  hasNote: z.boolean(),
  /** When each side may read what the other wrote, even if only one has written; null once that is past. */
  wordsOpenAt: z.iso.datetime().nullable(),
  /** How the coach reaches the student, until a day after a confirmed lesson; null at other times. */
  contact: z.object({ phone: z.string().nullable(), email: z.string().nullable() }).nullable(),
  /** When the coach's share is due or was sent, and whether a held one is past that day; only the coach is told. */
  payout: z
    .object({ status: z.enum(['held', 'sent']), at: z.iso.datetime(), isOverdue: z.boolean() })
    .nullable(),
})

export type ListedLesson = z.infer<typeof listedLessonSchema>

import { z } from 'zod'
import { playingGolferSchema } from '#features/golfers/schema.ts'
import { bookingStatuses, cancelReasons, lessonTypes, paymentStatuses } from './booking.ts'
import { lessonTermsSchema } from './cancellation/schema.ts'
import { storedAnswerSchema } from './intake/schema.ts'
import { actionKinds } from './lesson-action-kinds.ts'
import { disputeStatuses } from './problem-window.ts'
import { seriesPlaceSchema } from './series/schema.ts'

export const lessonSchema = z.object({
  id: z.uuid(),
  coach: z.object({ id: z.uuid(), label: z.string(), name: z.string(), imageUrl: z.string().nullable() }),
  /** The owner of the account: booked the lesson, pays for it, and gets every message. */
  student: z.object({ id: z.uuid(), name: z.string() }),
  /** Who plays, when it is not the student but one of the account's golfers; otherwise null. */
  golfer: playingGolferSchema.nullable(),
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
  /**
   * The payment URL during the hold; only the student sees it. When the checkout offers saved cards, programs with an access
   * token and admins who act as the student get null.
   */
  checkoutUrl: z.string().nullable(),
  /** The place at the time of booking; `id` references the coach's teaching place while it exists. */
  location: z.object({ id: z.uuid().nullable(), name: z.string(), address: z.string().nullable() }),
  /** The cancellation terms at the time of booking. */
  terms: lessonTermsSchema,
  /** The coach chose this time, so the student may cancel for a full refund until the lesson begins. */
  movedByCoach: z.boolean(),
  /**
   * The weather lets the student move or cancel without a fee; `calledOffAt`: when the coach called the lesson off, null while it takes
   * place. Null when the weather changes nothing.
   */
  weather: z.object({ since: z.iso.datetime(), calledOffAt: z.iso.datetime().nullable() }).nullable(),
  noShow: z.boolean(),
  /** Increases whenever calendars must update their copy of the lesson. */
  changeNumber: z.int(),
  /** Increases when the lesson is moved or cancelled. */
  moveNumber: z.int(),
  /** Coach and student settle the price directly; no payment goes through the platform. */
  isPaidElsewhere: z.boolean(),
  /** A demo booking: displayed as paid, without any money involved. */
  isDemo: z.boolean(),
  /**
   * The coach entered it for an email address whose owner has not accepted yet; the student's name is the one
   * the coach entered.
   */
  isInvitation: z.boolean(),
  /** The student's note to the coach; null when there is none. */
  note: z.string().nullable(),
  /** The student's answers to the coach's questions, with the questions as they were when the student booked. */
  answers: z.array(storedAnswerSchema),
  /** Its place among the weekly lessons it was booked with; null for a lesson that was booked alone. */
  series: seriesPlaceSchema.nullable(),
  /** Of a seat in a clinic: the clinic, and its dates, ascending; null for a lesson. */
  seat: z
    .object({
      clinicId: z.uuid(),
      dates: z.array(z.object({ start: z.iso.datetime(), end: z.iso.datetime() })).readonly(),
    })
    .nullable(),
})

export type Lesson = z.infer<typeof lessonSchema>

/** How many lessons each list of `GET /bookings` holds. */
export const lessonCountsSchema = z.object({ upcoming: z.int(), past: z.int(), cancelled: z.int() })

/** An action of the viewer on a lesson, with the reason when it is not available. */
export const lessonActionSchema = z.object({
  kind: z.enum(actionKinds),
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  until: z.iso.datetime().nullable(),
})

/** A lesson with its history and the viewer's actions. */
export const listedLessonSchema = lessonSchema.extend({
  actions: z.array(lessonActionSchema),
  /** The coach entered the student with a phone number and without an email address: nothing is sent to the student. */
  isOfCaller: z.boolean(),
  /**
   * While the time is held, for its student: what the checkout charges, in cents, for everything that is paid together and without the
   * part that gift cards pay. Otherwise null.
   */
  toPayCents: z.int().nullable(),
  /**
   * While the time is held, for its student: how many times or seats are paid, and released, together with it, itself included.
   * Otherwise null.
   */
  heldTogether: z.int().nullable(),
  /** The coach entered it and its student is to pay it: `POST /bookings/{bookingId}/checkout` goes on to the payment. */
  isEnteredToPay: z.boolean(),
  /** The status of the problem the student reported; null when there is none. */
  problem: z.enum(disputeStatuses).nullable(),
  /** The latest move of the lesson; null when it was never moved. */
  moved: z
    .object({ by: z.enum(['student', 'coach', 'admin']), from: z.iso.datetime(), at: z.iso.datetime() })
    .nullable(),
  /** The total refund owed to the student, sent or pending. */
  owedBackCents: z.int(),
  refundedCents: z.int(),
  /**
   * A refund was returned by the bank: it is retried automatically, or waits for manual handling; null when
   * there is none.
   */
  refundReturned: z.enum(['retried', 'waits']).nullable(),
  /** Identifies the payment on the receipt page; only the student gets one. */
  receipt: z.string().nullable(),
  /**
   * For a lesson of a package: when it is cancelled in time it goes back to the package (`returned`) while
   * that is `open`; otherwise null.
   */
  package: z.enum(['open', 'ended', 'returned']).nullable(),
  /** The title of that package. */
  packageTitle: z.string().nullable(),
  cancelMessage: z.string().nullable(),
  /** The student's review; the rating is null for viewers who may not read it yet. */
  review: z.object({ rating: z.int().nullable(), isPublished: z.boolean() }).nullable(),
  /** The coach wrote a note to the student. */
  hasNote: z.boolean(),
  /**
   * When both sides can read each other's review and note, even if only one has written; null once that is
   * past.
   */
  wordsOpenAt: z.iso.datetime().nullable(),
  /**
   * The student's contact details, visible to the coach until a day after a confirmed lesson; otherwise null.
   */
  contact: z.object({ phone: z.string().nullable(), email: z.string().nullable() }).nullable(),
  /** When the coach's share is due or was sent, and whether a held one is overdue; only for the coach. */
  payout: z
    .object({ status: z.enum(['held', 'sent']), at: z.iso.datetime(), isOverdue: z.boolean() })
    .nullable(),
})

export type ListedLesson = z.infer<typeof listedLessonSchema>

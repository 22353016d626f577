import { z } from 'zod'
import { listSlotsSchema, slotListSchema } from '#features/availability/schema.ts'
import { bookingStatuses, lessonTypes } from '#features/bookings/booking.ts'
import { answersField, askedQuestionSchema } from '#features/bookings/intake/schema.ts'
import { bookableTypes } from '#features/bookings/lesson-kinds.ts'
import { noteField } from '#features/bookings/notes/schema.ts'
import { lessonSchema } from '#features/bookings/schema.ts'
import { cancellationPolicies } from '#features/coaches/coach.ts'
import { discountRequestSchema, shownDiscountSchema } from '#features/discounts/schema.ts'
import { golferField } from '#features/golfers/schema.ts'
import { refundReasons } from '#features/payments/refund.ts'
import { giftCentsField, priceLineSchema } from '#features/payments/schema.ts'

export const bookLessonSchema = z.object({
  instructorId: z.uuid(),
  /** The teaching place; the coach's primary one when omitted. */
  locationId: z.uuid().optional(),
  /** Start of the lesson: an ISO instant with an offset or Z. */
  start: z.iso.datetime({ offset: true, message: 'Invalid time format' }),
  durationMinutes: z.int().min(15).max(480),
  /** A private lesson when omitted. */
  lessonType: z.enum(lessonTypes).optional(),
  /** The price shown to the student; when it has changed, the booking is rejected with the new one. */
  expectedPriceCents: z.int().min(0).max(10_000_000).optional(),
  /** The cancellation policy shown to the student; when the coach's has changed, the booking is rejected. */
  expectedPolicy: z.enum(cancellationPolicies).optional(),
  /** An accepted proposal: its price, title, type and length override the other fields. */
  proposalId: z.uuid().optional(),
  /** The conversation of an accepted proposal, when its id is not known. */
  conversationId: z.uuid().optional(),
  /** A package of the profile to buy with this lesson, and the version of its terms that the student saw. */
  package: z.object({ offerId: z.uuid(), version: z.int().min(1) }).optional(),
  /** Generated per attempt; retrying with the same key returns the same booking. */
  idempotencyKey: z.string().min(8).max(80).optional(),
  /** Who plays: one of the golfers of `GET /me/golfers`; null or omitted when it is the student. */
  golferId: golferField.optional(),
  /**
   * The part of the price to take from the student's gift cards, in cents, as shown to the student; when another part can be
   * taken, the booking is rejected. Not for programs.
   */
  giftCents: giftCentsField.optional(),
  /** For the coach, at most 500 characters. */
  note: noteField.optional(),
  /** Answers to the coach's questions, which are listed with the open times. Required ones must be answered. */
  answers: answersField.optional(),
  ...discountRequestSchema.shape,
})

export type BookLessonInput = z.infer<typeof bookLessonSchema>

/**
 * The body of the specification's `create-instant-booking-payment`; prices in it are compared, never used.
 */
export const instantBookingPaymentSchema = z.object({
  instructorId: z.uuid(),
  instructorName: z.string().max(200).optional(),
  lessonDate: z.iso.datetime({ offset: true, message: 'Invalid time format' }),
  durationMinutes: z.int().min(15).max(480),
  priceAmount: z.number().min(0).max(100_000).optional(),
  discountPercentage: z.number().min(0).max(100).optional(),
  packageContext: z
    .object({ conversation_id: z.uuid(), lesson_title: z.string().max(200), lesson_type: z.string().max(40) })
    .partial()
    .nullish(),
  location: z.string().max(300).optional(),
  answers: answersField.optional(),
  ...discountRequestSchema.shape,
})

export const heldBookingSchema = z.object({
  bookingId: z.uuid(),
  checkoutUrl: z.string(),
  priceCents: z.int(),
  holdExpiresAt: z.iso.datetime(),
})

/** The lesson to price. */
export const quoteRequestSchema = z.object({
  instructorId: z.uuid(),
  locationId: z.uuid().optional(),
  /** The chosen time: the caller's own unpaid hold of this lesson does not use up its discount. */
  start: z.iso.datetime({ offset: true, message: 'Invalid time format' }).optional(),
  durationMinutes: z.int().min(15).max(480),
  /** A private lesson when omitted. */
  lessonType: z.enum(bookableTypes).optional(),
  proposalId: z.uuid().optional(),
  conversationId: z.uuid().optional(),
  /** A package of the profile. */
  packageOfferId: z.uuid().optional(),
  ...discountRequestSchema.shape,
})

/** The price and terms of a lesson, before anything is held. */
export const quoteSchema = z.object({
  durationMinutes: z.int(),
  title: z.string(),
  lessonType: z.enum(lessonTypes),
  /** The price before the items in `lines`. */
  listPriceCents: z.int(),
  /** The items between list price and price, with labels; negative for discounts. */
  lines: z.array(priceLineSchema),
  discount: shownDiscountSchema.nullable(),
  /** The amount that would be charged. */
  priceCents: z.int(),
  policy: z.enum(cancellationPolicies),
  policyText: z.string(),
  /** The number of lessons included in the price; lessons of a package have their own terms. */
  lessons: z.int(),
  /** The price was agreed in a proposal. */
  isAgreed: z.boolean(),
  /** The package of the profile that it buys, to be named when booking; null for a lesson. */
  package: z.object({ offerId: z.uuid(), version: z.int() }).nullable(),
  /** Why the requested discount is not applied; null when it is, or none was requested. */
  discountRefusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})

export type Quote = z.infer<typeof quoteSchema>

/** The data of /payment-success and /payment-confirmation, derived only from the server's state. */
export const checkoutStateSchema = z.object({
  state: z.enum(['processing', 'confirmed', 'failed', 'expired', 'refunded']),
  lesson: lessonSchema,
  /** The title of the lesson's package, to which it returns when cancelled in time. */
  packageTitle: z.string().nullable(),
  /** The lesson was cancelled and went back to its package; also one that was kept as a credit. */
  isReturned: z.boolean(),
  /** Of seats in a clinic that were bought together: who has one; null for a lesson. */
  seats: z.array(z.string()).nullable(),
  amountCents: z.int(),
  /** The part of it that gift cards paid. */
  giftCents: z.int(),
  /** The items between list price and price. */
  priceLines: z.array(priceLineSchema),
  refundedCents: z.int(),
  /** The total refund owed, including refunds in progress. */
  owedBackCents: z.int(),
  /**
   * A refund was returned by the bank: it is retried automatically, or waits for manual handling; null when
   * there is none.
   */
  refundReturned: z.enum(['retried', 'waits']).nullable(),
  /** The cause of the last refund; null when there is none. */
  refundReason: z.enum(refundReasons).nullable(),
  /** When the processor confirmed the payment; null before. */
  paidAt: z.iso.datetime().nullable(),
  /** `card` and the like; null before payment. */
  paymentMethod: z.string().nullable(),
  /**
   * All weekly lessons that were booked together, for which the amounts above are the sums; null for a lesson that was
   * booked alone.
   */
  series: z
    .array(z.object({ bookingId: z.uuid(), start: z.iso.datetime(), status: z.enum(bookingStatuses) }))
    .nullable(),
})

export type CheckoutResult = z.infer<typeof checkoutStateSchema>

/** Selects the open times for booking a lesson. */
export const listOpenTimesSchema = listSlotsSchema.safeExtend({
  /** A conversation in which a lesson of this length was agreed. */
  conversationId: z.uuid().optional(),
  /** A package of the profile with lessons of this length. */
  packageOfferId: z.uuid().optional(),
})

/** A coach's open times, and whether the user may book one. */
export const openTimesSchema = slotListSchema.extend({
  mayBook: z.boolean(),
  isDemoBooking: z.boolean(),
  /** Whether this user may get an exit offer of this coach for such a lesson; false when no time can be booked here. */
  hasExitOffers: z.boolean(),
  /** Instant booking is paused because the coach's own calendar cannot be read. */
  isPaused: z.boolean(),
  /** What the coach asks before a booking. */
  questions: z.array(askedQuestionSchema),
})

export type OpenTimes = z.infer<typeof openTimesSchema>

/** The weekday, time and place of a lesson in the next weeks. */
export const timesAgainSchema = z.object({
  instructorId: z.uuid(),
  coachLabel: z.string(),
  /** Null when the place no longer exists. */
  locationId: z.uuid().nullable(),
  place: z.string(),
  title: z.string(),
  /** Null for a kind of lesson that is not booked at open times, and for a seat in a clinic. */
  lessonType: z.enum(bookableTypes).nullable(),
  /** The lesson's own start. */
  start: z.iso.datetime(),
  zone: z.string(),
  durationMinutes: z.int(),
  /** Who plays: one of the golfers of the account; null for the student. */
  golferId: z.uuid().nullable(),
  /** Open starts, at most one a week. Empty also when the coach can no longer be booked like this. */
  times: z.array(z.iso.datetime()),
  /** The current price; null when a single lesson of this length is not sold. */
  priceCents: z.int().nullable(),
  policy: z.enum(cancellationPolicies).nullable(),
  terms: z.string().nullable(),
  /** Lessons of a package are left, and the next one is taken from it. */
  isPrepaid: z.boolean(),
  /** Nothing is left to choose or answer: a time can be booked and paid by card at once. */
  isOneTap: z.boolean(),
  /** The student's last answers to the coach's questions, to be sent with the booking. */
  answers: answersField,
})

export type TimesAgain = z.infer<typeof timesAgainSchema>

import { z } from 'zod'
import { listSlotsSchema, slotListSchema } from '#features/availability/schema.ts'
import { lessonTypes } from '#features/bookings/booking.ts'
import { lessonSchema } from '#features/bookings/schema.ts'
import { cancellationPolicies } from '#features/coaches/coach.ts'
import { discountRequestSchema, shownDiscountSchema } from '#features/discounts/schema.ts'
import { refundReasons } from '#features/payments/refund.ts'
import { priceLineSchema } from '#features/payments/schema.ts'

export const bookLessonSchema = z.object({
  instructorId: z.uuid(),
  /** The teaching place; the coach's primary one when left out. */
  locationId: z.uuid().optional(),
  /** Start of the lesson: an ISO instant with an offset or Z. */
  start: z.iso.datetime({ offset: true, message: 'Invalid time format' }),
  durationMinutes: z.int().min(15).max(480),
  /** What the student was shown; when it is no longer the price, the booking is refused with the new one. */
  expectedPriceCents: z.int().min(0).max(10_000_000).optional(),
  /** The terms of cancelling the student was shown; when they are no longer the coach's, the booking is refused. */
  expectedPolicy: z.enum(cancellationPolicies).optional(),
  /** An accepted proposal: price, title, type and length are taken from it, whatever else is said here. */
  proposalId: z.uuid().optional(),
  /** The conversation an accepted proposal was made in, where its own id is not known. */
  conversationId: z.uuid().optional(),
  /** One for each attempt a person makes; sending it again gives the same booking. */
  idempotencyKey: z.string().min(8).max(80).optional(),
  ...discountRequestSchema.shape,
})

export type BookLessonInput = z.infer<typeof bookLessonSchema>

/** The body of the specification's `create-instant-booking-payment`; prices in it are compared, never used. */
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
  ...discountRequestSchema.shape,
})

export const heldBookingSchema = z.object({
  bookingId: z.uuid(),
  checkoutUrl: z.string(),
  priceCents: z.int(),
  holdExpiresAt: z.iso.datetime(),
})

/** What somebody would like to know the price of. */
export const quoteRequestSchema = z.object({
  instructorId: z.uuid(),
  locationId: z.uuid().optional(),
  durationMinutes: z.int().min(15).max(480),
  proposalId: z.uuid().optional(),
  conversationId: z.uuid().optional(),
  ...discountRequestSchema.shape,
})

/** What it costs and under which terms, before anything is held. */
export const quoteSchema = z.object({
  durationMinutes: z.int(),
  title: z.string(),
  lessonType: z.enum(lessonTypes),
  /** Before everything in `lines`. */
  listPriceCents: z.int(),
  /** What makes the price of the list price, in words; less than nothing for what comes off. */
  lines: z.array(priceLineSchema),
  discount: shownDiscountSchema.nullable(),
  /** What would be charged. */
  priceCents: z.int(),
  policy: z.enum(cancellationPolicies),
  policyText: z.string(),
  /** How many lessons the price is for; those of a package have terms of their own. */
  lessons: z.int(),
  /** The price was agreed upon in a proposal. */
  isAgreed: z.boolean(),
  /** Why the discount asked for is not part of the price; null when it is, or none was asked for. */
  discountRefusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})

export type Quote = z.infer<typeof quoteSchema>

/** What /payment-success and /payment-confirmation show, read from the server's state alone. */
export const checkoutStateSchema = z.object({
  state: z.enum(['processing', 'confirmed', 'failed', 'expired', 'refunded']),
  lesson: lessonSchema,
  /** The package the lesson belongs to: cancelled in time it goes back there. */
  packageTitle: z.string().nullable(),
  amountCents: z.int(),
  /** What made it of the list price. */
  priceLines: z.array(priceLineSchema),
  refundedCents: z.int(),
  /** What goes back in all, what is on its way included. */
  owedBackCents: z.int(),
  /** A refund came back from the bank: it goes out again by itself, or waits for a person; null when none did. */
  refundReturned: z.enum(['retried', 'waits']).nullable(),
  /** Why it goes back: the event that caused the last refund; null when nothing does. */
  refundReason: z.enum(refundReasons).nullable(),
  /** When the processor said so; null before. */
  paidAt: z.iso.datetime().nullable(),
  /** `card` and the like; null before payment. */
  paymentMethod: z.string().nullable(),
})

export type CheckoutResult = z.infer<typeof checkoutStateSchema>

/** Open times a lesson is chosen from. */
export const listOpenTimesSchema = listSlotsSchema.safeExtend({
  /** A conversation in which a lesson of this length was agreed upon. */
  conversationId: z.uuid().optional(),
})

/** Open times of a coach, and whether the person who asks may take one. */
export const openTimesSchema = slotListSchema.extend({
  mayBook: z.boolean(),
  isDemoBooking: z.boolean(),
  /** Nobody books at once for now: the coach's own calendar can't be read. */
  isPaused: z.boolean(),
})

export type OpenTimes = z.infer<typeof openTimesSchema>

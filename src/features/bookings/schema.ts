import { z } from 'zod'
import { listSlotsSchema, slotListSchema } from '#features/availability/schema.ts'
import { cancellationPolicies } from '#features/coaches/coach.ts'
import { bookingStatuses, cancelReasons, lessonTypes, paymentStatuses } from './booking.ts'
import { lessonTermsSchema } from './cancellation/schema.ts'
import { discountRequestSchema } from './discount/schema.ts'
import { disputeStatuses } from './feedback.ts'
import { refundReasons } from './refund/refund.ts'

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
  /** Where the problem that the student reported stands; null when she reported none. */
  problem: z.enum(disputeStatuses).nullable(),
})

export type Lesson = z.infer<typeof lessonSchema>

/** What /payment-success and /payment-confirmation show, read from the server's state alone. */
export const checkoutStateSchema = z.object({
  state: z.enum(['processing', 'confirmed', 'failed', 'expired', 'refunded']),
  lesson: lessonSchema,
  /** The package the lesson belongs to: cancelled in time it goes back there. */
  packageTitle: z.string().nullable(),
  amountCents: z.int(),
  /** What came off before it was paid. */
  discountCents: z.int(),
  refundedCents: z.int(),
  /** What goes back in all, what is on its way included. */
  owedBackCents: z.int(),
  /** Why it goes back: the event that caused the last refund; null when nothing does. */
  refundReason: z.enum(refundReasons).nullable(),
  /** When the processor said so; null before. */
  paidAt: z.iso.datetime().nullable(),
  /** `card` and the like; null before payment. */
  paymentMethod: z.string().nullable(),
})

export type CheckoutResult = z.infer<typeof checkoutStateSchema>

/** How many lessons each list of `GET /bookings` holds. */
export const lessonCountsSchema = z.object({ upcoming: z.int(), past: z.int() })

export const dashboardSchema = z.object({
  upcomingLessons: z.int(),
  revenueYearToDateCents: z.int(),
  recentBookings: z.int(),
  rating: z.number(),
  reviewCount: z.int(),
  zone: z.string(),
  recent: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(['booking', 'proposal']),
      title: z.string(),
      studentName: z.string(),
      start: z.iso.datetime().nullable(),
      zone: z.string(),
      durationMinutes: z.int().nullable(),
      priceCents: z.int(),
      /** One of the booking or proposal statuses; an accepted proposal is shown as scheduled. */
      status: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
  /** The date it is now where the coach is, `yyyy-MM-dd`. */
  today: z.string(),
  /** Today's lessons, those that are over among them, in the order of the clock. */
  todaysLessons: z.array(lessonSchema.extend({ isOver: z.boolean() })),
  /** Confirmed lessons after those, soonest first. */
  nextLessons: z.array(lessonSchema),
  /** Times that students hold at this moment while they pay. */
  openHolds: z.int(),
})

export type Dashboard = z.infer<typeof dashboardSchema>

/** Open times a lesson is chosen from. */
export const listOpenTimesSchema = listSlotsSchema.safeExtend({
  /** A conversation in which a lesson of this length was agreed upon. */
  conversationId: z.uuid().optional(),
})

/** Open times of a coach, and whether the person who asks may take one. */
export const openTimesSchema = slotListSchema.extend({ mayBook: z.boolean(), isDemonstration: z.boolean() })

export type OpenTimes = z.infer<typeof openTimesSchema>

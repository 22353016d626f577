import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { LessonType } from '#features/bookings/booking.ts'
import { isProven, releaseSlot } from '#features/bookings/slots.ts'
import { bookings } from '#features/bookings/tables.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import { findCardOfOffer } from '#features/discounts/eligibility.ts'
import { orders, payments } from '#features/payments/tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { publish } from '#platform/reactions.ts'
import type { Services } from '#ports/services.ts'
import type { BookLessonInput } from './schema.ts'

/** Holds that exist already: finding, resuming and releasing them. `hold.ts` takes a new one. */

/** An open hold that a student can go on paying for. Instants in milliseconds since 1970, UTC. */
export interface OpenHold {
  bookingId: string
  priceCents: Cents
  /** The part of it that gift cards pay. */
  giftCents: Cents
  title: string
  lessonType: LessonType
  start: number
  holdExpiresAt: number
  place: string
  /** Null when the coach has removed the place. */
  locationId: string | null
  /** How many lessons the payment is for, and the package of the profile that it buys. */
  lessons: number
  offerId: string | null
  cancellationPolicy: CancellationPolicy
  checkoutUrl: string | null
  /** The checkout offers the student's saved cards. */
  offersCards: boolean
  /** It is held for the student by the cancellation list. */
  isOffered: boolean
}

/** Finds a student's open hold of exactly this lesson, or the one with the same idempotency key. */
export async function findHoldToResume(
  { db, answers, clock }: Pick<Services, 'db' | 'answers' | 'clock'>,
  studentId: string,
  input: Pick<BookLessonInput, 'instructorId' | 'start' | 'durationMinutes' | 'idempotencyKey'>,
): Promise<OpenHold | null> {
  const isSameKey =
    input.idempotencyKey === undefined ? undefined : eq(bookings.idempotencyKey, input.idempotencyKey)
  const [hold] = await db
    .select({
      booking: bookings,
      giftCents: payments.giftCents,
      checkoutUrl: orders.checkoutUrl,
      offersCards: orders.offersCards,
    })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingId, bookings.id))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(bookings.studentId, studentId),
        eq(bookings.status, 'pending'),
        gt(bookings.holdExpiresAt, clock.now()),
        eq(bookings.instructorId, input.instructorId),
        eq(bookings.durationMinutes, input.durationMinutes),
        // A seat in a clinic is another purchase than a lesson at its time.
        isNull(bookings.clinicId),
        or(eq(bookings.lessonDate, Date.parse(input.start)), isSameKey),
      ),
    )
    .limit(1)
  if (!hold) return null
  const { booking, giftCents, checkoutUrl, offersCards } = hold
  const together = await listHeldTogether(db, booking.id)
  return {
    bookingId: booking.id,
    priceCents: booking.priceAmount,
    giftCents,
    title: booking.lessonTitle,
    lessonType: booking.lessonType,
    start: booking.lessonDate,
    holdExpiresAt: booking.holdExpiresAt ?? 0,
    place: [booking.locationName, booking.locationAddress].filter(Boolean).join(', '),
    locationId: booking.teachingLocationId,
    ...(await answers.lessons_paid(db, { bookingId: booking.id })),
    // A series is another purchase than one of its lessons.
    ...(together.length > 1 ? { lessons: together.length } : {}),
    cancellationPolicy: booking.cancellationPolicy,
    checkoutUrl,
    offersCards,
    isOffered: booking.isOffered,
  }
}

/** The lesson that gift cards paid with this idempotency key, so that a repeated request is answered as the first one. */
export async function findCoveredLesson(
  db: Queryable,
  studentId: string,
  idempotencyKey: string | undefined,
): Promise<{ bookingId: string; priceCents: Cents } | null> {
  if (idempotencyKey === undefined) return null
  const [lesson] = await db
    .select({ bookingId: bookings.id, priceCents: payments.amountCents })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingId, bookings.id))
    .where(
      and(
        eq(bookings.studentId, studentId),
        eq(bookings.idempotencyKey, idempotencyKey),
        eq(bookings.status, 'confirmed'),
        eq(payments.paymentMethod, 'gift_card'),
      ),
    )
  return lesson ?? null
}

/** The bookings that are held with the same order as a booking, and itself. */
export async function listHeldTogether(db: Queryable, bookingId: string): Promise<string[]> {
  const itsOrder = db
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(eq(payments.bookingId, bookingId))
  const found = await db
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingId, bookings.id))
    .where(and(inArray(payments.orderId, itsOrder), eq(bookings.status, 'pending')))
    .orderBy(bookings.id)
  return found.map(({ id }) => id)
}

/** Lists the bookings that a student holds at an instant (milliseconds since 1970, UTC), excluding lessons entered by a coach. */
export async function listOpenHolds(db: Queryable, studentId: string, now: number): Promise<string[]> {
  const found = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.studentId, studentId),
        eq(bookings.status, 'pending'),
        eq(bookings.enteredByCoach, false),
        gt(bookings.holdExpiresAt, now),
      ),
    )
  return found.map(({ id }) => id)
}

/** Returns whether a student has confirmed the email address or has paid for a lesson before. */
export async function isProvenStudent(db: Queryable, studentId: string): Promise<boolean> {
  const found = await db.execute<{ proven: boolean }>(sql`select ${isProven(studentId)} as proven`)
  return found.rows[0]?.proven ?? false
}

/**
 * Releases a student's hold before it expires, with everything that is held with the same order. The checkout is closed first, as when a hold expires.
 * @returns `none` when this student has no such hold any more
 */
export async function releaseHold(
  services: Services,
  student: Pick<Actor, 'userId'>,
  bookingId: string,
): Promise<'freed' | 'paid' | 'none'> {
  const [hold] = await services.db
    .select({ sessionId: orders.stripeSessionId })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingId, bookings.id))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(eq(bookings.id, bookingId), eq(bookings.studentId, student.userId), eq(bookings.status, 'pending')),
    )
  if (!hold) return 'none'
  if (hold.sessionId) {
    const closed = await services.payments.expireCheckout(hold.sessionId)
    if (closed === 'paid')
      return (await applyMissedPayment(services, hold.sessionId)) === 'paid' ? 'paid' : 'none'
  }
  const at = services.clock.now()
  const release = { from: 'pending', reason: 'abandoned', at, payment: 'failed' } as const
  return await services.db.transaction(async (tx) => {
    let isFreed = false
    for (const id of await listHeldTogether(tx, bookingId))
      isFreed = (await releaseSlot(tx, id, release)) || isFreed
    return isFreed ? 'freed' : 'none'
  })
}

/** Handles a checkout that the processor reports as paid while its event has not arrived, as the event would be handled. */
export async function applyMissedPayment(services: Services, sessionId: string): Promise<'paid' | 'not_due'> {
  const checkout = await services.payments.findCheckout(sessionId)
  if (checkout?.status !== 'paid' || !checkout.paymentIntentId) return 'not_due'
  const { orderId, paymentIntentId, amountCents, currency } = checkout
  const event = {
    id: `reconciled:${sessionId}`,
    createdAt: services.clock.now(),
    type: 'checkout_paid',
    sessionId,
    orderId,
    amountCents,
    currency,
    paymentIntentId,
  } as const
  const card = await findCardOfOffer(services, event)
  await services.db.transaction((tx) => publish(services, tx, 'payment_heard', { event, card, refunds: [] }))
  return 'paid'
}

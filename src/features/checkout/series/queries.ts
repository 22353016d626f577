import { and, asc, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import type { LessonType } from '#features/bookings/booking.ts'
import { bookings, seriesLessons } from '#features/bookings/tables.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import { orders, payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'

/** What a student holds with one unpaid order. Instants in milliseconds since 1970, UTC. */
export interface HeldPurchase {
  instructorId: string
  /** In the order of their times. */
  bookingIds: string[]
  starts: number[]
  durationMinutes: number
  lessonType: LessonType
  golferId: string | null
  locationId: string | null
  /** The terms that the student agreed to. */
  cancellationPolicy: CancellationPolicy
  /** The price of each lesson. */
  priceCents: Cents
  /** The part of all lessons' price that gift cards pay. */
  giftCents: Cents
  holdExpiresAt: number
  checkoutUrl: string | null
  /** The checkout shows saved cards of the student. */
  offersCards: boolean
}

/**
 * The unpaid purchases that a new series of a student replaces: other series, and lessons with this coach at one of its
 * times.
 */
export async function listHeldPurchases(
  db: Queryable,
  studentId: string,
  wanted: { instructorId: string; starts: readonly number[]; now: number },
): Promise<HeldPurchase[]> {
  const isHeld = and(
    eq(bookings.studentId, studentId),
    eq(bookings.status, 'pending'),
    eq(bookings.enteredByCoach, false),
    isNull(bookings.clinicId),
    gt(bookings.holdExpiresAt, wanted.now),
  )
  const inTheWay = db
    .select({ orderId: payments.orderId })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingId, bookings.id))
    .leftJoin(seriesLessons, eq(seriesLessons.bookingId, bookings.id))
    .where(
      and(
        isHeld,
        or(
          eq(seriesLessons.position, 1),
          and(
            eq(bookings.instructorId, wanted.instructorId),
            inArray(bookings.lessonDate, [...wanted.starts]),
          ),
        ),
      ),
    )
  const found = await db
    .select({
      booking: bookings,
      giftCents: payments.giftCents,
      orderId: orders.id,
      checkoutUrl: orders.checkoutUrl,
      offersCards: orders.offersCards,
    })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingId, bookings.id))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(isHeld, inArray(payments.orderId, inTheWay)))
    .orderBy(asc(bookings.lessonDate))
  const purchases = new Map<string, HeldPurchase>()
  for (const { booking, orderId, giftCents, ...checkout } of found) {
    const purchase = purchases.get(orderId) ?? {
      instructorId: booking.instructorId,
      bookingIds: [],
      starts: [],
      durationMinutes: booking.durationMinutes,
      lessonType: booking.lessonType,
      golferId: booking.golferId,
      cancellationPolicy: booking.cancellationPolicy,
      locationId: booking.teachingLocationId,
      priceCents: booking.priceAmount,
      giftCents: 0,
      holdExpiresAt: booking.holdExpiresAt ?? 0,
      ...checkout,
    }
    purchase.bookingIds.push(booking.id)
    purchase.starts.push(booking.lessonDate)
    purchase.giftCents += giftCents
    purchases.set(orderId, purchase)
  }
  return [...purchases.values()]
}

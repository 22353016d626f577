import { and, eq, TransactionRollbackError } from 'drizzle-orm'
import type { Offer } from '#features/bookings/offer.ts'
import { noSuchBooking } from '#features/bookings/policy.ts'
import { bookings } from '#features/bookings/tables.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import { placeAddress } from '#features/coaches/place-address.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { isWithdrawn, replaceCheckout, withdrawCheckout } from '#features/payments/orders.ts'
import { orders, payments } from '#features/payments/tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError, type Refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import { finishCovered, type HeldBooking, openCheckout, startPayment } from './commands.ts'
import { requireGiftOwner, takeGiftPart } from './gift-part.ts'
import { lockOrder } from './held-order.ts'
import { type HoldRequest, holdSlot } from './hold.ts'
import { applyMissedPayment } from './open-holds.ts'
import { ORDER } from './queries.ts'
import { type BookingRefusal, bookingRefused } from './refusal.ts'

/** How long a time entered by the coach is held for its payment; a checkout stays open for at most a day. */
const KEPT_FOR = 23 * 3_600_000

/** The expiry of a hold that a coach creates now, milliseconds since 1970, UTC. */
export const enteredHoldExpiry = (start: number, now: number): number =>
  start > now ? Math.min(now + KEPT_FOR, start) : now + KEPT_FOR

/**
 * Holds a time that a coach gives to a student until it is paid, at the coach's price. The lesson may be in
 * the past; then only its payment is pending.
 * @param lesson.offer read for this time; the caller must check that the coach may give it
 */
export async function holdForStudent(
  services: Services,
  lesson: Omit<HoldRequest, 'expiresAt' | 'enteredByCoach' | 'proposal' | 'package' | 'discount'> & {
    offer: Offer
  },
): Promise<HeldBooking | Refused<BookingRefusal>> {
  const heldAt = services.clock.now()
  const expiresAt = enteredHoldExpiry(lesson.start, heldAt)
  const hold = await holdSlot(services, { ...lesson, enteredByCoach: true, expiresAt })
  if (!hold.ok) return hold
  const { offer } = lesson
  return await startPayment(services, {
    ...lesson,
    ...hold,
    payer: null,
    heldAt,
    place: [offer.location.name, placeAddress(offer.location)].filter(Boolean).join(', '),
    locationId: offer.location.id,
    cancellationPolicy: offer.cancellationPolicy,
    lessons: 1,
    offerId: null,
  })
}

/**
 * Goes on to the payment of a lesson that a coach entered for a student, who may pay a part of it with gift cards. The checkout that was
 * opened for the whole price ends, and one for the rest takes its place; when it was paid in the meantime, the lesson is paid. A part that
 * was taken stays, so a repeated request gets the same checkout.
 * @param input.giftCents the part that the student saw; 0 without gift cards
 * @returns the address of the checkout, or of the page after it when gift cards pay everything
 * @throws AppError no_such_booking, slot_gone, gift_owner_only; gift_changed, when the lesson can be paid as before; payments_unavailable
 */
export async function payEntered(
  services: Services,
  student: Actor,
  input: { bookingId: string; giftCents: Cents },
): Promise<string> {
  const { bookingId, giftCents } = input
  requireGiftOwner(student, giftCents)
  const held = await findEntered(services.db, student.userId, bookingId)
  if (!held) throw noSuchBooking()
  const { booking, sessionId } = held
  // In another tab.
  if (held.paymentStatus === 'completed') return `${pageAfter(services)}${ORDER}${bookingId}`
  if (booking.status !== 'pending' || (booking.holdExpiresAt ?? 0) <= services.clock.now())
    throw bookingRefused('slot_gone')
  const isSettled = giftCents === 0 || held.giftCents > 0
  if (held.checkoutUrl && isSettled) return held.checkoutUrl

  try {
    if (!(await withdrawCheckout(services.db, bookingId, sessionId))) {
      // Another tab was faster.
      const now = await findEntered(services.db, student.userId, bookingId)
      if (now?.checkoutUrl) return now.checkoutUrl
      throw bookingRefused('payments_unavailable')
    }
    if (sessionId && (await services.payments.expireCheckout(sessionId)) === 'paid') {
      await applyMissedPayment(services, sessionId)
      return `${pageAfter(services)}${sessionId}`
    }
    const part = await settlePart(services, student, { bookingId, giftCents, withdrawn: sessionId })
    const url = part === null ? null : await payRest(services, student, held, part)
    // Another request was faster: this one goes on from what it left.
    if (url === null) return await payEntered(services, student, input)
    if (part === 0 && giftCents > 0) throw bookingRefused('gift_changed')
    return url
  } catch (error) {
    if (error instanceof AppError) throw error
    // The lesson stays held, and the next request continues here.
    services.log.error({ err: error, bookingId }, 'checkout of an entered lesson could not be replaced')
    throw bookingRefused('payments_unavailable')
  }
}

const pageAfter = ({ env }: Services) => `${env.appUrl}/payment-success?session_id=`

async function findEntered(db: Queryable, studentId: string, bookingId: string) {
  const [held] = await db
    .select({
      booking: bookings,
      coachName: instructorProfiles.displayName,
      paymentStatus: payments.paymentStatus,
      giftCents: payments.giftCents,
      sessionId: orders.stripeSessionId,
      checkoutUrl: orders.checkoutUrl,
    })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingId, bookings.id))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, bookings.instructorId))
    .where(
      and(eq(bookings.id, bookingId), eq(bookings.studentId, studentId), eq(bookings.enteredByCoach, true)),
    )
  return held ?? null
}

type Entered = NonNullable<Awaited<ReturnType<typeof findEntered>>>

/**
 * Takes the part that gift cards pay, unless an earlier request has.
 * @returns the part: 0 when the asked one can no longer be taken; null when another request has paid the lesson or opened its checkout
 */
async function settlePart(
  services: Services,
  student: Pick<Actor, 'userId'>,
  asked: { bookingId: string; giftCents: Cents; withdrawn: string | null },
): Promise<Cents | null> {
  const { bookingId, giftCents, withdrawn } = asked
  return await services.db
    .transaction(async (tx) => {
      const [line] = await lockOrder(services, tx, { orderId: bookingId })
      if (line?.paymentStatus !== 'pending' || !(await isWithdrawn(tx, bookingId, withdrawn))) return null
      if (line.giftCents > 0 || giftCents === 0) return line.giftCents
      const part = { orderId: bookingId, studentId: student.userId, giftCents }
      if (await takeGiftPart(services, tx, part)) return giftCents
      // The part is in the payments already.
      tx.rollback()
      return 0
    })
    .catch((error: unknown) => {
      if (error instanceof TransactionRollbackError) return 0
      throw error
    })
}

/**
 * Opens the checkout of what gift cards do not pay, in place of the one that ended.
 * @returns its address; null when another request has changed the part, opened a checkout or paid the lesson in the meantime
 */
async function payRest(
  services: Services,
  student: Actor,
  { booking, coachName, sessionId: ended }: Entered,
  giftCents: Cents,
): Promise<string | null> {
  const hold = {
    student,
    payer: null,
    offer: {
      instructorId: booking.instructorId,
      coachLabel: coachLabel(coachName),
      rules: { zone: booking.timeZone },
    },
    bookingId: booking.id,
    priceCents: booking.priceAmount,
    giftCents,
    title: booking.lessonTitle,
    lessonType: booking.lessonType,
    holdExpiresAt: booking.holdExpiresAt ?? 0,
    heldAt: booking.createdAt,
    start: booking.lessonDate,
    durationMinutes: booking.durationMinutes,
    place: [booking.locationName, booking.locationAddress].filter(Boolean).join(', '),
    locationId: booking.teachingLocationId,
    cancellationPolicy: booking.cancellationPolicy,
    lessons: 1,
    offerId: null,
    // Each checkout has a key of its own, which repeated requests share.
    key: `${booking.id}:${ended}:${giftCents}`,
  }
  if (giftCents === hold.priceCents) {
    const covered = await finishCovered(services, hold)
    if (!covered.ok) throw bookingRefused(covered.reason)
    return covered.checkoutUrl
  }
  const opened = await openCheckout(services, hold)
  return await replaceCheckout(services.db, booking.id, { withdrawn: ended, giftCents }, opened)
}

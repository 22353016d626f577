import { isSlotOpen } from '#features/availability/availability.ts'
import { hasCalendarAccess } from '#features/availability/queries.ts'
import type { Actor } from '#platform/actor.ts'
import { type Refused, refused } from '#platform/errors.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import { formatLesson } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { defaultLessonTitle, HOLD_MINUTES, priceLesson } from './booking.ts'
import { attachCheckout, holdSlot, releaseHold } from './hold/commands.ts'
import { findHoldToResume } from './hold/queries.ts'
import { canBook } from './policy.ts'
import { findOffer, type Offer } from './queries.ts'
import type { BookLessonInput } from './schema.ts'

export type BookingRefusal =
  | 'slot_gone'
  | 'slot_taken'
  | 'not_allowed'
  | 'duration_not_offered'
  | 'in_the_past'
  | 'price_changed'
  | 'too_many_holds'
  | 'payments_unavailable'

export interface HeldBooking {
  ok: true
  bookingId: string
  checkoutUrl: string
  priceCents: Cents
  /** Milliseconds since 1970, UTC. */
  holdExpiresAt: number
}

/**
 * Hold the slot, price it, start payment. The slot is the student's until the hold expires after 15 minutes.
 * Asking again for the same slot, or with the same idempotency key, gives the same booking and checkout.
 */
export async function bookLesson(
  services: Services,
  student: Actor,
  input: BookLessonInput,
): Promise<HeldBooking | Refused<BookingRefusal>> {
  const now = services.clock.now()
  const start = Date.parse(input.start)
  if (start <= now) return refused('in_the_past')
  const offer = await findOffer(services.db, input, now)
  if (!offer) return refused('slot_gone')
  const mayEnter =
    offer.instantBookEnabled || (await hasCalendarAccess(services.db, student.userId, input.instructorId))
  if (!canBook(student, offer, mayEnter)) return refused('not_allowed')
  if (!offer.durations.includes(input.durationMinutes)) return refused('duration_not_offered')
  const priceCents = priceLesson(offer.hourlyRateCents, input.durationMinutes)
  if (input.expectedPriceCents !== undefined && input.expectedPriceCents !== priceCents)
    return refused('price_changed')
  if (!isSlotOpen(offer.rules, start, input.durationMinutes, now))
    return await resumeOrRefuse(services, student, input)
  const hold = await holdSlot(services, {
    student,
    offer,
    start,
    durationMinutes: input.durationMinutes,
    priceCents,
    title: defaultLessonTitle(input.durationMinutes),
    idempotencyKey: input.idempotencyKey,
    expiresAt: now + HOLD_MINUTES * 60_000,
  })
  if (!hold.ok) return hold.reason === 'slot_taken' ? await resumeOrRefuse(services, student, input) : hold
  return await startPayment(services, student, offer, {
    ...hold,
    start,
    durationMinutes: input.durationMinutes,
  })
}

/** The slot is not free; perhaps because this very student already holds it, in another tab or a moment ago. */
async function resumeOrRefuse(services: Services, student: Actor, input: BookLessonInput) {
  const own = await findHoldToResume(services.db, student.userId, input, services.clock.now())
  if (!own) return refused('slot_taken' as const)
  if (own.checkoutUrl) return { ok: true as const, ...own, checkoutUrl: own.checkoutUrl }
  const offer = await findOffer(services.db, input, services.clock.now())
  if (!offer) return refused('slot_gone' as const)
  const start = Date.parse(input.start)
  return await startPayment(services, student, offer, {
    ...own,
    start,
    durationMinutes: input.durationMinutes,
  })
}

interface HoldToPay {
  bookingId: string
  priceCents: Cents
  holdExpiresAt: number
  start: number
  durationMinutes: number
}

async function startPayment(
  services: Services,
  student: Actor,
  offer: Offer,
  hold: HoldToPay,
): Promise<HeldBooking | Refused<BookingRefusal>> {
  const when = formatLesson(hold.start, hold.durationMinutes, offer.rules.zone)
  try {
    const checkout = await services.payments.startCheckout({
      key: hold.bookingId,
      bookingId: hold.bookingId,
      amountCents: hold.priceCents,
      description: `${defaultLessonTitle(hold.durationMinutes)} with ${offer.coachLabel} · ${when}`,
      customerEmail: student.email,
      successUrl: `${services.env.appUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${services.env.appUrl}/instructor/${offer.instructorId}?checkout=cancelled#instant-book-section`,
      expiresAt: hold.holdExpiresAt,
    })
    await attachCheckout(services.db, hold.bookingId, checkout)
    return {
      ok: true,
      bookingId: hold.bookingId,
      checkoutUrl: checkout.url,
      priceCents: hold.priceCents,
      holdExpiresAt: hold.holdExpiresAt,
    }
  } catch (error) {
    services.log.error(
      { err: error, bookingId: hold.bookingId },
      'checkout could not be started; the slot is freed',
    )
    await releaseHold(services.db, hold.bookingId, 'payment_failed')
    return refused('payments_unavailable')
  }
}

/** What people are told for each refusal; the price names the new one. */
export function refusalText(reason: BookingRefusal, newPriceCents?: Cents): string {
  const texts: Record<BookingRefusal, string> = {
    slot_gone: 'This time is no longer offered. Please choose another one.',
    slot_taken: 'Somebody just took this time. Please choose another one.',
    not_allowed: 'This coach takes bookings on request. Send a message to ask for a time.',
    duration_not_offered: 'This coach does not offer lessons of that length.',
    in_the_past: 'This time has already passed. Please choose another one.',
    price_changed: newPriceCents
      ? `The price is now ${formatMoney(newPriceCents)}. Please look at it and confirm again.`
      : 'The price has changed. Please look at it and confirm again.',
    too_many_holds: 'You are already holding three times. Pay for one of them or let it go first.',
    payments_unavailable: 'Unable to process payment. Please try again.',
  }
  return texts[reason]
}

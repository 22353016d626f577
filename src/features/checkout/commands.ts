import { isSlotOpen } from '#features/availability/availability.ts'
import { hasCalendarAccess } from '#features/availability/calendar-access.ts'
import { HOLD_MINUTES } from '#features/bookings/booking.ts'
import { deadlinesFor, packageTermsText, termsInDates } from '#features/bookings/cancellation/cancellation.ts'
import { addressOf, findOffer, type Offer } from '#features/bookings/offer.ts'
import { canBook } from '#features/bookings/policy.ts'
import { releaseSlot } from '#features/bookings/slots.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import type { Actor } from '#platform/actor.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import { formatLesson, toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { attachCheckout, type HoldRequest, holdSlot } from './hold.ts'
import { findHoldToResume, isProvenStudent, listOpenHolds, releaseHold } from './open-holds.ts'
import { type LessonQuote, readQuote } from './quote.ts'
import type { BookingRefusal } from './refusal.ts'
import type { BookLessonInput } from './schema.ts'

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
 * Asking again for the same slot, or with the same idempotency key, gives the same booking and checkout; asking for it at
 * another price, with a code found meanwhile, releases the first hold and takes a new one.
 * @param browser what an exit offer is bound to: the browser's session, and the offer it names by a token of ours
 */
export async function bookLesson(
  services: Services,
  student: Actor,
  input: BookLessonInput,
  browser: { sessionId: string | null; offerId: string | null } = { sessionId: null, offerId: null },
): Promise<HeldBooking | Refused<BookingRefusal>> {
  const now = services.clock.now()
  const start = Date.parse(input.start)
  if (start <= now) return refused('in_the_past')
  const offer = await findOffer(services.db, input, now)
  if (!offer) return refused('slot_gone')
  // Before an earlier hold is resumed, too.
  if (!offer.mayTeach) return refused('coach_unavailable')
  const viewer = { ...browser, studentId: student.userId, now }
  const read = await readQuote(services, offer, input, viewer)
  // Perhaps it is in use by this very lesson's own hold, in another tab or a moment ago.
  if (!read.ok && read.reason === 'offer_in_use')
    return (await resumeHold(services, student, offer, input)) ?? read
  if (!read.ok) return read
  const { quote } = read
  const why = await whyNotBook(services, student, offer, quote, input)
  if (why) return refused(why)
  const request: HoldRequest = {
    student,
    offer,
    start,
    durationMinutes: quote.durationMinutes,
    priceCents: quote.priceCents,
    priceLines: quote.lines,
    title: quote.title,
    lessonType: quote.lessonType,
    proposal: quote.agreed && { id: quote.agreed.proposalId, version: quote.agreed.version },
    discount: quote.discount && {
      ...quote.discount,
      amountCents: quote.discountCents,
      request: input,
      viewer,
    },
    idempotencyKey: input.idempotencyKey,
    expiresAt: now + HOLD_MINUTES * 60_000,
  }
  const isProposed = quote.agreed?.starts.includes(start) ?? false
  const isOpen = isProposed || isSlotOpen(offer.rules, start, quote.durationMinutes, now)
  const hold = isOpen ? await holdOrReplace(services, request) : refused('slot_taken' as const)
  if (hold.ok) return await startPayment(services, { ...request, ...placeAndPolicy(offer, quote), ...hold })
  return hold.reason === 'slot_taken'
    ? await resumeOrRenew(services, student, input, { ...request, ...placeAndPolicy(offer, quote) })
    : hold
}

/** Who has neither confirmed the email nor ever paid holds one time: choosing another one releases the first. */
async function holdOrReplace(services: Services, request: HoldRequest) {
  const hold = await holdSlot(services, request)
  const { db, clock } = services
  const { student } = request
  if (hold.ok || hold.reason !== 'too_many_holds' || (await isProvenStudent(db, student.userId))) return hold
  const input = { ...request, instructorId: request.offer.instructorId, start: toIso(request.start) }
  // It is this very lesson that is held: pressed twice, or in another tab.
  if (await findHoldToResume(services, student.userId, input)) return refused('slot_taken')
  for (const bookingId of await listOpenHolds(db, student.userId, clock.now()))
    await releaseHold(services, student, bookingId)
  return await holdSlot(services, request)
}

/** What speaks against booking, apart from the time itself; null when nothing does. */
async function whyNotBook(
  services: Services,
  student: Actor,
  offer: Offer,
  quote: LessonQuote,
  input: BookLessonInput,
): Promise<BookingRefusal | null> {
  if (offer.takesDemoBookings) return 'demo_only'
  // Whoever made somebody an offer lets them in, hidden or not.
  const isAgreed = quote.agreed !== null
  const mayEnter =
    isAgreed ||
    offer.instantBookEnabled ||
    (!offer.isPaused && (await hasCalendarAccess(services.db, student.userId, offer.instructorId)))
  if (!canBook(student, { ...offer, isListed: offer.isListed || isAgreed }, mayEnter)) return 'not_allowed'
  if (input.expectedPriceCents !== undefined && input.expectedPriceCents !== quote.priceCents)
    return 'price_changed'
  if (input.expectedPolicy !== undefined && input.expectedPolicy !== quote.cancellationPolicy)
    return 'policy_changed'
  return null
}

/** The slot is not free. Perhaps because this very student holds it: at the same price that hold goes on, else it is replaced. */
async function resumeOrRenew(
  services: Services,
  student: Actor,
  input: BookLessonInput,
  request: HoldRequest & PlaceAndPolicy,
): Promise<HeldBooking | Refused<BookingRefusal>> {
  const own = await findHoldToResume(services, student.userId, input)
  if (!own) return refused('slot_taken')
  if (own.priceCents === request.priceCents)
    return (await resumeHold(services, student, request.offer, input)) ?? refused('slot_taken')
  if ((await releaseHold(services, student, own.bookingId)) !== 'freed') return refused('slot_taken')
  // The first hold keeps the key it was made with.
  const renewed = { ...request, idempotencyKey: undefined }
  const hold = await holdSlot(services, renewed)
  return hold.ok ? await startPayment(services, { ...renewed, ...hold }) : hold
}

/** The same checkout again, for a student who holds this very lesson; null for everybody else. */
async function resumeHold(
  services: Services,
  student: Actor,
  offer: Offer,
  input: BookLessonInput,
): Promise<HeldBooking | Refused<BookingRefusal> | null> {
  const own = await findHoldToResume(services, student.userId, input)
  if (!own) return null
  if (own.checkoutUrl) return { ok: true, ...own, checkoutUrl: own.checkoutUrl }
  const { durationMinutes } = input
  return await startPayment(services, { ...own, student, offer, durationMinutes })
}

interface PlaceAndPolicy {
  place: string
  /** How many lessons are paid for. */
  lessons: number
  cancellationPolicy: CancellationPolicy
}

/** What of an offer is kept with the booking and named at the checkout. */
const placeAndPolicy = (
  { location }: Offer,
  { cancellationPolicy, agreed }: LessonQuote,
): PlaceAndPolicy => ({
  place: [location.name, addressOf(location)].filter(Boolean).join(', '),
  cancellationPolicy,
  lessons: agreed?.lessons ?? 1,
})

interface HoldToPay extends PlaceAndPolicy {
  student: Pick<Actor, 'email'>
  offer: Offer
  bookingId: string
  priceCents: Cents
  title: string
  holdExpiresAt: number
  /** When the time was held; left out for a hold of the usual length. Milliseconds since 1970, UTC. */
  heldAt?: number
  /** Milliseconds since 1970, UTC. */
  start: number
  durationMinutes: number
}

/** Orders the payment of a held time; when that fails the time is free again. */
export async function startPayment(
  services: Services,
  { student, offer, ...hold }: HoldToPay,
): Promise<HeldBooking | Refused<BookingRefusal>> {
  const { zone } = offer.rules
  const when = formatLesson(hold.start, hold.durationMinutes, zone)
  // Of the moment of the hold, not of this one: a second try must order the very same.
  const heldAt = hold.heldAt ?? hold.holdExpiresAt - HOLD_MINUTES * 60_000
  const deadlines = deadlinesFor(hold.cancellationPolicy, hold.start)
  const chosen = new URLSearchParams({
    checkout: 'cancelled',
    duration: String(hold.durationMinutes),
    time: toIso(hold.start),
    booking: hold.bookingId,
  })
  try {
    const checkout = await services.payments.startCheckout({
      key: hold.bookingId,
      bookingId: hold.bookingId,
      amountCents: hold.priceCents,
      description: `${hold.title} with ${offer.coachLabel} · ${when}`,
      place: hold.place,
      terms:
        hold.start <= heldAt
          ? 'This lesson was already taught.'
          : hold.lessons > 1
            ? packageTermsText(hold.cancellationPolicy)
            : termsInDates(deadlines, heldAt, zone),
      customerEmail: student.email,
      successUrl: `${services.env.appUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${services.env.appUrl}/instructor/${offer.instructorId}?${chosen}#instant-book-section`,
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
    await releaseSlot(services.db, hold.bookingId, {
      from: 'pending',
      reason: 'payment_failed',
      at: services.clock.now(),
      payment: 'failed',
    })
    return refused('payments_unavailable')
  }
}

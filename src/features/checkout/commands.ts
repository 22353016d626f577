import { isSlotOpen } from '#features/availability/availability.ts'
import { HOLD_MINUTES, type LessonType } from '#features/bookings/booking.ts'
import { deadlinesFor, packageTermsText, termsInDates } from '#features/bookings/cancellation/cancellation.ts'
import { changeAnswers } from '#features/bookings/intake/commands.ts'
import { storeNote } from '#features/bookings/notes/commands.ts'
import { findOffer, type Offer } from '#features/bookings/offer.ts'
import { changeHeldPlayer } from '#features/bookings/player.ts'
import { releaseSlot } from '#features/bookings/slots.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import { placeAddress } from '#features/coaches/place-address.ts'
import { attachCheckout } from '#features/payments/orders.ts'
import { withCustomer } from '#features/payments/saved-cards/commands.ts'
import { mayUseCards } from '#features/payments/saved-cards/policy.ts'
import type { Actor } from '#platform/actor.ts'
import { AppError, type Refused, refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import { formatLesson, toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { requireGiftOwner } from './gift-part.ts'
import { type HoldRequest, holdSlot } from './hold.ts'
import { whyNotAllowed, whyNotBook } from './may-book.ts'
import {
  findCoveredLesson,
  findHoldToResume,
  isProvenStudent,
  listHeldTogether,
  listOpenHolds,
  type OpenHold,
  releaseHold,
} from './open-holds.ts'
import { takeCoveredOrder } from './payment-events.ts'
import { ORDER } from './queries.ts'
import { type LessonQuote, readQuoteOfHolder } from './quote.ts'
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
 * Holds the slot, prices it and starts the payment. The hold expires after 15 minutes. Requesting the same
 * slot again, or using the same idempotency key, returns the same booking and checkout; requesting it at
 * another price, for instance with a promo code, at another place or under newer terms releases the first hold and takes a new one.
 * @throws AppError questions_changed, answers_needed, no_such_golfer; gift_owner_only; impersonating when an admin or a program continues a
 *   checkout of the student
 * @param browser what an exit offer is bound to: the browser's session, and the offer's token
 */
export async function bookLesson(
  services: Services,
  student: Actor,
  input: BookLessonInput,
  browser: { sessionId: string | null; offerId: string | null } = { sessionId: null, offerId: null },
): Promise<HeldBooking | Refused<BookingRefusal>> {
  requireGiftOwner(student, input.giftCents)
  const now = services.clock.now()
  const start = Date.parse(input.start)
  if (start <= now) return refused('in_the_past')
  const offer = await findOffer(services.db, input, now)
  if (!offer) return refused('slot_gone')
  // Checked before an earlier hold is resumed, too.
  if (!offer.mayTeach) return refused('coach_unavailable')
  const viewer = { ...browser, studentId: student.userId, now }
  const asked = { ...input, packageOfferId: input.package?.offerId }
  const read = await readQuoteOfHolder(services, offer, asked, viewer)
  // The coach no longer offers this length; a time that was offered before stays offered.
  if (!read.ok && read.reason === 'duration_not_offered' && !(await whyNotAllowed(services, student, offer)))
    return (await resumeOffered(services, student, offer, input)) ?? read
  if (!read.ok) return read
  const { quote } = read
  const why = await whyNotBook(services, student, offer, quote, input)
  if (why === 'price_changed') return (await resumeOffered(services, student, offer, input)) ?? refused(why)
  if (why) return refused(why)
  const request: HoldRequest & { payer: Actor } = {
    student,
    payer: student,
    offer,
    start,
    durationMinutes: quote.durationMinutes,
    priceCents: quote.priceCents,
    giftCents: input.giftCents,
    priceLines: quote.lines,
    title: quote.title,
    lessonType: quote.lessonType,
    package: quote.offered ? input.package : undefined,
    proposal: quote.agreed && { id: quote.agreed.proposalId, version: quote.agreed.version },
    discount: quote.discount && {
      ...quote.discount,
      amountCents: quote.discountCents,
      request: input,
      viewer,
    },
    idempotencyKey: input.idempotencyKey,
    golferId: input.golferId,
    note: input.note,
    // A coach who proposed the lesson could ask in the conversation.
    answers: input.answers ?? (quote.agreed ? null : []),
    expiresAt: now + HOLD_MINUTES * 60_000,
  }
  const isProposed = quote.agreed?.starts.includes(start) ?? false
  const isOpen = isProposed || isSlotOpen(offer.rules, start, quote.durationMinutes, now)
  const hold = isOpen ? await holdOrReplace(services, request) : refused('slot_taken' as const)
  if (hold.ok) return await startPayment(services, { ...request, ...placeAndPolicy(offer, quote), ...hold })
  return hold.reason === 'slot_taken'
    ? await resumeOrRenew(
        services,
        student,
        input,
        { ...request, ...placeAndPolicy(offer, quote) },
        read.endedDiscount,
      )
    : hold
}

/**
 * A student without a confirmed email or a previous payment can hold one time; choosing another one releases
 * the first.
 */
async function holdOrReplace(services: Services, request: HoldRequest) {
  const hold = await holdSlot(services, request)
  const { db, clock } = services
  const { student } = request
  if (hold.ok || hold.reason !== 'too_many_holds') return hold
  const input = { ...request, instructorId: request.offer.instructorId, start: toIso(request.start) }
  // This lesson is already held: a double click, or another tab.
  if (await findHoldToResume(services, student.userId, input)) return refused('slot_taken')
  if (await isProvenStudent(db, student.userId)) return hold
  for (const bookingId of await listOpenHolds(db, student.userId, clock.now()))
    await releaseHold(services, student, bookingId)
  return await holdSlot(services, request)
}

/**
 * The slot is not free, possibly because this student holds it: at the same place and price, and under the expected terms, that hold
 * is resumed, otherwise it is replaced.
 */
async function resumeOrRenew(
  services: Services,
  student: Actor,
  input: BookLessonInput,
  request: HoldRequest & PlaceAndPolicy & { payer: Actor },
  endedDiscount: BookingRefusal | undefined,
): Promise<HeldBooking | Refused<BookingRefusal>> {
  const own = await findHoldToResume(services, student.userId, input)
  const covered = own ? null : await findCoveredLesson(services.db, student.userId, input.idempotencyKey)
  if (covered) return await finishCovered(services, { ...covered, holdExpiresAt: request.expiresAt })
  if (!own) return refused('slot_taken')
  const isSameSale =
    isAtPlace(own, input) &&
    own.priceCents === request.priceCents &&
    // The balance on the page does not have what the open checkout takes.
    own.giftCents >= (request.giftCents ?? 0) &&
    own.lessonType === request.lessonType &&
    own.lessons === request.lessons &&
    own.cancellationPolicy === (input.expectedPolicy ?? own.cancellationPolicy) &&
    own.offerId === (request.package?.offerId ?? null)
  if (isSameSale) return (await resumeHold(services, student, request.offer, input)) ?? refused('slot_taken')
  // The first hold stays when the time is not open at the other place, or when only that hold still has the discount.
  if (!isAtPlace(own, input) && !(await isOpenWithout(services, input, own.bookingId)))
    return refused('slot_taken')
  if (endedDiscount) return refused(endedDiscount)
  if ((await releaseHold(services, student, own.bookingId)) !== 'freed') return refused('slot_taken')
  // The idempotency key belongs to the first hold.
  const renewed = { ...request, idempotencyKey: undefined }
  const hold = await holdSlot(services, renewed)
  return hold.ok ? await startPayment(services, { ...renewed, ...hold }) : hold
}

/** A request that names no place is for any. */
const isAtPlace = (
  { locationId }: Pick<OpenHold, 'locationId'>,
  input: Pick<BookLessonInput, 'locationId'>,
) => input.locationId === undefined || locationId === input.locationId

/** Whether the time is open at the requested place when a hold of the student is not counted. */
async function isOpenWithout({ db, clock }: Services, input: BookLessonInput, bookingId: string) {
  const now = clock.now()
  const offer = await findOffer(db, input, now, bookingId)
  return offer !== null && isSlotOpen(offer.rules, Date.parse(input.start), input.durationMinutes, now)
}

/** The existing checkout of a student who already holds this lesson; null otherwise. */
async function resumeHold(
  services: Services,
  student: Actor,
  offer: Offer,
  input: BookLessonInput,
): Promise<HeldBooking | Refused<BookingRefusal> | null> {
  const own = await findHoldToResume(services, student.userId, input)
  if (!own || !isAtPlace(own, input)) return null
  if (input.answers !== undefined)
    await changeAnswers(services.db, { bookingId: own.bookingId, coachId: input.instructorId }, input.answers)
  if (input.golferId !== undefined)
    await changeHeldPlayer(
      services.db,
      { bookingId: own.bookingId, studentId: student.userId },
      input.golferId,
    )
  if (input.note !== undefined) await storeNote(services.db, own.bookingId, input.note)
  if (own.checkoutUrl && own.offersCards && !mayUseCards(student)) throw checkoutOfStudent()
  if (own.checkoutUrl) return { ok: true, ...own, checkoutUrl: own.checkoutUrl }
  const { durationMinutes } = input
  return await startPayment(services, { ...own, student, payer: student, offer, durationMinutes })
}

/** The checkout of a time that the cancellation list holds, at the price of its offer; null when it is not what the student asks for. */
async function resumeOffered(services: Services, student: Actor, offer: Offer, input: BookLessonInput) {
  const own = await findHoldToResume(services, student.userId, input)
  const isSame =
    own?.isOffered &&
    own.start === Date.parse(input.start) &&
    own.priceCents === input.expectedPriceCents &&
    own.giftCents >= (input.giftCents ?? 0) &&
    own.lessonType === (input.lessonType ?? 'individual') &&
    own.cancellationPolicy === (input.expectedPolicy ?? own.cancellationPolicy) &&
    !(input.package || input.proposalId || input.conversationId)
  return isSame ? await resumeHold(services, student, offer, input) : null
}

interface PlaceAndPolicy {
  place: string
  /** The place that the profile shows again after leaving the checkout; when omitted, the primary one. */
  locationId?: string | null
  /** The number of lessons paid for, and the package of the profile. */
  lessons: number
  offerId: string | null
  cancellationPolicy: CancellationPolicy
}

/** The parts of an offer that are stored with the booking and shown at checkout. */
const placeAndPolicy = (
  { location }: Offer,
  { cancellationPolicy, agreed, offered }: LessonQuote,
): PlaceAndPolicy => ({
  place: [location.name, placeAddress(location)].filter(Boolean).join(', '),
  locationId: location.id,
  cancellationPolicy,
  lessons: agreed?.lessons ?? offered?.lessons ?? 1,
  offerId: offered?.offerId ?? null,
})

/** A checkout that offers saved cards is only for their owner. */
export const checkoutOfStudent = () =>
  new AppError(
    'not_allowed',
    'impersonating',
    'The student has opened the checkout of this time. Only the student can go on with it.',
  )

interface HoldToPay extends PlaceAndPolicy {
  student: Pick<Actor, 'email'>
  /** Whose saved cards the checkout offers; null when a coach gets its address, too. */
  payer: Actor | null
  offer: Pick<Offer, 'instructorId' | 'coachLabel'> & { rules: Pick<Offer['rules'], 'zone'> }
  bookingId: string
  priceCents: Cents
  /** The part of it that gift cards pay. */
  giftCents?: Cents | undefined
  title: string
  lessonType?: LessonType
  holdExpiresAt: number
  /**
   * When the time was held; when omitted, it is derived from the usual hold length. Milliseconds since 1970,
   * UTC.
   */
  heldAt?: number
  /** Milliseconds since 1970, UTC. */
  start: number
  durationMinutes: number
  /** For several lessons: when they are, and the terms of cancelling; when omitted, they are for one lesson. */
  when?: string
  terms?: string
  /** The page to return to without payment; when omitted, the coach's profile with the chosen time. */
  backTo?: string
}

interface CheckoutToOpen extends HoldToPay {
  key?: string
}

/**
 * Opens the checkout of a held time at the processor.
 * @param order.key the same key opens the same checkout; when omitted, the first one of the booking
 * @throws PaymentRefused, PaymentsUnavailable
 */
export async function openCheckout(
  services: Services,
  { student, payer, offer, key, ...hold }: CheckoutToOpen,
): Promise<{ sessionId: string; url: string; offersCards: boolean }> {
  const { zone } = offer.rules
  const when = hold.when ?? formatLesson(hold.start, hold.durationMinutes, zone)
  // Uses the time of the hold instead of the current time, so that a retry creates an identical order.
  const heldAt = hold.heldAt ?? hold.holdExpiresAt - HOLD_MINUTES * 60_000
  const deadlines = deadlinesFor(hold.cancellationPolicy, hold.start)
  const chosen = new URLSearchParams({
    checkout: 'cancelled',
    duration: String(hold.durationMinutes),
    time: toIso(hold.start),
    booking: hold.bookingId,
    ...(hold.locationId ? { place: hold.locationId } : {}),
    ...(hold.offerId ? { package: hold.offerId } : {}),
    ...(hold.lessonType === 'group' || hold.lessonType === 'playing' ? { kind: hold.lessonType } : {}),
  })
  const order = {
    key: key ?? hold.bookingId,
    orderId: hold.bookingId,
    amountCents: hold.priceCents - (hold.giftCents ?? 0),
    description: `${hold.title} with ${offer.coachLabel} · ${when}`,
    place: hold.place,
    terms:
      hold.terms ??
      (hold.start <= heldAt
        ? 'This lesson was already taught.'
        : hold.lessons > 1
          ? packageTermsText(hold.cancellationPolicy)
          : termsInDates(deadlines, heldAt, zone)),
    customerEmail: student.email,
    successUrl: `${services.env.appUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${services.env.appUrl}${hold.backTo ?? `/instructor/${offer.instructorId}?${chosen}#instant-book-section`}`,
    expiresAt: hold.holdExpiresAt,
  }
  return await withCustomer(services, payer, async (customerId) => ({
    ...(await services.payments.startCheckout(customerId ? { ...order, customerId } : order)),
    offersCards: customerId !== null,
  }))
}

/** Creates the payment of a held time; if that fails, everything that is held with it is released. */
export async function startPayment(
  services: Services,
  hold: HoldToPay,
): Promise<HeldBooking | Refused<BookingRefusal>> {
  if (hold.giftCents === hold.priceCents) return await finishCovered(services, hold)
  const { payer } = hold
  let checkout: Awaited<ReturnType<typeof attachCheckout>>
  try {
    checkout = await attachCheckout(services.db, hold.bookingId, await openCheckout(services, hold))
  } catch (error) {
    services.log.error(
      { err: error, bookingId: hold.bookingId },
      'checkout could not be started; the slot is freed',
    )
    for (const bookingId of await listHeldTogether(services.db, hold.bookingId))
      await releaseSlot(services.db, bookingId, {
        from: 'pending',
        reason: 'payment_failed',
        at: services.clock.now(),
        payment: 'failed',
      })
    return refused('payments_unavailable')
  }
  // The student's own request was faster.
  if (checkout.offersCards && payer && !mayUseCards(payer)) throw checkoutOfStudent()
  return {
    ok: true,
    bookingId: hold.bookingId,
    checkoutUrl: checkout.url,
    priceCents: hold.priceCents,
    holdExpiresAt: hold.holdExpiresAt,
  }
}

/** Gift cards pay the whole price: the order is confirmed at once. The page after a payment takes the place of the checkout. */
export async function finishCovered(
  services: Services,
  { bookingId, priceCents, holdExpiresAt }: Pick<HoldToPay, 'bookingId' | 'priceCents' | 'holdExpiresAt'>,
): Promise<HeldBooking | Refused<BookingRefusal>> {
  if (!(await takeCoveredOrder(services, bookingId))) return refused('gift_changed')
  const checkoutUrl = `${services.env.appUrl}/payment-success?session_id=${ORDER}${bookingId}`
  return { ok: true, bookingId, checkoutUrl, priceCents, holdExpiresAt }
}

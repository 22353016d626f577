import { eq } from 'drizzle-orm'
import { HOLD_MINUTES } from '#features/bookings/booking.ts'
import { policyText } from '#features/bookings/cancellation/cancellation.ts'
import { findOffer, type Offer } from '#features/bookings/offer.ts'
import { inSlotTransaction, type SlotRefusal, takeSlot, waitForOwnHolds } from '#features/bookings/slots.ts'
import { checkoutOfStudent, finishCovered, startPayment } from '#features/checkout/commands.ts'
import { requireGiftOwner, takeGiftPart } from '#features/checkout/gift-part.ts'
import {
  isProvenStudent,
  listHeldTogether,
  listOpenHolds,
  releaseHold,
} from '#features/checkout/open-holds.ts'
import { bookingRefused } from '#features/checkout/refusal.ts'
import { checkGolfer } from '#features/golfers/commands.ts'
import { findOwnGolfer } from '#features/golfers/queries.ts'
import { mayUseCards } from '#features/payments/saved-cards/policy.ts'
import { payments } from '#features/payments/tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { MINUTE } from '#platform/duration.ts'
import { AppError, type Refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import { publish } from '#platform/reactions.ts'
import { dateIn, toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { ageRefusal, dateText, seatTitle } from './clinic.ts'
import { noSuchClinic } from './commands.ts'
import { type FoundClinic, findClinic, findOrderOf, listOwnSeats, type OwnSeat } from './queries.ts'
import type { BuySeatsInput } from './schema.ts'

/** Seats that are held, with one checkout for all of them. */
export interface HeldSeats {
  bookingIds: string[]
  checkoutUrl: string
  priceCents: Cents
  /** Milliseconds since 1970, UTC. */
  holdExpiresAt: number
}

interface Purchase {
  student: Actor
  found: FoundClinic
  offer: Offer
  input: BuySeatsInput
}

/**
 * Holds a seat for each player, all or none, and starts one payment for them. The hold expires after 15 minutes. Asking for the same
 * seats again returns the same checkout; asking for others releases the first ones.
 * @throws AppError no_such_clinic, sold_out, few_seats, already_in, clinic_begun, clinic_cancelled, no_such_golfer, wrong_age, or a refusal of a booking (`checkout/refusal.ts`)
 */
export async function buySeats(services: Services, student: Actor, input: BuySeatsInput): Promise<HeldSeats> {
  requireGiftOwner(student, input.giftCents)
  const purchase = await readPurchase(services, student, input)
  const resumed = await resumeOrRelease(services, purchase)
  if (resumed) return resumed
  const held = await holdOrReplace(services, purchase)
  if (held.ok) return await pay(services, purchase, held)
  if (held.reason !== 'slot_taken') throw bookingRefused(held.reason)
  // The same request in another tab was faster, or other students were.
  const same = await resumeOrRelease(services, purchase)
  if (same) return same
  const now = await findClinic(services.db, input.clinicId, services.clock.now())
  throw noSeats(now ? now.clinic.seats - now.sold - now.held : 0)
}

/** Reads a clinic and checks that the student may buy it as it was shown. */
async function readPurchase(services: Services, student: Actor, input: BuySeatsInput): Promise<Purchase> {
  const { db, clock } = services
  const found = await findClinic(db, input.clinicId, clock.now())
  const start = found?.dates[0]?.start
  if (!found || start === undefined || found.clinic.publishedAt === null) throw noSuchClinic()
  const { clinic } = found
  const request = { instructorId: clinic.instructorId, start: toIso(start) }
  const read = await findOffer(db, request, clock.now())
  if (!read?.isListed) throw noSuchClinic()
  if (!read.mayTeach) throw bookingRefused('coach_unavailable')
  if (clinic.status === 'cancelled')
    throw new AppError('conflict', 'clinic_cancelled', 'This clinic was cancelled.')
  if (start <= clock.now())
    throw new AppError('conflict', 'clinic_begun', 'This clinic has begun. Seats are no longer sold.')
  if (read.takesDemoBookings)
    throw new AppError(
      'not_allowed',
      'demo_only',
      'This is the clinic of a demo coach. Its seats are not sold.',
    )
  if (input.expectedPriceCents !== clinic.priceCents) throw bookingRefused('price_changed')
  if (input.expectedPolicy !== read.cancellationPolicy) throw bookingRefused('policy_changed')
  return { student, found, offer: atItsPlace(read, found), input }
}

/** The place as it was when the clinic was published, which a coach may have removed since. */
const atItsPlace = (offer: Offer, { clinic }: FoundClinic): Offer => ({
  ...offer,
  rules: { ...offer.rules, zone: clinic.timeZone },
  location: {
    id: clinic.teachingLocationId,
    name: clinic.locationName,
    address: clinic.locationAddress,
    city: null,
    state: null,
    zip: null,
    zone: clinic.timeZone,
  },
})

/**
 * The checkout of the same seats, from a double click or another tab; null when nothing is held. Other unpaid seats of this student in
 * the clinic are released.
 */
async function resumeOrRelease(services: Services, purchase: Purchase): Promise<HeldSeats | null> {
  const { db, clock } = services
  const { student, input, found } = purchase
  const own = await listOwnSeats(db, input.clinicId, student.userId, clock.now())
  const bought = own.filter(
    ({ status, golferId }) => status !== 'pending' && input.players.includes(golferId),
  )
  if (bought.length > 0) return await answerAgain(services, purchase, bought)
  const waiting = own.filter(({ status }) => status === 'pending')
  const [first] = waiting
  if (!first) return null
  const together = await listHeldTogether(db, first.bookingId)
  if (isSame(waiting, together, purchase)) {
    const order = await findOrderOf(db, first.bookingId)
    const giftCents = giftOf(waiting)
    const held = { bookingIds: together, giftCents, holdExpiresAt: first.holdExpiresAt }
    if (!order?.checkoutUrl) return await pay(services, purchase, held)
    if (order.offersCards && !mayUseCards(student)) throw checkoutOfStudent()
    const priceCents = found.clinic.priceCents * together.length
    const { bookingIds, holdExpiresAt } = held
    return { bookingIds, holdExpiresAt, checkoutUrl: order.checkoutUrl, priceCents }
  }
  for (const { bookingId } of waiting)
    if ((await releaseHold(services, student, bookingId)) === 'paid') throw alreadyIn()
  return null
}

/**
 * The seats, when gift cards paid all of them: a repeated request is answered as the first one, whose answer may have been lost.
 * @throws AppError already_in
 */
async function answerAgain(
  services: Services,
  { found, input }: Purchase,
  bought: readonly OwnSeat[],
): Promise<HeldSeats> {
  const priceCents = found.clinic.priceCents * input.players.length
  const isSame =
    bought.length === input.players.length &&
    giftOf(bought) === priceCents &&
    (input.giftCents ?? 0) === priceCents
  const order = isSame ? await findOrderOf(services.db, bought[0]?.bookingId ?? '') : null
  const lines = order ? await services.db.$count(payments, eq(payments.orderId, order.id)) : 0
  if (!order || lines !== bought.length) throw alreadyIn()
  const paid = { bookingId: order.id, priceCents, holdExpiresAt: services.clock.now() }
  const answered = await finishCovered(services, paid)
  if (!answered.ok) throw alreadyIn()
  const { checkoutUrl, holdExpiresAt } = answered
  return { bookingIds: bought.map(({ bookingId }) => bookingId), checkoutUrl, priceCents, holdExpiresAt }
}

const giftOf = (seats: readonly OwnSeat[]) => seats.reduce((sum, { giftCents }) => sum + giftCents, 0)

const isSame = (waiting: readonly OwnSeat[], together: readonly string[], { input, found }: Purchase) =>
  // The balance on the page does not have what the open checkout takes.
  giftOf(waiting) >= (input.giftCents ?? 0) &&
  waiting.length === input.players.length &&
  together.length === waiting.length &&
  waiting.every(
    ({ bookingId, golferId, priceCents, cancellationPolicy }) =>
      together.includes(bookingId) &&
      input.players.includes(golferId) &&
      priceCents === found.clinic.priceCents &&
      cancellationPolicy === input.expectedPolicy,
  )

type HoldRefusal = Refused<SlotRefusal | 'too_many_holds' | 'gift_changed'>
type Held = ({ ok: true } & SeatsToPay) | HoldRefusal

interface SeatsToPay {
  bookingIds: string[]
  /** The part of their price that gift cards pay. */
  giftCents: Cents
  /** Milliseconds since 1970, UTC. */
  holdExpiresAt: number
}

/** An unproven account holds one purchase at a time: another one releases the first. */
async function holdOrReplace(services: Services, purchase: Purchase): Promise<Held> {
  const held = await hold(services, purchase)
  const { db, clock } = services
  const { student } = purchase
  if (held.ok || held.reason !== 'too_many_holds' || (await isProvenStudent(db, student.userId))) return held
  for (const bookingId of await listOpenHolds(db, student.userId, clock.now()))
    await releaseHold(services, student, bookingId)
  return await hold(services, purchase)
}

/** A seat or gift card that was refused after seats of the purchase were written; rolls all of them back. */
class SeatsLost extends Error {
  readonly refusal: HoldRefusal
  constructor(refusal: HoldRefusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/** @throws AppError no_such_golfer, wrong_age */
async function checkPlayers(tx: Queryable, { student, found, input }: Purchase) {
  const { clinic, dates } = found
  const year = Number(dateIn(dates[0]?.start ?? 0, clinic.timeZone).slice(0, 4))
  for (const golferId of input.players) {
    await checkGolfer(tx, student.userId, golferId)
    const golfer = golferId === null ? null : await findOwnGolfer(tx, student.userId, golferId)
    const refusal = ageRefusal(golfer, clinic, year)
    if (refusal) throw new AppError('conflict', 'wrong_age', refusal)
  }
}

async function hold(services: Services, purchase: Purchase): Promise<Held> {
  const { student, found, offer, input } = purchase
  const now = services.clock.now()
  const { clinic, dates } = found
  const { start = 0, end = 0 } = dates[0] ?? {}
  const heldUntil = now + HOLD_MINUTES * MINUTE
  const seat = {
    offer,
    studentId: student.userId,
    start,
    durationMinutes: (end - start) / MINUTE,
    priceCents: clinic.priceCents,
    title: seatTitle(clinic.title, dates, clinic.timeZone),
    lessonType: 'group',
    cancellationPolicy: input.expectedPolicy,
    seat: {
      clinicId: clinic.id,
      dates: dates.map((date) => ({ start: toIso(date.start), end: toIso(date.end) })),
    },
    idempotencyKey: undefined,
    heldUntil,
  } as const
  try {
    return await inSlotTransaction(services.db, async (tx) => {
      await waitForOwnHolds(tx, student.userId)
      await checkPlayers(tx, purchase)
      const bookingIds: string[] = []
      for (const golferId of input.players) {
        const [orderId] = bookingIds
        const taken = await takeSlot(tx, { ...seat, golferId, orderId }, now)
        if (!taken.ok) throw new SeatsLost(taken)
        bookingIds.push(taken.bookingId)
      }
      for (const bookingId of bookingIds)
        await publish(services, tx, 'time_held', { bookingId, until: heldUntil })
      const { giftCents = 0 } = input
      const [orderId = ''] = bookingIds
      const isTaken =
        giftCents === 0 ||
        (await takeGiftPart(services, tx, { orderId, studentId: student.userId, giftCents }))
      if (!isTaken) throw new SeatsLost({ ok: false, reason: 'gift_changed' })
      return { ok: true as const, bookingIds, giftCents, holdExpiresAt: heldUntil }
    })
  } catch (error) {
    if (error instanceof SeatsLost) return error.refusal
    throw error
  }
}

async function pay(
  services: Services,
  { student, found, offer, input }: Purchase,
  { bookingIds, giftCents, holdExpiresAt }: SeatsToPay,
): Promise<HeldSeats> {
  const { clinic, dates } = found
  const [first] = dates
  // The order has the id of its first booking.
  const orderId = (await findOrderOf(services.db, bookingIds[0] ?? ''))?.id ?? bookingIds[0] ?? ''
  const priceCents = clinic.priceCents * bookingIds.length
  const started = await startPayment(services, {
    student,
    payer: student,
    offer,
    bookingId: orderId,
    priceCents,
    giftCents,
    title: bookingIds.length > 1 ? `${bookingIds.length} seats in ${clinic.title}` : clinic.title,
    when: dates.map((date) => dateText(date, clinic.timeZone)).join('; '),
    terms: [
      'Each seat can be cancelled on its own.',
      policyText(input.expectedPolicy),
      ...(dates.length > 1 ? ['Hours count from the first date.'] : []),
    ].join(' '),
    place: [clinic.locationName, clinic.locationAddress].filter(Boolean).join(', '),
    cancellationPolicy: input.expectedPolicy,
    lessons: 1,
    lessonType: 'group',
    offerId: null,
    start: first?.start ?? 0,
    durationMinutes: ((first?.end ?? 0) - (first?.start ?? 0)) / MINUTE,
    holdExpiresAt,
    backTo: `/clinics/${clinic.id}?checkout=cancelled`,
  })
  if (!started.ok) throw bookingRefused(started.reason)
  return { bookingIds, checkoutUrl: started.checkoutUrl, priceCents, holdExpiresAt }
}

const alreadyIn = () =>
  new AppError('conflict', 'already_in', 'One of these people has a seat in this clinic already.')

const noSeats = (left: number) =>
  left > 0
    ? new AppError(
        'conflict',
        'few_seats',
        `Only ${left} ${left === 1 ? 'seat is' : 'seats are'} left. Nothing was booked.`,
      )
    : refusedSoldOut()

const refusedSoldOut = () =>
  new AppError(
    'conflict',
    'sold_out',
    'All seats are taken. A seat that is not paid within 15 minutes becomes free again.',
  )

import { HOLD_MINUTES } from '#features/bookings/booking.ts'
import { policyText } from '#features/bookings/cancellation/cancellation.ts'
import { checkAnswers, storeAnswers } from '#features/bookings/intake/commands.ts'
import { storeNote } from '#features/bookings/notes/commands.ts'
import { findOffer, type Offer } from '#features/bookings/offer.ts'
import {
  inSeriesTransaction,
  isWeekly,
  lostWeeks,
  type SeriesRefusal,
  seriesRequest,
  type TakenSeries,
  takeSeries,
  type WeeksLost,
} from '#features/bookings/series/commands.ts'
import { listSeries } from '#features/bookings/series/queries.ts'
import { waitForOwnHolds } from '#features/bookings/slots.ts'
import { placeAddress } from '#features/coaches/place-address.ts'
import { checkGolfer } from '#features/golfers/commands.ts'
import { mayUseCards } from '#features/payments/saved-cards/policy.ts'
import type { Actor } from '#platform/actor.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import { publish } from '#platform/reactions.ts'
import { formatDay, formatLesson, toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { checkoutOfStudent, type HeldBooking, startPayment } from '../commands.ts'
import { requireGiftOwner, takeGiftPart } from '../gift-part.ts'
import { whyNotBook } from '../may-book.ts'
import { findCoveredLesson, isProvenStudent, listOpenHolds, releaseHold } from '../open-holds.ts'
import { type LessonQuote, readQuote } from '../quote.ts'
import type { BookingRefusal } from '../refusal.ts'
import { type HeldPurchase, listHeldPurchases } from './queries.ts'
import { noDiscounts } from './quote.ts'
import type { BookSeriesInput } from './schema.ts'

export type HeldSeries = HeldBooking & { bookingIds: string[] }

/**
 * Holds weekly lessons, all of them or none, and starts one payment for their sum. The hold expires after 15 minutes.
 * Requesting the same weeks again, or using the same idempotency key, returns the same lessons and checkout. A student
 * holds one unpaid series at a time: another one releases it.
 * @returns why nothing is held, with the weeks that are no longer free
 * @throws AppError questions_changed, answers_needed, no_such_golfer, gift_owner_only
 */
export async function bookSeries(
  services: Services,
  student: Actor,
  input: BookSeriesInput,
): Promise<HeldSeries | Refused<BookingRefusal | 'not_weekly'> | WeeksLost> {
  requireGiftOwner(student, input.giftCents)
  const now = services.clock.now()
  const starts = input.starts.map((start) => Date.parse(start)).toSorted((a, b) => a - b)
  const [first = 0] = starts
  if (first <= now) return refused('in_the_past')
  const place = { instructorId: input.instructorId, location: { id: input.locationId ?? null } }
  const offer = await findOffer(services.db, seriesRequest(place, starts), now)
  if (!offer) return refused('slot_gone')
  if (!offer.mayTeach) return refused('coach_unavailable')
  const { durationMinutes } = input
  const asked = { durationMinutes, lessonType: input.lessonType }
  const read = await readQuote(services, offer, asked, noDiscounts(now))
  if (!read.ok) return read
  const { quote } = read
  const why = await whyNotBook(services, student, offer, quote, { ...input, start: toIso(first) })
  if (why) return refused(why)
  if (!isWeekly(offer, starts, durationMinutes, now)) return refused('not_weekly')
  const purchase: SeriesPurchase = { student, offer, quote, starts, input }
  const mine = await listHeldPurchases(services.db, student.userId, { ...input, starts, now })
  const same = mine.find((held) => isSame(held, purchase))
  if (same) return await resume(services, purchase, same)
  for (const { bookingIds } of mine)
    if (bookingIds[0] && (await releaseHold(services, student, bookingIds[0])) === 'paid')
      return refused('slot_taken')
  const held = await holdOrReplace(services, purchase)
  const { giftCents = 0 } = input
  if (held.ok)
    return await pay(services, purchase, { ...held, giftCents, holdExpiresAt: now + HOLD_MINUTES * 60_000 })
  const covered = await findCovered(services, purchase)
  if (covered) return await pay(services, purchase, { bookingIds: covered, giftCents, holdExpiresAt: now })
  if (held.reason !== 'slot_taken') return held
  // Another request was faster. The weeks it took are named, if they are known by now.
  const after = await findOffer(services.db, seriesRequest(offer, starts), services.clock.now())
  const weeks = after ? lostWeeks(after, { starts, durationMinutes }, services.clock.now()) : []
  return weeks.length > 0 ? { ok: false, reason: 'weeks_taken', weeks } : held
}

interface SeriesPurchase {
  student: Actor
  offer: Offer
  /** The price and terms of each lesson. */
  quote: LessonQuote
  /** Milliseconds since 1970, UTC, ascending. */
  starts: readonly number[]
  input: BookSeriesInput
}

/** An unpaid series of exactly these lessons, at this price and these terms. */
const isSame = (held: HeldPurchase, { starts, quote, input }: SeriesPurchase) =>
  held.instructorId === input.instructorId &&
  held.durationMinutes === input.durationMinutes &&
  held.starts.length === starts.length &&
  held.starts.every((start, n) => start === starts[n]) &&
  held.priceCents === quote.priceCents &&
  held.lessonType === quote.lessonType &&
  held.cancellationPolicy === quote.cancellationPolicy &&
  held.golferId === (input.golferId ?? null) &&
  (input.locationId === undefined || held.locationId === input.locationId) &&
  // The balance on the page does not have what the open checkout takes.
  held.giftCents >= (input.giftCents ?? 0)

/** A double click, another tab, or a retry after a lost answer. */
async function resume(services: Services, purchase: SeriesPurchase, held: HeldPurchase) {
  const { checkoutUrl, offersCards, bookingIds, giftCents, holdExpiresAt } = held
  const [bookingId = ''] = bookingIds
  if (!checkoutUrl) return await pay(services, purchase, { bookingIds, giftCents, holdExpiresAt })
  if (offersCards && !mayUseCards(purchase.student)) throw checkoutOfStudent()
  const priceCents = purchase.quote.priceCents * bookingIds.length
  return { ok: true, bookingId, bookingIds, checkoutUrl, priceCents, holdExpiresAt } as const
}

/** The lessons, when gift cards paid all of them with this idempotency key: a repeated request is answered as the first one. */
async function findCovered({ db }: Services, { student, quote, starts, input }: SeriesPurchase) {
  if (input.giftCents !== quote.priceCents * starts.length) return null
  const covered = await findCoveredLesson(db, student.userId, input.idempotencyKey)
  const bookingIds = covered ? await listSeries(db, covered.bookingId) : []
  return bookingIds.length === starts.length ? bookingIds : null
}

/** An unproven account holds one purchase at a time: choosing another one releases the first. */
async function holdOrReplace(services: Services, purchase: SeriesPurchase) {
  const held = await hold(services, purchase)
  const { db, clock } = services
  const { student } = purchase
  if (held.ok || held.reason !== 'too_many_holds' || (await isProvenStudent(db, student.userId))) return held
  for (const bookingId of await listOpenHolds(db, student.userId, clock.now()))
    await releaseHold(services, student, bookingId)
  return await hold(services, purchase)
}

async function hold(
  services: Services,
  purchase: SeriesPurchase,
): Promise<TakenSeries | SeriesRefusal | Refused<'gift_changed'>> {
  const { student, offer, quote, starts, input } = purchase
  const { durationMinutes, note, answers = [] } = input
  const now = services.clock.now()
  const heldUntil = now + HOLD_MINUTES * 60_000
  return await inSeriesTransaction(services.db, async (tx) => {
    await waitForOwnHolds(tx, student.userId)
    await checkGolfer(tx, student.userId, input.golferId)
    const isAsked = offer.asksQuestions || answers.length > 0
    const given = isAsked ? await checkAnswers(tx, offer.instructorId, answers) : []
    const lessonAt = (start: number, n: number) => ({
      offer,
      studentId: student.userId,
      start,
      durationMinutes,
      priceCents: quote.priceCents,
      title: quote.title,
      lessonType: quote.lessonType,
      golferId: input.golferId,
      // The key is unique, so only the first lesson has it.
      idempotencyKey: n === 0 ? input.idempotencyKey : undefined,
      heldUntil,
    })
    const taken = await takeSeries(tx, { offer, starts, durationMinutes, lessonAt }, now)
    if (!taken.ok) return taken
    for (const bookingId of taken.bookingIds) {
      if (given.length > 0) await storeAnswers(tx, bookingId, given)
      if (note) await storeNote(tx, bookingId, note)
      await publish(services, tx, 'time_held', { bookingId, until: heldUntil })
    }
    const { giftCents } = input
    const [orderId = ''] = taken.bookingIds
    if (giftCents && !(await takeGiftPart(services, tx, { orderId, studentId: student.userId, giftCents })))
      throw new GiftChanged()
    return taken
  }).catch((error) => {
    if (error instanceof GiftChanged) return refused('gift_changed' as const)
    throw error
  })
}

/** The gift cards have another balance than the student saw; rolls the hold back. */
class GiftChanged extends Error {}

async function pay(
  services: Services,
  { student, offer, quote, starts, input }: SeriesPurchase,
  held: { bookingIds: string[]; giftCents: Cents; holdExpiresAt: number },
): Promise<HeldSeries | Refused<BookingRefusal>> {
  const { durationMinutes } = input
  const { bookingIds, giftCents, holdExpiresAt } = held
  const [bookingId = ''] = bookingIds
  const [first = 0] = starts
  const { zone } = offer.rules
  const last = formatDay(starts.at(-1) ?? first, zone, { year: true })
  const started = await startPayment(services, {
    student,
    payer: student,
    offer,
    bookingId,
    priceCents: quote.priceCents * bookingIds.length,
    giftCents,
    title: `${bookingIds.length} weekly lessons`,
    when: `${formatLesson(first, durationMinutes, zone)}, weekly until ${last}`,
    terms: `Each lesson can be cancelled or moved on its own. ${policyText(quote.cancellationPolicy)}`,
    place: [offer.location.name, placeAddress(offer.location)].filter(Boolean).join(', '),
    locationId: offer.location.id,
    cancellationPolicy: quote.cancellationPolicy,
    lessons: 1,
    lessonType: quote.lessonType,
    offerId: null,
    start: first,
    durationMinutes,
    holdExpiresAt,
  })
  return started.ok ? { ...started, bookingIds } : started
}

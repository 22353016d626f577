import type { LessonType } from '#features/bookings/booking.ts'
import { checkAnswers, storeAnswers } from '#features/bookings/intake/commands.ts'
import type { GivenAnswer } from '#features/bookings/intake/intake.ts'
import { storeNote } from '#features/bookings/notes/commands.ts'
import type { Offer } from '#features/bookings/offer.ts'
import { inSlotTransaction, type SlotRefusal, takeSlot, waitForOwnHolds } from '#features/bookings/slots.ts'
import { storeDiscount } from '#features/discounts/commands.ts'
import type { DiscountRefusal, DiscountViewer } from '#features/discounts/discount.ts'
import { findDiscount } from '#features/discounts/eligibility.ts'
import type { DiscountRequest } from '#features/discounts/schema.ts'
import { checkGolfer } from '#features/golfers/commands.ts'
import type { DiscountFunder } from '#features/ledger/ledger.ts'
import type { PriceLine } from '#features/payments/schema.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import { publish } from '#platform/reactions.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { takeGiftPart } from './gift-part.ts'
import type { PackageRefusal } from './questions.ts'

export interface HoldRequest {
  student: Pick<Actor, 'userId' | 'email'>
  offer: Offer
  /** Milliseconds since 1970, UTC; so is `expiresAt`. */
  start: number
  durationMinutes: number
  /** The price charged, after any discount. */
  priceCents: Cents
  title: string
  lessonType?: LessonType
  /** The accepted proposal the lesson comes from, and its accepted version. */
  proposal?: { id: string; version: number } | null
  /** The package of the profile that its payment buys, and the version of the terms that the student saw. */
  package?: { offerId: string; version: number } | undefined
  discount?: HeldDiscount | null
  /** The part of the price that the student's gift cards pay, as the student saw it. */
  giftCents?: Cents | undefined
  /** The items between list price and price. */
  priceLines?: PriceLine[]
  idempotencyKey: string | undefined
  /** Who plays, one of the student's golfers; null or omitted when the student plays. */
  golferId?: string | null | undefined
  /** The student's note to the coach. */
  note?: string | undefined
  /** The student's answers to the coach's questions. Null when the coach did not ask, as in a proposal with its times. */
  answers?: readonly GivenAnswer[] | null | undefined
  /** The coach entered the lesson, not the student. */
  enteredByCoach?: boolean
  expiresAt: number
}

/** A quoted discount, and what is needed to check it again when the slot is held. */
export interface HeldDiscount {
  amountCents: Cents
  fundedBy: DiscountFunder
  request: DiscountRequest
  viewer: Omit<DiscountViewer, 'instructorId'>
}

type Hold = { ok: true; bookingId: string; priceCents: Cents; holdExpiresAt: number }

/**
 * Holds a slot until it is paid for or the hold expires, and reserves the discount with it.
 * @throws AppError questions_changed, answers_needed, no_such_golfer
 * @returns why not: another booking took the slot, the student has too many holds, or the discount is used up
 */
export async function holdSlot(
  services: TransactionServices & Pick<Services, 'db'>,
  request: HoldRequest,
): Promise<
  Hold | Refused<SlotRefusal | 'too_many_holds' | DiscountRefusal | PackageRefusal | 'gift_changed'>
> {
  try {
    return await inSlotTransaction(services.db, async (tx) => {
      const { student, expiresAt, ...lesson } = request
      const held = { ...lesson, studentId: student.userId, heldUntil: expiresAt }
      if (!lesson.enteredByCoach) await waitForOwnHolds(tx, student.userId)
      await checkGolfer(tx, student.userId, lesson.golferId)
      const { offer } = lesson
      const isAsked =
        !lesson.enteredByCoach &&
        request.answers !== null &&
        (offer.asksQuestions || Boolean(request.answers?.length))
      const answers = isAsked ? await checkAnswers(tx, offer.instructorId, request.answers ?? []) : []
      const taken = await takeSlot(tx, held, services.clock.now())
      if (!taken.ok) return taken
      const { bookingId } = taken
      if (answers.length > 0) await storeAnswers(tx, bookingId, answers)
      if (request.note) await storeNote(tx, bookingId, request.note)
      if (request.package) await takePackage(services, tx, bookingId, request.package)
      if (request.discount) await takeDiscount(tx, request, request.discount, bookingId)
      const { giftCents } = request
      // The order of a lesson has the id of its booking.
      const isTaken =
        !giftCents ||
        (await takeGiftPart(services, tx, { orderId: bookingId, studentId: student.userId, giftCents }))
      if (!isTaken) throw new SaleLost('gift_changed')
      await publish(services, tx, 'time_held', { bookingId, until: expiresAt })
      return { ok: true, bookingId, priceCents: request.priceCents, holdExpiresAt: expiresAt }
    })
  } catch (error) {
    if (error instanceof SaleLost) return refused(error.reason)
    throw error
  }
}

/** The discount or the gift card was used up, or the package was changed, after the quote; rolls the hold back. */
class SaleLost extends Error {
  readonly reason: DiscountRefusal | PackageRefusal | 'gift_changed'
  constructor(reason: DiscountRefusal | PackageRefusal | 'gift_changed') {
    super(reason)
    this.reason = reason
  }
}

async function takePackage(
  services: TransactionServices,
  tx: Queryable,
  bookingId: string,
  sale: { offerId: string; version: number },
) {
  if (!(await publish(services, tx, 'package_held', { bookingId, ...sale })))
    throw new SaleLost('package_changed')
}

async function takeDiscount(tx: Queryable, request: HoldRequest, held: HeldDiscount, bookingId: string) {
  const viewer = { ...held.viewer, instructorId: request.offer.instructorId }
  const asked = await findDiscount(tx, held.request, viewer, { lock: true })
  if (!asked.ok) throw new SaleLost(asked.reason)
  if (!asked.discount) return
  await storeDiscount(tx, { bookingId, studentId: request.student.userId }, asked.discount, held.amountCents)
}

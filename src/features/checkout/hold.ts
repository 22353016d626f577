import { sql } from 'drizzle-orm'
import type { LessonType } from '#features/bookings/booking.ts'
import type { Offer } from '#features/bookings/offer.ts'
import {
  inSlotTransaction,
  isProven,
  releaseSlot,
  type SlotRefusal,
  takeSlot,
} from '#features/bookings/slots.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import { keepDiscount } from '#features/discounts/commands.ts'
import type { DiscountRefusal, DiscountViewer } from '#features/discounts/discount.ts'
import { findCardOfOffer, findDiscount } from '#features/discounts/queries.ts'
import type { DiscountRequest } from '#features/discounts/schema.ts'
import type { DiscountFunder } from '#features/ledger/ledger.ts'
import type { PriceLine } from '#features/payments/schema.ts'
import type { Actor } from '#platform/actor.ts'
import { executePrepared, type Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import { type Cents, centsFromDollars } from '#platform/money.ts'
import { publish } from '#platform/reactions.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import type { BookLessonInput } from './schema.ts'

export interface HoldRequest {
  student: Pick<Actor, 'userId' | 'email'>
  offer: Offer
  /** Milliseconds since 1970, UTC; so is `expiresAt`. */
  start: number
  durationMinutes: number
  /** What is charged, after any discount. */
  priceCents: Cents
  title: string
  lessonType?: LessonType
  /** The accepted proposal it comes from, and the version of it that was accepted. */
  proposal?: { id: string; version: number } | null
  discount?: HeldDiscount | null
  /** What makes the price of the list price. */
  priceLines?: PriceLine[]
  idempotencyKey: string | undefined
  /** The coach entered it, not the student. */
  enteredByCoach?: boolean
  expiresAt: number
}

/** A discount that was quoted, and how to ask for it once more when the time is held. */
export interface HeldDiscount {
  amountCents: Cents
  fundedBy: DiscountFunder
  request: DiscountRequest
  viewer: Omit<DiscountViewer, 'instructorId'>
}

type Hold = { ok: true; bookingId: string; priceCents: Cents; holdExpiresAt: number }

/** Takes the slot until it is paid for, with its discount; or says who was faster. */
export async function holdSlot(
  services: TransactionServices & Pick<Services, 'db'>,
  request: HoldRequest,
): Promise<Hold | Refused<SlotRefusal | 'too_many_holds' | DiscountRefusal>> {
  try {
    return await inSlotTransaction(services.db, async (tx) => {
      const { student, expiresAt, ...lesson } = request
      const held = { ...lesson, studentId: student.userId, heldUntil: expiresAt }
      const taken = await takeSlot(tx, held, services.clock.now())
      if (!taken.ok) return taken
      const { bookingId } = taken
      if (request.discount) await takeDiscount(tx, request, request.discount, bookingId)
      await publish(services, tx, 'time_held', { bookingId, until: expiresAt })
      return { ok: true, bookingId, priceCents: request.priceCents, holdExpiresAt: expiresAt }
    })
  } catch (error) {
    if (error instanceof DiscountLost) return refused(error.reason)
    throw error
  }
}

/** Somebody took the discount's last use since it was quoted: the hold is undone with it. */
class DiscountLost extends Error {
  readonly reason: DiscountRefusal
  constructor(reason: DiscountRefusal) {
    super(reason)
    this.reason = reason
  }
}

async function takeDiscount(tx: Queryable, request: HoldRequest, held: HeldDiscount, bookingId: string) {
  const viewer = { ...held.viewer, instructorId: request.offer.instructorId }
  const asked = await findDiscount(tx, held.request, viewer, { lock: true })
  if (!asked.ok) throw new DiscountLost(asked.reason)
  if (!asked.discount) return
  await keepDiscount(tx, { bookingId, studentId: request.student.userId }, asked.discount, held.amountCents)
}

/** Remembers where the student pays, and which of our terms hold for it. */
export async function attachCheckout(
  db: Queryable,
  bookingId: string,
  checkout: { sessionId: string; url: string },
) {
  // Raw: prepared by name, on the way of every booking.
  const statement = sql`
    update payments set stripe_session_id = ${checkout.sessionId}, checkout_url = ${checkout.url},
      terms_version = terms_in_force(), updated_at = current_instant()
    where booking_id = ${bookingId}`
  await executePrepared(db, 'attach-checkout', statement)
}

/**
 * A student releases a held time before it runs out. The checkout is closed first, as when a hold expires.
 * @returns `none` when this student holds no such time any more
 */
export async function releaseHold(
  services: Services,
  student: Pick<Actor, 'userId'>,
  bookingId: string,
): Promise<'freed' | 'paid' | 'none'> {
  // Raw, as all of this file: the declared tables would make what booking a lesson pulls in three files larger.
  const found = await services.db.execute<{ stripe_session_id: string | null }>(sql`
    select p.stripe_session_id from bookings b join payments p on p.booking_id = b.id
    where b.id = ${bookingId} and b.student_id = ${student.userId} and b.status = 'pending'`)
  const hold = found.rows[0]
  if (!hold) return 'none'
  if (hold.stripe_session_id) {
    const closed = await services.payments.expireCheckout(hold.stripe_session_id)
    if (closed === 'paid')
      return (await takeMissedPayment(services, hold.stripe_session_id)) === 'paid' ? 'paid' : 'none'
  }
  const at = services.clock.now()
  const release = { from: 'pending', reason: 'abandoned', at, payment: 'failed' } as const
  return (await releaseSlot(services.db, bookingId, release)) ? 'freed' : 'none'
}

/** The processor says a checkout was paid and its event has not come yet: act as the event would. */
export async function takeMissedPayment(services: Services, sessionId: string): Promise<'paid' | 'not_due'> {
  const checkout = await services.payments.findCheckout(sessionId)
  if (checkout?.status !== 'paid' || !checkout.paymentIntentId) return 'not_due'
  const { bookingId, paymentIntentId, amountCents, currency } = checkout
  const event = {
    id: `reconciled:${sessionId}`,
    createdAt: services.clock.now(),
    type: 'checkout_paid',
    sessionId,
    bookingId,
    amountCents,
    currency,
    paymentIntentId,
  } as const
  const card = await findCardOfOffer(services, event)
  await services.db.transaction((tx) => publish(services, tx, 'payment_heard', { event, card, refunds: [] }))
  return 'paid'
}

/** Whether a student confirmed the email or paid for a lesson before. */
export async function isProvenStudent(db: Queryable, studentId: string): Promise<boolean> {
  const found = await db.execute<{ proven: boolean }>(sql`select ${isProven(studentId)} as proven`)
  return found.rows[0]?.proven ?? false
}

/** The times that a student chose to hold at an instant, in milliseconds since 1970, UTC. */
export async function listOpenHolds(db: Queryable, studentId: string, now: number): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    select id from bookings where student_id = ${studentId} and status = 'pending' and not entered_by_coach
      and hold_expires_at > ${new Date(now)}`)
  return found.rows.map((row) => row.id)
}

/** A student's own open hold of exactly this lesson, or the one made with the same idempotency key. */
export async function findHoldToResume(
  { db, answers, clock }: Pick<Services, 'db' | 'answers' | 'clock'>,
  studentId: string,
  input: Pick<BookLessonInput, 'instructorId' | 'start' | 'durationMinutes' | 'idempotencyKey'>,
): Promise<{
  bookingId: string
  priceCents: Cents
  title: string
  /** Milliseconds since 1970, UTC, as `holdExpiresAt`. */
  start: number
  holdExpiresAt: number
  place: string
  /** How many lessons are paid for. */
  lessons: number
  cancellationPolicy: CancellationPolicy
  checkoutUrl: string | null
} | null> {
  const found = await db.execute<{
    id: string
    price_amount: string
    lesson_title: string
    start: string
    expires: string
    checkout_url: string | null
    location_name: string
    proposal_id: string | null
    location_address: string | null
    cancellation_policy: CancellationPolicy
  }>(sql`
    select b.id, b.price_amount, b.lesson_title, extract(epoch from b.lesson_date) * 1000 as start, extract(epoch from b.hold_expires_at) * 1000 as expires, p.checkout_url,
      b.location_name, b.location_address, b.cancellation_policy, b.proposal_id
    from bookings b join payments p on p.booking_id = b.id
    where b.student_id = ${studentId} and b.status = 'pending' and b.hold_expires_at > ${new Date(clock.now())}
      and b.instructor_id = ${input.instructorId} and b.duration_minutes = ${input.durationMinutes}
      and (b.lesson_date = ${new Date(Date.parse(input.start))} or b.idempotency_key = ${input.idempotencyKey ?? null})
    limit 1`)
  const hold = found.rows[0]
  if (!hold) return null
  return {
    bookingId: hold.id,
    priceCents: centsFromDollars(hold.price_amount),
    title: hold.lesson_title,
    start: Math.round(Number(hold.start)),
    holdExpiresAt: Math.round(Number(hold.expires)),
    place: [hold.location_name, hold.location_address].filter(Boolean).join(', '),
    lessons: hold.proposal_id ? await answers.lessons_agreed(db, { proposalId: hold.proposal_id }) : 1,
    cancellationPolicy: hold.cancellation_policy,
    checkoutUrl: hold.checkout_url,
  }
}

import { and, eq, lte } from 'drizzle-orm'
import type { AccountEvents } from '#features/accounts/events.ts'
import type { LessonEvents } from '#features/bookings/events.ts'
import { releaseHoldsOf, releaseSlot } from '#features/bookings/slots.ts'
import { bookings } from '#features/bookings/tables.ts'
import { orders, payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { doEach } from '#platform/each-item.ts'
import { publish } from '#platform/reactions.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services } from '#ports/services.ts'
import { expireHoldJob, sweepHoldsJob } from './jobs.ts'
import { applyMissedPayment } from './open-holds.ts'

/** Maximum number of holds per sweep; the next sweep continues with the rest. */
const MOST_AT_ONCE = 500

/** Schedules the job that ends a hold for the time it expires. */
export async function scheduleHoldExpiry(
  { jobs }: Pick<Services, 'jobs' | 'answers'>,
  tx: Queryable,
  { bookingId, until }: LessonEvents['time_held'],
): Promise<void> {
  const id = uuidV8(`expire-hold:${bookingId}`)
  await jobs.send(tx, expireHoldJob, { bookingId }, { id, notBefore: until })
}

/**
 * Ends the holds of a suspended user. A job closes their checkouts; payments made before that are refunded.
 */
export async function endHoldsOfSuspended(
  { jobs }: Pick<Services, 'jobs' | 'answers'>,
  tx: Queryable,
  { userId, at }: AccountEvents['account_suspended'],
): Promise<void> {
  for (const bookingId of await releaseHoldsOf(tx, userId, at))
    await jobs.send(tx, expireHoldJob, { bookingId }, { id: uuidV8(`end-hold:${bookingId}`) })
}

/**
 * Releases the slot of an expired hold. The checkout is closed at the processor first, so that a slot paid in
 * the last second is confirmed instead of released. Also closes the checkout of a hold that another booking
 * with this coach has cleared. Idempotent.
 */
export async function expireHold(
  services: Services,
  bookingId: string,
): Promise<'freed' | 'paid' | 'not_due'> {
  const [hold] = await services.db
    .select({
      status: bookings.status,
      cancelReason: bookings.cancelReason,
      expiresAt: bookings.holdExpiresAt,
      sessionId: orders.stripeSessionId,
      paidAt: payments.paidAt,
    })
    .from(bookings)
    .leftJoin(payments, eq(payments.bookingId, bookings.id))
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(bookings.id, bookingId))
  // The slot was already released, but not the checkout: by another booking with this coach, or by a
  // suspension.
  if (hold?.status === 'cancelled' && hold.cancelReason === 'hold_expired') {
    if (hold.sessionId && !hold.paidAt && (await services.payments.expireCheckout(hold.sessionId)) === 'paid')
      return await applyMissedPayment(services, hold.sessionId)
    await services.db.transaction((tx) => publish(services, tx, 'hold_expired', { bookingId }))
  }
  const isDue = (hold?.expiresAt ?? Number.POSITIVE_INFINITY) <= services.clock.now()
  if (hold?.status !== 'pending' || !isDue) return 'not_due'
  if (hold.sessionId) {
    const closed = await services.payments.expireCheckout(hold.sessionId)
    if (closed === 'paid') return await applyMissedPayment(services, hold.sessionId)
  }
  return await services.db.transaction(async (tx) => {
    const at = services.clock.now()
    const release = { from: 'pending', reason: 'hold_expired', at, payment: 'failed' } as const
    if (!(await releaseSlot(tx, bookingId, release))) return 'not_due'
    await publish(services, tx, 'hold_expired', { bookingId })
    return 'freed'
  })
}

/**
 * Ends expired holds, oldest first. When the processor does not respond, a hold is left for the next sweep.
 */
export async function sweepHolds(services: Services): Promise<number> {
  const due = await services.db
    .select({ bookingId: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.status, 'pending'), lte(bookings.holdExpiresAt, services.clock.now())))
    .orderBy(bookings.holdExpiresAt)
    .limit(MOST_AT_ONCE)
  return await doEach(services, {
    name: sweepHoldsJob.name,
    items: due.map(({ bookingId }) => bookingId),
    idOf: (bookingId) => bookingId,
    work: async (bookingId) => (await expireHold(services, bookingId)) === 'freed',
  })
}

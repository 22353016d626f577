import { sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import { publish } from '#platform/reactions.ts'
import type { Services } from '#ports/services.ts'
import { listExpiredHolds } from '../hold/queries.ts'
import { applyPaymentEvent } from '../payment/commands.ts'
import { releaseSlot } from '../slots.ts'

interface DueHold extends Record<string, unknown> {
  status: string
  cancel_reason: string | null
  due: boolean
  stripe_session_id: string | null
}

/**
 * Frees a slot whose hold ran out. The checkout is closed at the processor first, so that a slot which was paid in
 * the last second is confirmed and not given away. Safe to run at any time and any number of times.
 */
export async function expireHold(
  services: Services,
  bookingId: string,
): Promise<'freed' | 'paid' | 'not_due'> {
  const found = await services.db.execute<DueHold>(sql`
    select b.status, b.cancel_reason, b.hold_expires_at <= ${new Date(services.clock.now())} as due, p.stripe_session_id
    from bookings b left join payments p on p.booking_id = b.id where b.id = ${bookingId}`)
  const hold = found.rows[0]
  // Released already by somebody who booked a time of this coach.
  if (hold?.status === 'cancelled' && hold.cancel_reason === 'hold_expired')
    await services.db.transaction((tx) => publish(services, tx, 'hold_expired', { bookingId }))
  if (hold?.status !== 'pending' || !hold.due) return 'not_due'
  if (hold.stripe_session_id) {
    const closed = await services.payments.expireCheckout(hold.stripe_session_id)
    if (closed === 'paid') return await takeMissedPayment(services, hold.stripe_session_id)
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
 * A student lets a held time go before it runs out. The checkout is closed first, as when a hold expires.
 * @returns `none` when this student holds no such time any more
 */
export async function letGoOfHold(
  services: Services,
  student: Pick<Actor, 'userId'>,
  bookingId: string,
): Promise<'freed' | 'paid' | 'none'> {
  const found = await services.db.execute<Pick<DueHold, 'stripe_session_id'>>(sql`
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
  await applyPaymentEvent(services, {
    id: `reconciled:${sessionId}`,
    createdAt: services.clock.now(),
    type: 'checkout_paid',
    sessionId,
    bookingId: checkout.bookingId,
    amountCents: checkout.amountCents,
    currency: checkout.currency,
    paymentIntentId: checkout.paymentIntentId,
  })
  return 'paid'
}

/** Expires every hold that is due; a hold whose processor does not answer is left for the next sweep. */
export async function sweepHolds(services: Services): Promise<number> {
  let freed = 0
  for (const bookingId of await listExpiredHolds(services.db, services.clock.now())) {
    try {
      if ((await expireHold(services, bookingId)) === 'freed') freed++
    } catch (error) {
      services.log.warn({ err: error, bookingId }, 'hold could not be expired now')
    }
  }
  return freed
}

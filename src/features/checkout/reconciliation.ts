import { sql } from 'drizzle-orm'
import { paymentFindings } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import { takeMissedPayment } from './hold.ts'
import { applyPaymentEvent } from './payment-events.ts'
import { refundPayment } from './refunds.ts'

/** As long as the processor tries to deliver an event, and a day more. */
export const RECONCILED_DAYS = 4
/** As long as a cardholder may question a payment with most banks: 120 days after the lesson, booked up to 60 days ahead. */
export const REFUNDABLE_DAYS = 180
/** Events and jobs are given so long to do it themselves. */
const PATIENCE_MS = 3_600_000

/** What of `p.refunded_cents` the processor does not call a refund. */
const takenByBanks = sql`coalesce((select sum(d.payment_amount) from payment_disputes d
  where d.payment_id = p.id and d.bank_outcome = 'lost'), 0)::integer`

/** A checkout and what our books say of it. */
export interface CheckoutToCompare {
  bookingId: string
  sessionId: string
  isPaid: boolean
  refundedCents: Cents
}

export interface Reconciled {
  /** Payments the processor took and whose event never came. */
  paid: number
  /** Refunds it sent and whose event never came. */
  refunded: number
  /** Refunds whose job was lost, sent now. */
  sent: number
  /** Payments in our books that the processor does not know as paid: a person must look. */
  suspicious: number
}

/**
 * Compares the checkouts of the last days with the processor's own books, and catches up on what webhooks and jobs lost.
 * What cannot be asked now is asked in the next hour.
 * @param options `days`: how long ago a payment may have been begun; four when left out
 */
export async function reconcilePayments(
  services: Services,
  options: { days?: number } = {},
): Promise<Reconciled> {
  const result: Reconciled = { paid: 0, refunded: 0, sent: 0, suspicious: 0 }
  const attempt = async (what: string, bookingId: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      services.log.warn({ err: error, bookingId }, `${what} could not be reconciled now`)
    }
  }
  for await (const { bookingId, sessionId, isPaid, refundedCents } of checkoutsToCompare(
    services.db,
    options,
  ))
    await attempt('a checkout', bookingId, async () => {
      const checkout = await services.payments.findCheckout(sessionId)
      if (isPaid && checkout?.status !== 'paid') {
        result.suspicious++
        services.log.error({ bookingId, sessionId }, 'paid in our books, not paid at the processor')
        await noteFinding(services, bookingId)
      }
      if (!isPaid && checkout?.status === 'paid') {
        if ((await takeMissedPayment(services, sessionId)) === 'paid') result.paid++
      }
      if (checkout?.paymentIntentId && checkout.refundedCents > refundedCents) {
        if (await takeMissedRefund(services, { ...checkout, paymentIntentId: checkout.paymentIntentId }))
          result.refunded++
      }
    })
  for (const bookingId of await listRefundsUnsent(services.db, services.clock.now()))
    await attempt('a refund', bookingId, async () => {
      await refundPayment(services, bookingId)
      result.sent++
    })
  for (const refund of await listRefundsUnheardOf(services.db, services.clock.now()))
    await attempt('a refund', refund.bookingId, async () => {
      if (await takeMissedRefund(services, refund)) result.refunded++
    })
  return result
}

/** Keeps for a person what only a person can settle; seen again it stays one finding, until it is settled. */
async function noteFinding({ db, clock }: Pick<Services, 'db' | 'clock'>, bookingId: string): Promise<void> {
  const now = clock.now()
  await db
    .insert(paymentFindings)
    .values({ bookingId, kind: 'paid_only_here', firstSeenAt: now, lastSeenAt: now })
    .onConflictDoUpdate({
      target: [paymentFindings.bookingId, paymentFindings.kind],
      targetWhere: sql`settled_at is null`,
      set: { lastSeenAt: now },
    })
}

/** More was sent back than events told: act as the event would. */
async function takeMissedRefund(
  services: Services,
  refund: { paymentIntentId: string; refundedCents: Cents },
): Promise<boolean> {
  const { paymentIntentId, refundedCents } = refund
  const outcome = await applyPaymentEvent(services, {
    id: `reconciled:${paymentIntentId}:${refundedCents}`,
    createdAt: services.clock.now(),
    type: 'refunded',
    paymentIntentId,
    refundedCents,
  })
  return outcome === 'refunded'
}

/** Where a page of checkouts ended: the age of its last one, to the microsecond as PostgreSQL writes it, and its id. */
interface PageEnd {
  createdAt: string
  id: string
}

/**
 * All checkouts of the last days, oldest first, read a page at a time while they are compared: a page asks the processor as
 * many times as it is long, and no read waits for that.
 */
export async function* checkoutsToCompare(
  db: Queryable,
  { days = RECONCILED_DAYS, pageSize = 500 } = {},
): AsyncGenerator<CheckoutToCompare> {
  let after: PageEnd | null = null
  do {
    const page: { checkouts: CheckoutToCompare[]; end: PageEnd | null } = await readPage(
      db,
      { days, pageSize },
      after,
    )
    yield* page.checkouts
    after = page.end
  } while (after)
}

async function readPage(
  db: Queryable,
  { days, pageSize }: { days: number; pageSize: number },
  after: PageEnd | null,
) {
  const found = await db.execute<{
    id: string
    created_at: string
    booking_id: string
    session_id: string
    is_paid: boolean
    refunded_cents: number
  }>(sql`
    select p.id, p.created_at::text as created_at, p.booking_id, p.stripe_session_id as session_id,
      p.stripe_payment_intent_id is not null as is_paid,
      p.refunded_cents - ${takenByBanks} as refunded_cents
    from payments p join bookings b on b.id = p.booking_id
    where p.created_at > current_instant() - make_interval(days => ${days}) and p.stripe_session_id is not null and not b.is_demo
      and (${after?.createdAt ?? null}::timestamptz is null
        or (p.created_at, p.id) > (${after?.createdAt ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by p.created_at, p.id limit ${pageSize}`)
  const checkouts = found.rows.map((row) => ({
    bookingId: row.booking_id,
    sessionId: row.session_id,
    isPaid: row.is_paid,
    refundedCents: row.refunded_cents,
  }))
  const last = found.rows.length === pageSize ? found.rows.at(-1) : undefined
  return { checkouts, end: last ? { createdAt: last.created_at, id: last.id } : null }
}

/** Bookings with refunds that were asked for a while ago and never sent. @param now milliseconds since 1970, UTC */
export async function listRefundsUnsent(db: Queryable, now: number): Promise<string[]> {
  const found = await db.execute<{ booking_id: string }>(sql`
    select distinct booking_id from payment_refunds
    where status = 'requested' and requested_at <= ${new Date(now - PATIENCE_MS)} limit 500`)
  return found.rows.map((row) => row.booking_id)
}

/** Payments of which more was sent back than the processor's events told. @param now milliseconds since 1970, UTC */
export async function listRefundsUnheardOf(
  db: Queryable,
  now: number,
): Promise<{ bookingId: string; paymentIntentId: string; refundedCents: Cents }[]> {
  const found = await db.execute<{ booking_id: string; intent: string; cents: string }>(sql`
    select p.booking_id, p.stripe_payment_intent_id as intent, sum(r.amount_cents)::text as cents
    from payments p join payment_refunds r on r.payment_id = p.id
    where r.status = 'sent' and r.sent_at <= ${new Date(now - PATIENCE_MS)} and p.stripe_payment_intent_id is not null
      and p.refunded_cents < p.amount_cents
    group by p.id having sum(r.amount_cents) > p.refunded_cents - ${takenByBanks} limit 500`)
  return found.rows.map((row) => ({
    bookingId: row.booking_id,
    paymentIntentId: row.intent,
    refundedCents: Number(row.cents),
  }))
}

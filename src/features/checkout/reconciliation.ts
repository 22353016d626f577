import { sql } from 'drizzle-orm'
import { idOfMoney, type MoneyOf } from '#features/ledger/ledger.ts'
import { paymentFindings } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { doEach } from '#platform/each-item.ts'
import type { Cents } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import { lockOrder } from './held-order.ts'
import { reconcileOlderPaymentsJob, reconcilePaymentsJob } from './jobs.ts'
import { applyMissedPayment } from './open-holds.ts'
import { recordOrderRefunds } from './order-shares.ts'
import { sendRefunds } from './refunds.ts'
import { moneyOfRefund } from './sale-rules.ts'

/** The processor's delivery period for events, plus one day. */
export const RECONCILED_DAYS = 4
/** The dispute period of most banks: 120 days after the lesson, which is booked up to 60 days ahead. */
export const REFUNDABLE_DAYS = 180
/** The time events and jobs get before reconciliation intervenes. */
const PATIENCE_MS = 3_600_000

/** The known sent and pending refunds of payment `p` at the processor. */
const returnedByProcessor = sql`(p.refunded_unnamed_cents + coalesce((select sum(r.amount_cents) from processor_refunds r
  where r.payment_id = p.id and r.ended_as is null), 0))::integer`

/** A checkout with our record of it. */
export interface CheckoutToCompare {
  /** The first booking of its order, or else its first payment. */
  of: MoneyOf
  sessionId: string
  isPaid: boolean
  refundedCents: Cents
}

export interface Reconciled {
  /** Payments at the processor whose event never arrived. */
  paid: number
  /** Sent refunds whose event never arrived. */
  refunded: number
  /** Refunds whose job was lost, sent now. */
  sent: number
  /** Payments in our ledger that the processor does not report as paid: they need manual review. */
  suspicious: number
}

/**
 * Compares recent checkouts with the processor's records, and recovers lost webhooks and jobs. Failed
 * requests are repeated in the next hour.
 * @param options `days`: the maximum age of a payment; four when omitted
 */
export async function reconcilePayments(
  services: Services,
  options: { days?: number } = {},
): Promise<Reconciled> {
  const result: Reconciled = { paid: 0, refunded: 0, sent: 0, suspicious: 0 }
  const name = options.days === undefined ? reconcilePaymentsJob.name : reconcileOlderPaymentsJob.name
  await doEach(services, {
    name,
    items: checkoutsToCompare(services.db, options),
    idOf: ({ of }) => idOfMoney(of),
    async work({ of, sessionId, isPaid, refundedCents }) {
      const checkout = await services.payments.findCheckout(sessionId)
      if (isPaid && checkout?.status !== 'paid') {
        result.suspicious++
        services.log.error({ ...of, sessionId }, 'paid in our books, not paid at the processor')
        await noteFinding(services, of)
      }
      if (!isPaid && checkout?.status === 'paid') {
        if ((await applyMissedPayment(services, sessionId)) === 'paid') result.paid++
      }
      if (checkout?.paymentIntentId && checkout.refundedCents !== refundedCents) {
        if (await takeMissedRefunds(services, checkout.paymentIntentId)) result.refunded++
      }
    },
  })
  result.sent = await doEach(services, {
    name: `${name}/send-refunds`,
    items: await listRefundsUnsent(services.db, services.clock.now()),
    idOf: idOfMoney,
    work: (of) => sendRefunds(services, of),
  })
  result.refunded += await doEach(services, {
    name: `${name}/hear-refunds`,
    items: await listRefundsUnheardOf(services.db, services.clock.now()),
    idOf: ({ of }) => idOfMoney(of),
    work: ({ paymentIntentId }) => takeMissedRefunds(services, paymentIntentId),
  })
  return result
}

/** Records a finding that needs manual review; repeated sightings are one finding until it is settled. */
async function noteFinding({ db, clock }: Pick<Services, 'db' | 'clock'>, of: MoneyOf): Promise<void> {
  const now = clock.now()
  await db
    .insert(paymentFindings)
    .values({ ...of, kind: 'paid_only_here', firstSeenAt: now, lastSeenAt: now })
    .onConflictDoUpdate({
      target: [
        'paymentId' in of ? paymentFindings.paymentId : paymentFindings.bookingId,
        paymentFindings.kind,
      ],
      targetWhere: sql`settled_at is null`,
      set: { lastSeenAt: now },
    })
}

/** Applies refunds or their states at the processor for which no event arrived. */
async function takeMissedRefunds(services: Services, paymentIntentId: string): Promise<boolean> {
  const refunds = await services.payments.listRefunds(paymentIntentId)
  return await services.db.transaction(async (tx) => {
    const lines = await lockOrder(services, tx, { paymentIntentId })
    return (await recordOrderRefunds(services, tx, lines, refunds)) !== 'nothing_to_do'
  })
}

/** A page cursor: the creation time of the last checkout as PostgreSQL text with microseconds, and its id. */
interface PageEnd {
  createdAt: string
  id: string
}

/**
 * All checkouts of the last days, oldest first. Read page by page during the comparison, because each
 * checkout needs a request to the processor and no read should stay open for that.
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
    booking_id: string | null
    payment_id: string
    session_id: string
    is_paid: boolean
    refunded_cents: number
  }>(sql`
    select o.id, o.created_at::text as created_at, line.booking_id, line.payment_id, o.stripe_session_id as session_id,
      o.stripe_payment_intent_id is not null as is_paid, line.refunded_cents
    from orders o cross join lateral (
      select (array_agg(p.booking_id order by p.booking_id))[1] as booking_id, (array_agg(p.id order by p.id))[1] as payment_id,
        sum(${returnedByProcessor})::integer as refunded_cents,
        coalesce(bool_or(b.is_demo), false) as is_demo
      from payments p left join bookings b on b.id = p.booking_id where p.order_id = o.id
    ) line
    where o.created_at > current_instant() - make_interval(days => ${days}) and o.stripe_session_id is not null and not line.is_demo
      and (${after?.createdAt ?? null}::timestamptz is null
        or (o.created_at, o.id) > (${after?.createdAt ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by o.created_at, o.id limit ${pageSize}`)
  const checkouts = found.rows.map((row) => ({
    of: moneyOfRefund({ bookingId: row.booking_id, paymentId: row.payment_id }),
    sessionId: row.session_id,
    isPaid: row.is_paid,
    refundedCents: row.refunded_cents,
  }))
  const last = found.rows.length === pageSize ? found.rows.at(-1) : undefined
  return { checkouts, end: last ? { createdAt: last.created_at, id: last.id } : null }
}

/**
 * Lessons and payments with refunds that were requested a while ago and never sent.
 * @param now milliseconds since 1970, UTC
 */
export async function listRefundsUnsent(db: Queryable, now: number): Promise<MoneyOf[]> {
  const found = await db.execute<{ booking_id: string | null; payment_id: string | null }>(sql`
    select distinct booking_id, case when booking_id is null then payment_id end as payment_id from payment_refunds
    where status = 'requested' and requested_at <= ${new Date(now - PATIENCE_MS)}
      and (retry_at is null or retry_at <= ${new Date(now)}) limit 500`)
  return found.rows.map((row) =>
    moneyOfRefund({ bookingId: row.booking_id, paymentId: row.payment_id ?? '' }),
  )
}

/**
 * Payments with refunds that were requested a while ago and not confirmed by an event.
 * @param now milliseconds since 1970, UTC
 */
export async function listRefundsUnheardOf(
  db: Queryable,
  now: number,
): Promise<{ of: MoneyOf; paymentIntentId: string }[]> {
  const found = await db.execute<{ booking_id: string | null; payment_id: string; intent: string }>(sql`
    select distinct p.booking_id, p.id as payment_id, o.stripe_payment_intent_id as intent
    from payments p join orders o on o.id = p.order_id join payment_refunds r on r.payment_id = p.id
    where r.status = 'sent' and r.sent_at <= ${new Date(now - PATIENCE_MS)} and o.stripe_payment_intent_id is not null
      and r.provider_refund_id !~ '^(none|covered|by-hand|gift-card):'
      and not exists (select from processor_refunds k where k.id = r.provider_refund_id and k.is_sent) limit 500`)
  return found.rows.map((row) => ({
    of: moneyOfRefund({ bookingId: row.booking_id, paymentId: row.payment_id }),
    paymentIntentId: row.intent,
  }))
}

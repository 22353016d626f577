import type pg from 'pg'
import { isCustomer, keepCard } from './local-customers.ts'
import { inPoolTransaction, newId, recordEvent } from './local-events.ts'
import { type CheckoutOrder, CURRENCY, CustomerGone, PaymentRefused } from './payments.ts'
import type { TestCard } from './test-cards.ts'

/** Stripe's minimum in dollars: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const SMALLEST_CHARGE_CENTS = 50

/** A session of the local processor, as stored. */
export interface Row {
  id: string
  /** The order's id; the first version, whose orders had one booking, named the column. */
  booking_id: string
  amount_cents: number
  currency: string
  description: string
  place: string | null
  terms: string | null
  customer_email: string
  success_url: string
  cancel_url: string
  customer_id: string | null
  status: 'open' | 'complete' | 'expired'
  payment_intent_id: string | null
  expires_at: Date
}

/**
 * Listed explicitly: the result type of a prepared statement is fixed, and after a migration that adds a
 * column, `*` would fail it on every connection that has it prepared (0A000).
 */
const COLUMNS = `id, booking_id, amount_cents, currency, description, place, terms, customer_email, success_url, cancel_url,
  customer_id, status, payment_intent_id, expires_at`

/** Finds a session; also null for a malformed id. */
export async function findCheckoutRow(pool: pg.Pool, sessionId: string): Promise<Row | null> {
  // The id comes from the URL.
  if (!/^cs_local_[\w-]{1,100}$/.test(sessionId)) return null
  const { rows } = await pool.query<Row>('select * from local_vendor.checkouts where id = $1', [sessionId])
  return rows[0] ?? null
}

/**
 * Opens a session, or returns the one previously opened with the key.
 * @throws CustomerGone; PaymentRefused when the key was used for another order, or the amount cannot be charged
 */
export async function saveSession(pool: pg.Pool, order: CheckoutOrder): Promise<Row> {
  if (!Number.isInteger(order.amountCents) || order.amountCents < SMALLEST_CHARGE_CENTS)
    throw new PaymentRefused()
  const { customerId } = order
  if (customerId && !(await isCustomer(pool, customerId))) throw new CustomerGone(customerId)
  const opened = await pool.query<Row>({
    name: 'open-local-checkout',
    text: `insert into local_vendor.checkouts (id, idempotency_key, booking_id, amount_cents, currency, description,
       customer_email, success_url, cancel_url, expires_at, place, terms, customer_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, timestamptz 'epoch' + $10 * interval '1 millisecond', $11, $12, $13)
     on conflict (idempotency_key) do nothing returning ${COLUMNS}`,
    values: [
      newId('cs'),
      order.key,
      order.orderId,
      order.amountCents,
      CURRENCY,
      order.description,
      order.customerEmail,
      order.successUrl,
      order.cancelUrl,
      order.expiresAt,
      order.place ?? null,
      order.terms ?? null,
      customerId ?? null,
    ],
  })
  if (opened.rows[0]) return opened.rows[0]
  const { rows } = await pool.query<Row>('select * from local_vendor.checkouts where idempotency_key = $1', [
    order.key,
  ])
  const [row] = rows
  if (!row || !isSameOrder(row, order)) throw new PaymentRefused()
  return row
}

/** Like Stripe, rejects a key that is reused for another order. */
const isSameOrder = (row: Row, order: CheckoutOrder) =>
  row.booking_id === order.orderId &&
  row.amount_cents === order.amountCents &&
  row.description === order.description &&
  row.place === (order.place ?? null) &&
  row.terms === (order.terms ?? null) &&
  row.customer_email === order.customerEmail &&
  row.customer_id === (order.customerId ?? null) &&
  row.success_url === order.successUrl &&
  row.cancel_url === order.cancelUrl &&
  row.expires_at.getTime() === order.expiresAt

/**
 * Pays an open session, and keeps the card when the payer asked for it. The row lock serializes concurrent payments, and paying and expiring.
 * @param now milliseconds since 1970, UTC
 * @returns false when it was no longer open
 */
export function markPaid(
  pool: pg.Pool,
  {
    sessionId,
    fingerprint,
    refundsComeBack,
    keep,
  }: { sessionId: string; fingerprint: string; refundsComeBack: boolean; keep: TestCard | null },
  now: number,
): Promise<boolean> {
  return inPoolTransaction(pool, async (tx) => {
    const { rows } = await tx.query<Row>(
      `update local_vendor.checkouts set status = 'complete', payment_intent_id = $2, card_fingerprint = $4,
         refunds_come_back = $5
       where id = $1 and status = 'open' and expires_at > timestamptz 'epoch' + $3 * interval '1 millisecond'
       returning *`,
      [sessionId, newId('pi'), now, fingerprint, refundsComeBack],
    )
    const [row] = rows
    if (row) await recordEvent(tx, 'checkout.session.completed', sessionObject(row), now)
    if (row?.customer_id && keep)
      await keepCard(tx, { customerId: row.customer_id, card: keep, payerEmail: row.customer_email })
    return Boolean(row)
  })
}

/**
 * Expires one open session, or all that are due, each with its event.
 * @param now milliseconds since 1970, UTC
 */
export function markExpired(pool: pg.Pool, which: { sessionId: string } | 'due', now: number): Promise<void> {
  return inPoolTransaction(pool, async (tx) => {
    const { rows } = await tx.query<Row>(
      `update local_vendor.checkouts set status = 'expired' where status = 'open'
         and case when $1::text is null then expires_at <= timestamptz 'epoch' + $2 * interval '1 millisecond'
             else id = $1 end
       returning *`,
      which === 'due' ? [null, now] : [which.sessionId, now],
    )
    for (const row of rows) await recordEvent(tx, 'checkout.session.expired', sessionObject(row), now)
  })
}

/** Returns the card of a payment; null when there is none. */
export async function findCardOf(
  pool: pg.Pool,
  paymentIntentId: string,
): Promise<{ fingerprint: string } | null> {
  const { rows } = await pool.query<{ card_fingerprint: string | null }>(
    'select card_fingerprint from local_vendor.checkouts where payment_intent_id = $1',
    [paymentIntentId],
  )
  const fingerprint = rows[0]?.card_fingerprint
  return fingerprint ? { fingerprint } : null
}

/** A checkout session in the format of Stripe's events. */
const sessionObject = (row: Row) => ({
  id: row.id,
  object: 'checkout.session',
  client_reference_id: row.booking_id,
  metadata: { order_id: row.booking_id, booking_id: row.booking_id },
  amount_total: row.amount_cents,
  currency: row.currency,
  status: row.status,
  payment_status: row.status === 'complete' ? 'paid' : 'unpaid',
  payment_intent: row.payment_intent_id,
})

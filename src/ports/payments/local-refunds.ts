import type pg from 'pg'
import type { Cents } from '#platform/money.ts'
import { inPoolTransaction, newId, recordEvent } from './local-events.ts'
import { PaymentRefused, type ProcessorRefund, type RefundRequest } from './payments.ts'

interface Row {
  id: string
  idempotency_key: string
  payment_intent_id: string
  amount_cents: number
  state: ProcessorRefund['state']
  failure: string | null
}

const ofRow = (row: Row): ProcessorRefund => ({
  refundId: row.id,
  paymentIntentId: row.payment_intent_id,
  amountCents: row.amount_cents,
  state: row.state,
  failure: row.failure,
  key: row.idempotency_key,
})

/** A refund in the format of Stripe's events. */
const refundObject = (row: Row) => ({
  id: row.id,
  object: 'refund',
  amount: row.amount_cents,
  payment_intent: row.payment_intent_id,
  status: row.state,
  failure_reason: row.failure,
  metadata: { refund_key: row.idempotency_key },
})

/**
 * Refunds once per key; locks the payment's row while its refunds are added up.
 * @throws PaymentRefused
 */
export function refundOnce(pool: pg.Pool, request: RefundRequest, now: number): Promise<ProcessorRefund> {
  const { key, paymentIntentId, amountCents } = request
  return inPoolTransaction(pool, async (tx) => {
    const payment = await tx.query<{ amount_cents: number }>(
      'select amount_cents from local_vendor.checkouts where payment_intent_id = $1 for update',
      [paymentIntentId],
    )
    const before = await listRows(tx, paymentIntentId)
    const same = before.find((refund) => refund.idempotency_key === key)
    if (same && same.amount_cents === amountCents) return ofRow(same)
    const refundedCents = amountCents + sumOf(before)
    const paidCents = payment.rows[0]?.amount_cents ?? 0
    if (same || !Number.isInteger(amountCents) || amountCents <= 0 || refundedCents > paidCents)
      throw new PaymentRefused()
    const { rows } = await tx.query<Row>(
      `insert into local_vendor.refunds (id, idempotency_key, payment_intent_id, amount_cents, created_at)
       values ($1, $2, $3, $4, timestamptz 'epoch' + $5 * interval '1 millisecond') returning *`,
      [newId('re'), key, paymentIntentId, amountCents, now],
    )
    const [row] = rows
    if (!row) throw new PaymentRefused()
    await recordEvent(tx, 'refund.created', refundObject(row), now)
    const charge = { object: 'charge', payment_intent: paymentIntentId, amount_refunded: refundedCents }
    await recordEvent(tx, 'charge.refunded', charge, now)
    return ofRow(row)
  })
}

/** Returns all refunds of a payment, oldest first. */
export async function listRefundsOf(pool: pg.Pool, paymentIntentId: string): Promise<ProcessorRefund[]> {
  return (await listRows(pool, paymentIntentId)).map(ofRow)
}

/** Returns the refunded amount of a payment without failed refunds, in cents. */
export async function sumRefunds(pool: pg.Pool, paymentIntentId: string): Promise<Cents> {
  return sumOf(await listRows(pool, paymentIntentId))
}

/** A later state change of a refund. */
export interface RefundTurn {
  refundId: string
  state: 'failed' | 'canceled'
  failure: string
}

/**
 * Fails or cancels a refund, as the payer's bank or the processor may do; a refund that has already failed is
 * unchanged.
 */
export function setRefundOutcome(pool: pg.Pool, turn: RefundTurn, now: number): Promise<void> {
  return inPoolTransaction(pool, async (tx) => {
    const { rows } = await tx.query<Row>(
      `update local_vendor.refunds set state = $2, failure = $3
       where id = $1 and state in ('pending', 'succeeded') returning *`,
      [turn.refundId, turn.state, turn.failure],
    )
    const [row] = rows
    if (!row) return
    await recordEvent(tx, 'refund.updated', refundObject(row), now)
    if (turn.state === 'failed') await recordEvent(tx, 'refund.failed', refundObject(row), now)
  })
}

/**
 * Fails refunds of test cards that simulate this, one minute after they were created.
 * @param now milliseconds since 1970, UTC
 */
export async function sendBackDue(pool: pg.Pool, now: number): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select r.id from local_vendor.refunds r
     join local_vendor.checkouts c on c.payment_intent_id = r.payment_intent_id and c.refunds_come_back
     where r.state = 'succeeded' and r.created_at <= timestamptz 'epoch' + $1 * interval '1 millisecond'`,
    [now - 60_000],
  )
  for (const { id } of rows)
    await setRefundOutcome(pool, { refundId: id, state: 'failed', failure: 'expired_or_canceled_card' }, now)
}

async function listRows(db: pg.Pool | pg.ClientBase, paymentIntentId: string): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    'select * from local_vendor.refunds where payment_intent_id = $1 order by created_at, id',
    [paymentIntentId],
  )
  return rows
}

const sumOf = (rows: readonly Row[]): Cents =>
  rows.reduce(
    (sum, row) => sum + (row.state === 'failed' || row.state === 'canceled' ? 0 : row.amount_cents),
    0,
  )

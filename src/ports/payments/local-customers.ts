import type pg from 'pg'
import { newId } from './local-events.ts'
import { CustomerGone, PaymentRefused, type SavedCard, type SavedCardsPort } from './payments.ts'
import {
  type CardVerdict,
  describeCard,
  fingerprintOf,
  sendsRefundsBack,
  type TestCard,
} from './test-cards.ts'

interface CardRow {
  id: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
}

/** A saved card when it pays. */
export interface KeptCard {
  expMonth: number
  expYear: number
  fingerprint: string
  later: CardVerdict
  refundsComeBack: boolean
}

/** Customers of the local processor and their test cards; a card's number is not stored. */
export function localCustomers(pool: pg.Pool): SavedCardsPort {
  return {
    async createCustomer({ key }) {
      await pool.query(
        `insert into local_vendor.customers (id, idempotency_key) values ($1, $2) on conflict (idempotency_key) do nothing`,
        [newId('cus'), key],
      )
      const { rows } = await pool.query<{ id: string }>(
        'select id from local_vendor.customers where idempotency_key = $1',
        [key],
      )
      const [customer] = rows
      if (!customer) throw new PaymentRefused()
      return { customerId: customer.id }
    },

    async updateCustomer({ customerId, email }) {
      const updated = await pool.query('update local_vendor.customers set email = $2 where id = $1', [
        customerId,
        email,
      ])
      if (updated.rowCount === 0) throw new CustomerGone(customerId)
    },

    async deleteCustomer(customerId) {
      await pool.query('delete from local_vendor.customers where id = $1', [customerId])
    },

    async listCards(customerId) {
      if (!(await isCustomer(pool, customerId))) return null
      const { rows } = await pool.query<CardRow>(
        `select id, brand, last4, exp_month, exp_year from local_vendor.cards where customer_id = $1
         order by created_at desc, id`,
        [customerId],
      )
      return rows.map(
        (row): SavedCard => ({
          cardId: row.id,
          brand: row.brand,
          last4: row.last4,
          expMonth: row.exp_month,
          expYear: row.exp_year,
        }),
      )
    },

    async removeCard({ customerId, cardId }) {
      const removed = await pool.query('delete from local_vendor.cards where id = $1 and customer_id = $2', [
        cardId,
        customerId,
      ])
      return removed.rowCount ? 'removed' : 'unknown'
    },
  }
}

/** Whether the local processor has such a customer. */
export async function isCustomer(pool: pg.Pool, customerId: string): Promise<boolean> {
  const { rowCount } = await pool.query('select 1 from local_vendor.customers where id = $1', [customerId])
  return rowCount === 1
}

/** A customer's card; null when it was removed, or belongs to another customer. */
export async function findKeptCard(
  pool: pg.Pool,
  customerId: string,
  cardId: string,
): Promise<KeptCard | null> {
  const { rows } = await pool.query<{
    exp_month: number
    exp_year: number
    fingerprint: string
    later: CardVerdict
    refunds_come_back: boolean
  }>(
    `select exp_month, exp_year, fingerprint, later, refunds_come_back from local_vendor.cards
     where customer_id = $1 and id = $2`,
    [customerId, cardId],
  )
  const [row] = rows
  return row
    ? {
        expMonth: row.exp_month,
        expYear: row.exp_year,
        fingerprint: row.fingerprint,
        later: row.later,
        refundsComeBack: row.refunds_come_back,
      }
    : null
}

/** Keeps a test card for a customer; the same card again replaces its expiry date. */
export async function keepCard(
  tx: pg.ClientBase,
  { customerId, card, payerEmail }: { customerId: string; card: TestCard; payerEmail: string },
): Promise<void> {
  const { brand, last4, expMonth, expYear, later } = describeCard(card)
  // Nothing is kept for a customer who was deleted while the page was open.
  await tx.query(
    `insert into local_vendor.cards (id, customer_id, brand, last4, exp_month, exp_year, fingerprint, later, refunds_come_back)
     select $1, id, $3, $4, $5, $6, $7, $8, $9 from local_vendor.customers where id = $2 for key share
     on conflict (customer_id, fingerprint) do update set exp_month = excluded.exp_month, exp_year = excluded.exp_year`,
    [
      newId('pm'),
      customerId,
      brand,
      last4,
      expMonth,
      expYear,
      fingerprintOf(card, payerEmail),
      later,
      sendsRefundsBack(card),
    ],
  )
}

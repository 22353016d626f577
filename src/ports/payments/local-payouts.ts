import type pg from 'pg'
import { inPoolTransaction, newId, recordEvent } from './local-events.ts'
import { type PayeeAccount, PaymentRefused, type PayoutsPort, type Transfer } from './payments.ts'

/**
 * Accounts and transfers of the local processor. An account can be paid immediately, because there is no
 * identity verification.
 */
export function localPayouts(pool: pg.Pool): PayoutsPort {
  return {
    async createAccount({ key, email }) {
      await pool.query(
        `insert into local_vendor.accounts (id, idempotency_key, email) values ($1, $2, $3)
         on conflict (idempotency_key) do nothing`,
        [newId('acct'), key, email],
      )
      const { rows } = await pool.query<{ id: string }>(
        'select id from local_vendor.accounts where idempotency_key = $1',
        [key],
      )
      const [account] = rows
      if (!account) throw new PaymentRefused()
      return { accountId: account.id }
    },

    accountLink: async ({ returnUrl }) => ({ url: returnUrl }),

    async findAccount(accountId) {
      const { rows } = await pool.query<{ blocked_by: PayeeAccount['blockedBy'] }>(
        'select blocked_by from local_vendor.accounts where id = $1',
        [accountId],
      )
      const [account] = rows
      return account
        ? { canBePaid: account.blocked_by === null, blockedBy: account.blocked_by, answerBy: null }
        : null
    },

    transfer: (transfer) => inPoolTransaction(pool, (tx) => transferOnce(tx, transfer)),

    reverseTransfer: ({ key, transferId, amountCents }) =>
      inPoolTransaction(pool, async (tx) => {
        const transfers = await tx.query<{ amount_cents: number }>(
          'select amount_cents from local_vendor.transfers where id = $1 for update',
          [transferId],
        )
        const before = await tx.query<{ id: string; idempotency_key: string; amount_cents: number }>(
          'select id, idempotency_key, amount_cents from local_vendor.transfer_reversals where transfer_id = $1',
          [transferId],
        )
        const same = before.rows.find((reversal) => reversal.idempotency_key === key)
        if (same && same.amount_cents === amountCents) return { reversalId: same.id }
        const reversed = before.rows.reduce((sum, reversal) => sum + reversal.amount_cents, amountCents)
        if (same || !isAmount(amountCents) || reversed > (transfers.rows[0]?.amount_cents ?? 0))
          throw new PaymentRefused()
        const reversalId = newId('trr')
        await tx.query(
          `insert into local_vendor.transfer_reversals (id, idempotency_key, transfer_id, amount_cents)
           values ($1, $2, $3, $4)`,
          [reversalId, key, transferId, amountCents],
        )
        return { reversalId }
      }),
  }
}

/** Restricts an account or lifts the restriction, with the account's event. */
export function setAccountBlocked(
  pool: pg.Pool,
  { accountId, blockedBy }: { accountId: string; blockedBy: PayeeAccount['blockedBy'] },
  now: number,
): Promise<void> {
  return inPoolTransaction(pool, async (tx) => {
    const changed = await tx.query('update local_vendor.accounts set blocked_by = $2 where id = $1', [
      accountId,
      blockedBy,
    ])
    const account = { id: accountId, object: 'account', payouts_enabled: blockedBy === null }
    if (changed.rowCount) await recordEvent(tx, 'account.updated', account, now, accountId)
  })
}

/** Locks the payment's row while its previous transfers are added up. */
async function transferOnce(tx: pg.ClientBase, transfer: Transfer): Promise<{ transferId: string }> {
  const { key, paymentIntentId, accountId, amountCents } = transfer
  const payment = await tx.query<{ amount_cents: number }>(
    'select amount_cents from local_vendor.checkouts where payment_intent_id = $1 for update',
    [paymentIntentId],
  )
  const account = await tx.query('select from local_vendor.accounts where id = $1 and blocked_by is null', [
    accountId,
  ])
  const same = await tx.query<{ id: string; account_id: string; amount_cents: number }>(
    'select id, account_id, amount_cents from local_vendor.transfers where idempotency_key = $1',
    [key],
  )
  const [before] = same.rows
  if (before && before.amount_cents === amountCents && before.account_id === accountId)
    return { transferId: before.id }
  if (before || !isAmount(amountCents) || !account.rowCount) throw new PaymentRefused()
  if (paymentIntentId) {
    const sent = await tx.query<{ sum: string }>(
      'select coalesce(sum(amount_cents), 0) as sum from local_vendor.transfers where payment_intent_id = $1',
      [paymentIntentId],
    )
    if (Number(sent.rows[0]?.sum) + amountCents > (payment.rows[0]?.amount_cents ?? 0))
      throw new PaymentRefused()
  }
  const transferId = newId('tr')
  await tx.query(
    `insert into local_vendor.transfers (id, idempotency_key, payment_intent_id, account_id, amount_cents)
     values ($1, $2, $3, $4, $5)`,
    [transferId, key, paymentIntentId ?? 'none', accountId, amountCents],
  )
  return { transferId }
}

const isAmount = (cents: number) => Number.isInteger(cents) && cents > 0

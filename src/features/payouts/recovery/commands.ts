import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { uuidFrom } from '#platform/ids.ts'
import type { Cents } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import { recoverPayoutJob } from '../jobs.ts'
import { postToLedger } from '../ledger/commands.ts'
import { reversedLines } from '../ledger/ledger.ts'
import { readBalances } from '../ledger/queries.ts'

interface Reversal {
  id: string
  transferId: string
  amountCents: Cents
}

/**
 * When a coach was sent more than the books still owe, writes down how much comes back and starts the job that fetches it.
 * The caller holds the lock on the booking's payment; the share's own row is locked here.
 */
export async function askBackOverpaid(
  services: Pick<Services, 'jobs'>,
  tx: Queryable,
  bookingId: string,
): Promise<void> {
  const found = await tx.execute<{ id: string }>(sql`
    select id from payouts where booking_id = ${bookingId} and status = 'sent' for update`)
  const payoutId = found.rows[0]?.id
  if (!payoutId) return
  const onTheWay = await tx.execute<{ cents: string }>(sql`
    select coalesce(sum(amount_cents), 0)::text as cents from payout_reversals
    where payout_id = ${payoutId} and status = 'sending'`)
  const missing = (await readBalances(tx, bookingId)).coach_held - Number(onTheWay.rows[0]?.cents ?? 0)
  if (missing <= 0) return
  const asked = await tx.execute<{ id: string }>(sql`
    insert into payout_reversals (payout_id, amount_cents) values (${payoutId}, ${missing}) returning id`)
  await services.jobs.send(
    tx,
    recoverPayoutJob,
    { bookingId },
    { id: uuidFrom(`reversal:${asked.rows[0]?.id}`) },
  )
}

/**
 * Fetches back from the coach's account what was written down. Each part has a key of its own: a second run takes nothing twice.
 * @throws PaymentRefused, PaymentsUnavailable; the job is tried again
 */
export async function recoverPayout(services: Services, bookingId: string): Promise<void> {
  for (const reversal of await listReversalsToSend(services.db, bookingId)) {
    const { reversalId } = await services.payments.reverseTransfer({
      key: reversal.id,
      transferId: reversal.transferId,
      amountCents: reversal.amountCents,
    })
    await services.db.transaction(async (tx) => {
      // Nobody reckons what is missing while what is on its way turns into what came back.
      await tx.execute(sql`select 1 from payouts where booking_id = ${bookingId} for update`)
      const at = services.clock.now()
      const sent = await tx.execute(sql`
        update payout_reversals set status = 'sent', provider_reversal_id = ${reversalId}, sent_at = ${new Date(at)}
        where id = ${reversal.id} and status = 'sending' returning id`)
      if (sent.rows.length === 0) return
      const lines = reversedLines(reversal.amountCents)
      await postToLedger(tx, { key: `reversed:${reversal.id}`, kind: 'reversed', bookingId, at, lines })
    })
  }
}

async function listReversalsToSend(db: Queryable, bookingId: string): Promise<Reversal[]> {
  const found = await db.execute<{ id: string; transfer_id: string; amount_cents: number }>(sql`
    select r.id, p.provider_transfer_id as transfer_id, r.amount_cents
    from payout_reversals r join payouts p on p.id = r.payout_id
    where p.booking_id = ${bookingId} and r.status = 'sending' order by r.created_at, r.id`)
  return found.rows.map((row) => ({
    id: row.id,
    transferId: row.transfer_id,
    amountCents: row.amount_cents,
  }))
}

/** Bookings whose coaches were not asked back successfully yet. */
export async function listUnfinishedRecoveries(db: Queryable): Promise<string[]> {
  const found = await db.execute<{ booking_id: string }>(sql`
    select distinct p.booking_id from payout_reversals r join payouts p on p.id = r.payout_id
    where r.status = 'sending' limit 500`)
  return found.rows.map((row) => row.booking_id)
}

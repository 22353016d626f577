import { sql } from 'drizzle-orm'
import { postToLedger } from '#features/ledger/commands.ts'
import { reversedLines, unusedCreditsReversedLines } from '#features/ledger/ledger.ts'
import { readBalances } from '#features/ledger/queries.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services } from '#ports/services.ts'
import { notifyClawback } from './emails.ts'
import { clawBackJob } from './jobs.ts'

interface Reversal {
  id: string
  packageId: string | null
  transferId: string
  amountCents: Cents
}

/**
 * When a coach was sent more than the books still owe, writes down how much comes back, tells the coach, and starts the job
 * that fetches it. The caller holds the lock on the booking's payment; the share's own row is locked here.
 * @param packageId set for the share of a package's lessons that were never taken
 */
export async function clawBackOverpaid(
  services: Pick<Services, 'jobs' | 'env' | 'clock'>,
  tx: Queryable,
  { bookingId, packageId = null }: { bookingId: string; packageId?: string | null },
): Promise<void> {
  const found = await tx.execute<{ id: string; sent: number; rest: number | null }>(sql`
    select o.id, o.amount_cents as sent, (select k.rest_cents from lesson_packages k where k.id = o.package_id) as rest
    from payouts o where o.booking_id = ${bookingId} and o.package_id is not distinct from ${packageId}::uuid
      and o.status = 'sent' for update of o`)
  const [share] = found.rows
  if (!share) return
  const asked = await tx.execute<{ under_way: string; all: string }>(sql`
    select coalesce(sum(amount_cents) filter (where status = 'sending'), 0)::text as under_way,
      coalesce(sum(amount_cents), 0)::text as all
    from payout_reversals where payout_id = ${share.id}`)
  const { under_way: underWay = '0', all = '0' } = asked.rows[0] ?? {}
  const missing =
    share.rest === null
      ? (await readBalances(tx, bookingId)).coach_held - Number(underWay)
      : share.sent - Number(all) - share.rest
  if (missing <= 0) return
  const written = await tx.execute<{ id: string }>(sql`
    insert into payout_reversals (payout_id, amount_cents) values (${share.id}, ${missing}) returning id`)
  const reversalId = String(written.rows[0]?.id)
  await notifyClawback(services, tx, { reversalId, bookingId, packageId, amountCents: missing })
  await services.jobs.send(tx, clawBackJob, { bookingId }, { id: uuidV8(`reversal:${reversalId}`) })
}

/**
 * Fetches back from the coach's account what was written down. Each part has a key of its own: a second run takes nothing twice.
 * @throws PaymentRefused, PaymentsUnavailable; the job is tried again
 */
export async function clawBack(services: Services, bookingId: string): Promise<void> {
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
      const { amountCents } = reversal
      const lines = reversal.packageId ? unusedCreditsReversedLines(amountCents) : reversedLines(amountCents)
      await postToLedger(tx, { key: `reversed:${reversal.id}`, kind: 'reversed', bookingId, at, lines })
    })
  }
}

async function listReversalsToSend(db: Queryable, bookingId: string): Promise<Reversal[]> {
  const found = await db.execute<{
    id: string
    package_id: string | null
    transfer_id: string
    amount_cents: number
  }>(sql`
    select r.id, p.package_id, p.provider_transfer_id as transfer_id, r.amount_cents
    from payout_reversals r join payouts p on p.id = r.payout_id
    where p.booking_id = ${bookingId} and r.status = 'sending' order by r.created_at, r.id`)
  return found.rows.map((row) => ({
    id: row.id,
    packageId: row.package_id,
    transferId: row.transfer_id,
    amountCents: row.amount_cents,
  }))
}

/** Bookings whose coaches were not asked back successfully yet, those asked longest ago first. */
export async function listUnfinishedClawbacks(db: Queryable): Promise<string[]> {
  const found = await db.execute<{ booking_id: string }>(sql`
    select p.booking_id from payout_reversals r join payouts p on p.id = r.payout_id
    where r.status = 'sending' group by 1 order by min(r.created_at)`)
  return found.rows.map((row) => row.booking_id)
}

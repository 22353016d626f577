import { and, eq, min } from 'drizzle-orm'
import { moneyOfRefund } from '#features/checkout/sale-rules.ts'
import { postToLedger } from '#features/ledger/commands.ts'
import { type MoneyOf, reversedLines, unusedCreditsReversedLines } from '#features/ledger/ledger.ts'
import { readBalances } from '#features/ledger/queries.ts'
import type { Queryable } from '#platform/db.ts'
import { tryEach } from '#platform/each-item.ts'
import type { Cents } from '#platform/money.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services } from '#ports/services.ts'
import { notifyClawback } from './emails.ts'
import { clawBackJob } from './jobs.ts'
import { type HeldShare, isShareOf, lockShare, moneyOfShare, type ShareName } from './queries.ts'
import { payoutReversals, payouts } from './tables.ts'

interface Reversal {
  id: string
  packageId: string | null
  transferId: string
  amountCents: Cents
}

/**
 * Reads the amount to send of a held share, and marks the share when nothing is left of it.
 * @param share locked by the caller
 * @returns the amount in cents; 0 when nothing is due
 */
export async function amountDue(tx: Queryable, share: HeldShare, of: MoneyOf): Promise<Cents> {
  const amountCents = share.unusedCents ?? -(await readBalances(tx, of)).coach_held
  if (amountCents > 0) return amountCents
  await tx.update(payouts).set({ status: 'nothing_due' }).where(eq(payouts.id, share.id))
  return 0
}

/**
 * When a coach was sent more than the ledger still owes: records the amount to recover, notifies the coach,
 * and enqueues the job that recovers it. A held share of which nothing is left no longer waits to be sent. The
 * caller holds the lock on the booking's payment; the row of the share is locked here.
 * @param packageId set for the share of a package's lessons that were never taken
 */
export async function clawBackOverpaid(
  services: Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>,
  tx: Queryable,
  given: MoneyOf & { packageId?: string | null },
): Promise<void> {
  const name: ShareName = { ...given, packageId: given.packageId ?? null }
  const of = moneyOfShare(name)
  const share = await lockShare(services, tx, name)
  if (share?.status === 'held') await amountDue(tx, share, of)
  if (share?.status !== 'sent') return
  const reversals = await tx
    .select({ status: payoutReversals.status, cents: payoutReversals.amountCents })
    .from(payoutReversals)
    .where(eq(payoutReversals.payoutId, share.id))
  const all = sumOf(reversals)
  const underWay = sumOf(reversals.filter(({ status }) => status === 'sending'))
  const missing =
    share.unusedCents === null
      ? (await readBalances(tx, of)).coach_held - underWay
      : (share.amountCents ?? 0) - all - share.unusedCents
  if (missing <= 0) return
  const [written] = await tx
    .insert(payoutReversals)
    .values({ payoutId: share.id, amountCents: missing })
    .returning({ id: payoutReversals.id })
  const reversalId = String(written?.id)
  await notifyClawback(services, tx, { reversalId, ...name, amountCents: missing })
  await services.jobs.send(tx, clawBackJob, of, { id: uuidV8(`reversal:${reversalId}`) })
}

const sumOf = (parts: { cents: Cents }[]) => parts.reduce((sum, { cents }) => sum + cents, 0)

/**
 * Reverses the recorded amounts on the coach's account. Each part has its own idempotency key, so that a
 * second run takes nothing twice. A failing part does not stop the others.
 * @throws PaymentRefused, PaymentsUnavailable; the job is retried
 */
export async function takeBack(services: Services, of: MoneyOf): Promise<void> {
  await tryEach(await listReversalsToSend(services.db, of), async (reversal) => {
    const { reversalId } = await services.payments.reverseTransfer({
      key: reversal.id,
      transferId: reversal.transferId,
      amountCents: reversal.amountCents,
    })
    await services.db.transaction(async (tx) => {
      // Locks the payouts, so that no concurrent transaction computes the missing amount while a reversal
      // changes from pending to sent.
      await tx.select({ id: payouts.id }).from(payouts).where(isShareOf(of)).for('update')
      const at = services.clock.now()
      const sent = await tx
        .update(payoutReversals)
        .set({ status: 'sent', providerReversalId: reversalId, sentAt: at })
        .where(and(eq(payoutReversals.id, reversal.id), eq(payoutReversals.status, 'sending')))
        .returning({ id: payoutReversals.id })
      if (sent.length === 0) return
      const { amountCents } = reversal
      const lines = reversal.packageId ? unusedCreditsReversedLines(amountCents) : reversedLines(amountCents)
      await postToLedger(tx, { key: `reversed:${reversal.id}`, kind: 'reversed', ...of, at, lines })
    })
  })
}

async function listReversalsToSend(db: Queryable, of: MoneyOf): Promise<Reversal[]> {
  const waiting = await db
    .select({
      id: payoutReversals.id,
      packageId: payouts.packageId,
      transferId: payouts.providerTransferId,
      amountCents: payoutReversals.amountCents,
    })
    .from(payoutReversals)
    .innerJoin(payouts, eq(payouts.id, payoutReversals.payoutId))
    .where(and(isShareOf(of), eq(payoutReversals.status, 'sending')))
    .orderBy(payoutReversals.createdAt, payoutReversals.id)
  return waiting.flatMap(({ transferId, ...reversal }) => (transferId ? [{ ...reversal, transferId }] : []))
}

/** Lists lessons and payments with unfinished reversals, those attempted longest ago first. */
export async function listUnfinishedClawbacks(db: Queryable): Promise<MoneyOf[]> {
  const unfinished = await db
    .select({ bookingId: payouts.bookingId, paymentId: payouts.paymentId })
    .from(payoutReversals)
    .innerJoin(payouts, eq(payouts.id, payoutReversals.payoutId))
    .where(eq(payoutReversals.status, 'sending'))
    .groupBy(payouts.bookingId, payouts.paymentId)
    .orderBy(min(payoutReversals.createdAt))
  return unfinished.map(({ bookingId, paymentId }) =>
    moneyOfRefund({ bookingId, paymentId: paymentId ?? '' }),
  )
}

import { and, eq, sql } from 'drizzle-orm'
import { lockLine } from '#features/checkout/held-order.ts'
import { postToLedger } from '#features/ledger/commands.ts'
import { idOfMoney, releasedLines, unusedCreditsReleasedLines } from '#features/ledger/ledger.ts'
import type { Queryable } from '#platform/db.ts'
import { doEach } from '#platform/each-item.ts'
import { errorWords } from '#platform/logged-error.ts'
import type { Cents } from '#platform/money.ts'
import { PaymentRefused, type Transfer } from '#ports/payments/payments.ts'
import type { Services } from '#ports/services.ts'
import { amountDue, clawBackOverpaid, listUnfinishedClawbacks, takeBack } from './clawback.ts'
import { notifyPayout, notifyWaiting } from './emails.ts'
import { releasePayoutsJob } from './jobs.ts'
import { type HoldReason, whyHeld } from './payout.ts'
import { refreshAccount, refreshWaitingAccounts } from './payout-account.ts'
import { dueShares, listWaitingForAccount, lockShare, moneyOfShare, type ShareName } from './queries.ts'
import { payouts } from './tables.ts'

export type ReleaseOutcome = 'sent' | 'nothing_due' | 'already_settled' | HoldReason

/**
 * Sends a coach's share of one lesson, or of a package's untaken lessons. Amount and account are stored first
 * and never change afterwards, so that the next run can complete an interrupted transfer without paying
 * twice.
 * @throws PaymentRefused, PaymentsUnavailable after storing the reason
 */
export async function releaseShare(services: Services, name: ShareName): Promise<ReleaseOutcome> {
  const { db, payments } = services
  const decided = await db.transaction((tx) => decide(services, tx, name))
  if (typeof decided === 'string') return decided
  const { shareId, name: _, ...transfer } = decided
  try {
    const { transferId } = await payments.transfer(transfer)
    return await db.transaction((tx) => recordRelease(services, tx, decided, transferId))
  } catch (error) {
    const isRefused = error instanceof PaymentRefused
    if (isRefused && (await isRestricted(services, transfer.accountId))) {
      await holdAgain(db, shareId)
      return 'account_restricted'
    }
    await db
      .update(payouts)
      .set({
        lastError: errorWords(error),
        ...(isRefused ? { attempts: sql`${payouts.attempts} + 1` } : {}),
      })
      .where(eq(payouts.id, shareId))
    throw error
  }
}

/**
 * Whether the transfer was refused because the account can no longer be paid. Also stores the new state and
 * notifies the coach.
 */
async function isRestricted(services: Services, accountId: string): Promise<boolean> {
  const status = await refreshAccount(services, accountId)
  return status !== null && status !== 'active'
}

/**
 * Nothing was sent: the share is held until the account is active again, and its amount is then recomputed.
 */
async function holdAgain(db: Queryable, shareId: string): Promise<void> {
  await db
    .update(payouts)
    .set({
      status: 'held',
      amountCents: null,
      providerAccountId: null,
      lastError: null,
      attempts: sql`${payouts.attempts} + 1`,
    })
    .where(and(eq(payouts.id, shareId), eq(payouts.status, 'sending')))
}

/** A transfer to make, and its share. */
type Sending = Transfer & { shareId: string; name: ShareName }

async function decide(
  services: Pick<Services, 'answers' | 'clock'>,
  tx: Queryable,
  name: ShareName,
): Promise<Sending | ReleaseOutcome> {
  const now = services.clock.now()
  const { packageId } = name
  const of = moneyOfShare(name)
  // Locks the payment, and the lesson if there is one, first, as every transaction that moves money does.
  const payment = await lockLine(services, tx, of)
  if (packageId)
    await services.answers.unused_lessons_of_packages(tx, { packageIds: [packageId], isLocked: true })
  const share = payment && (await lockShare(services, tx, name))
  if (!payment || !share || share.status === 'sent' || share.status === 'nothing_due')
    return 'already_settled'
  const sending = (amountCents: Cents, accountId: string): Sending => ({
    key: packageId ? `package-rest:${packageId}` : share.id,
    shareId: share.id,
    name,
    bookingId: idOfMoney(of),
    // Discounts funded by the platform never exceed its fee, so the payment covers the share. A charge does not when gift
    // cards paid a part; then the share is sent from what they brought.
    paymentIntentId: payment.giftCents > 0 ? null : payment.paymentIntentId,
    accountId,
    attempt: share.attempts,
    amountCents,
  })
  if (share.status === 'sending')
    return share.accountId && share.amountCents
      ? sending(share.amountCents, share.accountId)
      : 'already_settled'
  const amountCents = await amountDue(tx, share, of)
  if (amountCents === 0) return 'nothing_due'
  const why = whyHeld(share, now)
  if (why || !share.accountId) return why ?? 'no_account'
  await tx
    .update(payouts)
    .set({ status: 'sending', amountCents, providerAccountId: share.accountId })
    .where(eq(payouts.id, share.id))
  return sending(amountCents, share.accountId)
}

async function recordRelease(
  services: Services,
  tx: Queryable,
  transfer: Sending,
  transferId: string,
): Promise<ReleaseOutcome> {
  const { name, amountCents, shareId } = transfer
  const of = moneyOfShare(name)
  const at = services.clock.now()
  await lockLine(services, tx, of)
  const sent = await tx
    .update(payouts)
    .set({ status: 'sent', providerTransferId: transferId, sentAt: at, lastError: null })
    .where(and(eq(payouts.id, shareId), eq(payouts.status, 'sending')))
    .returning({ id: payouts.id })
  if (sent.length === 0) return 'already_settled'
  const lines = name.packageId ? unusedCreditsReleasedLines(amountCents) : releasedLines(amountCents)
  await postToLedger(tx, { key: `released:${shareId}`, kind: 'released', ...of, at, lines })
  await notifyPayout(services, tx, { payoutId: shareId, ...name, amountCents })
  // A refund may have been recorded during the transfer.
  await clawBackOverpaid(services, tx, name)
  return 'sent'
}

/** Sends every due share and completes interrupted ones; failed ones wait for the next hour. */
export async function releaseDuePayouts(services: Services): Promise<number> {
  await refreshWaitingAccounts(services)
  const now = services.clock.now()
  const { name } = releasePayoutsJob
  const sent = await doEach(services, {
    name,
    items: dueShares(services.db, now),
    idOf: (name) => name.packageId ?? idOfMoney(name),
    work: async (name) => (await releaseShare(services, name)) === 'sent',
  })
  await doEach(services, {
    name: `${name}/waiting`,
    items: await listWaitingForAccount(services, now),
    idOf: ({ coachId }) => coachId,
    work: (waiting) => services.db.transaction((tx) => notifyWaiting(services, tx, { ...waiting, now })),
  })
  await doEach(services, {
    name: `${name}/take-back`,
    items: await listUnfinishedClawbacks(services.db),
    idOf: idOfMoney,
    work: (of) => takeBack(services, of),
  })
  return sent
}

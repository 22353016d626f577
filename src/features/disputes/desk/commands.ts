import { and, desc, eq, gte, isNotNull, ne } from 'drizzle-orm'
import { isOurMoney } from '#features/bookings/held-payment.ts'
import type { DisputeStatus } from '#features/bookings/problem-window.ts'
import { lockLine } from '#features/checkout/held-order.ts'
import { startRefund } from '#features/checkout/refunds.ts'
import { type HeldLine, moneyOf, moneyOfRefund } from '#features/checkout/sale-rules.ts'
import { refundDueLines } from '#features/ledger/ledger.ts'
import { readOwedBack } from '#features/ledger/queries.ts'
import { notifyCoachOfRefund } from '#features/lesson-letters/emails.ts'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services } from '#ports/services.ts'
import { notifySettled } from '../emails.ts'
import { sendDecisionJob } from '../jobs.ts'
import { isAtBank } from '../queries.ts'
import { isSettled, maySetStatus } from '../settling.ts'
import { disputeChanges, paymentDisputes } from '../tables.ts'
import type { RefundDispute, SettleDispute } from './schema.ts'

/** The delay after a decision before both sides are notified. */
const TOLD_AFTER_MS = 10 * 60_000

type Dispute = typeof paymentDisputes.$inferSelect

interface By {
  actor: Pick<Actor, 'userId'>
  audit: Audit
}

/**
 * Saves the status and the notes of a dispute; any status may follow any other. Stores who settled it and
 * when, and schedules the notice to both sides. Idempotent: repeating the same save changes nothing. No money
 * moves. Admins cannot settle or reopen a chargeback, which the bank decides.
 * @throws AppError no_such_dispute, changed_meanwhile, bank_decides
 */
export async function settleDispute(services: Services, by: By, input: SettleDispute): Promise<void> {
  await services.db.transaction(async (tx) => {
    const found = await lockUnchanged(services, tx, by, input)
    if (!found) return
    const { dispute, keptCents } = found
    const { changeId, status, adminNotes, explanation } = input
    if (!maySetStatus(dispute, status))
      throw new AppError(
        'conflict',
        'bank_decides',
        'The student’s bank decides this dispute, and its decision sets the status. Notes can be saved.',
      )
    await saveChange(services, tx, by, { dispute, changeId, status, adminNotes, explanation, refundCents: 0 })
    await by.audit.record(tx, {
      subjectId: dispute.studentId,
      ids: { disputeId: dispute.id, ...moneyOfRefund(dispute) },
      before: { status: dispute.status, keptCents },
      after: { status, keptCents },
      reason: adminNotes || null,
    })
  })
}

/**
 * Refunds part or all of the remaining payment to the student, and marks the dispute as resolved if
 * requested. Both sides get a letter. Atomic and idempotent.
 * @throws AppError no_such_dispute, changed_meanwhile, money_moved, more_than_kept, bank_decides,
 * not_our_money, no_lesson
 */
export async function refundDispute(services: Services, by: By, input: RefundDispute): Promise<void> {
  await services.db.transaction(async (tx) => {
    const found = await lockUnchanged(services, tx, by, input)
    if (!found) return
    const { dispute, payment, keptCents } = found
    const refusal = await whyNotRefund(tx, payment, keptCents, input)
    if (refusal) throw refusal
    const { disputeId, changeId, amountCents, explanation } = input
    const key = `dispute:${disputeId}:${changeId}`
    await startRefund(services, tx, payment, { key, amountCents, reason: 'dispute' })
    const status = input.resolves ? 'resolved' : dispute.status
    const adminNotes = dispute.adminNotes ?? ''
    const refundCents = amountCents
    const change = { dispute, changeId, status, adminNotes, explanation, refundCents }
    const { isNewlySettled } = await saveChange(services, tx, by, change)
    // The letter about a decision covers its refund.
    if (!isNewlySettled && payment.bookingId !== null)
      await notifyCoachOfRefund(services, tx, {
        bookingId: payment.bookingId,
        refundId: changeId,
        cents: amountCents,
        fromCoachCents: refundDueLines(keptCents, amountCents, payment).coach_held ?? 0,
      })
    await by.audit.record(tx, {
      subjectId: dispute.studentId,
      ids: { disputeId: dispute.id, ...moneyOfRefund(dispute) },
      before: { status: dispute.status, keptCents },
      after: { status, keptCents: keptCents - amountCents },
      reason: adminNotes || null,
    })
  })
}

/**
 * Locks a dispute and its payment in the version the admin saw.
 * @returns null when the same change was carried out before
 */
async function lockUnchanged(
  services: Services,
  tx: Queryable,
  { audit }: By,
  { disputeId, changeId, version }: { disputeId: string; changeId: string; version: number },
) {
  const { dispute, payment } = await lockDispute(services, tx, disputeId)
  const isSaved = await tx
    .select({ id: disputeChanges.id })
    .from(disputeChanges)
    .where(eq(disputeChanges.id, changeId))
  if (isSaved.length > 0) {
    // The change is also recorded in the audit log.
    await audit.record(tx)
    return null
  }
  if (dispute.version !== version)
    throw new AppError(
      'conflict',
      'changed_meanwhile',
      'Another admin changed this dispute. Your notes are still here: copy them, then open the dispute again.',
    )
  const keptCents = payment.amountCents - (await readOwedBack(tx, moneyOf(payment)))
  return { dispute, payment, keptCents }
}

/** Locks the payment first, with its lesson, as every transaction that moves its money does. */
async function lockDispute(services: Pick<Services, 'answers'>, tx: Queryable, disputeId: string) {
  const ofId = eq(paymentDisputes.id, disputeId)
  const [named] = await tx
    .select({ bookingId: paymentDisputes.bookingId, paymentId: paymentDisputes.paymentId })
    .from(paymentDisputes)
    .where(ofId)
  const payment = named && (await lockLine(services, tx, moneyOfRefund(named)))
  const [dispute] = await tx.select().from(paymentDisputes).where(ofId).for('update')
  if (!payment || !dispute) throw noSuchDispute()
  return { dispute, payment }
}

async function whyNotRefund(
  tx: Queryable,
  payment: HeldLine,
  kept: number,
  input: RefundDispute,
): Promise<AppError | null> {
  const conflict = (reason: string, words: string) => new AppError('conflict', reason, words)
  if (!isOurMoney(payment))
    return conflict('not_our_money', `Nothing was paid through ${siteName}, so there is nothing to refund.`)
  if (payment.bookingId === null)
    return conflict('no_lesson', 'This payment is not for a lesson. Only the payer’s bank decides about it.')
  if (await isAtBank(tx, payment.id))
    return conflict(
      'bank_decides',
      'The student’s bank is reviewing this payment. A refund now would be paid twice.',
    )
  if (kept !== input.keptCents)
    return conflict(
      'money_moved',
      `Nothing was refunded: ${formatMoney(kept)} of this payment is left now. Check the amount and try again.`,
    )
  return input.amountCents > kept
    ? new AppError('bad_input', 'more_than_kept', `You can refund ${formatMoney(kept)} at most.`)
    : null
}

interface Change {
  dispute: Dispute
  changeId: string
  status: DisputeStatus
  adminNotes: string
  explanation: string
  refundCents: number
}

/**
 * Stores a change in the history and in the dispute. If it settles the dispute, both sides are notified a
 * little later.
 */
async function saveChange(
  services: Services,
  tx: Queryable,
  { actor }: By,
  change: Change,
): Promise<{ isNewlySettled: boolean }> {
  const { dispute, changeId, status, explanation, refundCents } = change
  const adminNotes = change.adminNotes || null
  const now = services.clock.now()
  const version = dispute.version + 1
  await tx.insert(disputeChanges).values({
    id: changeId,
    disputeId: dispute.id,
    version,
    changedBy: actor.userId,
    fromStatus: dispute.status,
    toStatus: status,
    notes: adminNotes,
    explanation: explanation || null,
    refundCents,
    createdAt: now,
  })
  const isNewlySettled = isSettled(status) && dispute.status !== status
  await tx
    .update(paymentDisputes)
    .set({
      status,
      adminNotes,
      version,
      updatedAt: now,
      ...(isNewlySettled ? { resolvedBy: actor.userId, resolvedAt: now } : {}),
      ...(isSettled(status) ? {} : { resolvedBy: null, resolvedAt: null }),
    })
    .where(eq(paymentDisputes.id, dispute.id))
  if (isNewlySettled)
    await services.jobs.send(
      tx,
      sendDecisionJob,
      { disputeId: dispute.id, changeId },
      { id: uuidV8(`decision:${changeId}`), notBefore: now + TOLD_AFTER_MS },
    )
  return { isNewlySettled }
}

/**
 * Notifies student and coach of a decision, once each, with its newest explanation. Skipped when the status
 * changed again since, so that a decision corrected within the delay is sent only once.
 */
export async function sendDecision(
  services: Pick<Services, 'db' | 'jobs' | 'env' | 'clock' | 'answers'>,
  { disputeId, changeId }: { disputeId: string; changeId: string },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [newest] = await tx
      .select({
        id: disputeChanges.id,
        version: disputeChanges.version,
        status: disputeChanges.toStatus,
        bookingId: paymentDisputes.bookingId,
      })
      .from(disputeChanges)
      .innerJoin(paymentDisputes, eq(paymentDisputes.id, disputeChanges.disputeId))
      .where(
        and(eq(disputeChanges.disputeId, disputeId), ne(disputeChanges.fromStatus, disputeChanges.toStatus)),
      )
      .orderBy(desc(disputeChanges.version))
      .limit(1)
    // Only banks decide about payments without a lesson.
    if (newest?.id !== changeId || newest.bookingId === null) return
    const [explained] = await tx
      .select({ explanation: disputeChanges.explanation })
      .from(disputeChanges)
      .where(
        and(
          eq(disputeChanges.disputeId, disputeId),
          gte(disputeChanges.version, newest.version),
          isNotNull(disputeChanges.explanation),
        ),
      )
      .orderBy(desc(disputeChanges.version))
      .limit(1)
    await notifySettled(services, tx, newest.bookingId, {
      occasion: changeId,
      isResolved: newest.status === 'resolved',
      isRefunded: (await readOwedBack(tx, { bookingId: newest.bookingId })) > 0,
      explanation: explained?.explanation ?? '',
    })
  })
}

export const noSuchDispute = () =>
  new AppError('not_found', 'no_such_dispute', 'We could not find that dispute.')

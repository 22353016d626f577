import { eq } from 'drizzle-orm'
import { isOurMoney, lockPayment } from '#features/bookings/held-payment.ts'
import type { DisputeStatus } from '#features/bookings/problem-window.ts'
import { startRefund } from '#features/checkout/refunds.ts'
import { readOwedBack } from '#features/ledger/queries.ts'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { formatMoney } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import { notifySettled } from '../emails.ts'
import { disputeChanges, paymentDisputes } from '../tables.ts'
import type { SettleDispute } from './schema.ts'

type Dispute = typeof paymentDisputes.$inferSelect

/**
 * One save of a dispute: each status to each other, the notes, and money back to the student, all or nothing. Whoever settles it is
 * written down with the time; both sides read it. The same save sent again does nothing more.
 * @throws AppError no_such_dispute, changed_meanwhile, money_moved, more_than_kept, bank_decides, not_our_money
 */
export async function settleDispute(
  services: Services,
  { actor, audit }: { actor: Pick<Actor, 'userId'>; audit: Audit },
  input: SettleDispute,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { dispute, payment } = await lockDispute(services, tx, input.disputeId)
    const isSaved = await tx
      .select({ id: disputeChanges.id })
      .from(disputeChanges)
      .where(eq(disputeChanges.id, input.changeId))
    // The log has it, too.
    if (isSaved.length > 0) return await audit.record(tx)
    if (dispute.version !== input.version)
      throw new AppError(
        'conflict',
        'changed_meanwhile',
        'This dispute was saved by somebody else in the meantime. Your notes are still here: copy them, then open it again.',
      )
    const kept = payment.amountCents - (await readOwedBack(tx, payment.bookingId))
    const refusal = input.refundCents > 0 ? whyNotRefund(dispute, payment, kept, input) : null
    if (refusal) throw refusal
    if (input.refundCents > 0) {
      const { disputeId, changeId, refundCents: amountCents } = input
      const key = `dispute:${disputeId}:${changeId}`
      await startRefund(services, tx, payment, { key, amountCents, reason: 'dispute' })
    }
    await saveChange(services, tx, { actor, dispute, input })
    await audit.record(tx, {
      subjectId: dispute.studentId,
      ids: { disputeId: dispute.id, bookingId: dispute.bookingId },
      before: { status: dispute.status, keptCents: kept },
      after: { status: input.status, keptCents: kept - input.refundCents },
      reason: input.adminNotes || null,
    })
    if (isSettled(input.status) && dispute.status !== input.status)
      await notifySettled(services, tx, dispute.bookingId, {
        occasion: input.changeId,
        isResolved: input.status === 'resolved',
        explanation: input.explanation,
      })
  })
}

const isSettled = (status: DisputeStatus) => status === 'resolved' || status === 'rejected'

/** Payment first, like everybody who changes a lesson's money. */
async function lockDispute(services: Pick<Services, 'answers'>, tx: Queryable, disputeId: string) {
  const ofId = eq(paymentDisputes.id, disputeId)
  const [named] = await tx.select({ bookingId: paymentDisputes.bookingId }).from(paymentDisputes).where(ofId)
  const payment = named && (await lockPayment(services, tx, { bookingId: named.bookingId }))
  const [dispute] = await tx.select().from(paymentDisputes).where(ofId).for('update')
  if (!payment || !dispute) throw noSuchDispute()
  return { dispute, payment }
}

function whyNotRefund(
  dispute: Dispute,
  payment: Parameters<typeof isOurMoney>[0],
  kept: number,
  input: SettleDispute,
): AppError | null {
  const conflict = (reason: string, words: string) => new AppError('conflict', reason, words)
  if (!isOurMoney(payment))
    return conflict('not_our_money', 'Nothing was paid through Greenside, so nothing can be sent back here.')
  if (dispute.source === 'card_network' && dispute.bankOutcome === null)
    return conflict('bank_decides', 'The payer’s bank has this payment. A refund now would be paid twice.')
  if (kept !== input.keptCents)
    return conflict(
      'money_moved',
      `Meanwhile ${formatMoney(kept)} of this payment is left. Nothing was saved: please look again before you refund.`,
    )
  return input.refundCents > kept
    ? new AppError('bad_input', 'more_than_kept', `At most ${formatMoney(kept)} can be sent back.`)
    : null
}

async function saveChange(
  { clock }: Pick<Services, 'clock'>,
  tx: Queryable,
  { actor, dispute, input }: { actor: Pick<Actor, 'userId'>; dispute: Dispute; input: SettleDispute },
) {
  const now = clock.now()
  await tx.insert(disputeChanges).values({
    id: input.changeId,
    disputeId: dispute.id,
    version: dispute.version + 1,
    changedBy: actor.userId,
    fromStatus: dispute.status,
    toStatus: input.status,
    notes: input.adminNotes || null,
    explanation: input.explanation || null,
    refundCents: input.refundCents,
    createdAt: now,
  })
  const isNewlySettled = isSettled(input.status) && dispute.status !== input.status
  await tx
    .update(paymentDisputes)
    .set({
      status: input.status,
      adminNotes: input.adminNotes || null,
      version: dispute.version + 1,
      updatedAt: now,
      ...(isNewlySettled ? { resolvedBy: actor.userId, resolvedAt: now } : {}),
      ...(isSettled(input.status) ? {} : { resolvedBy: null, resolvedAt: null }),
    })
    .where(eq(paymentDisputes.id, dispute.id))
}

export const noSuchDispute = () =>
  new AppError('not_found', 'no_such_dispute', 'We could not find that dispute.')

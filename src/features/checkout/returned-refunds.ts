import { and, eq, gt, inArray, or } from 'drizzle-orm'
import { postToLedger } from '#features/ledger/commands.ts'
import { refundedByHandLines } from '#features/ledger/ledger.ts'
import { readRefunded, settlingKey } from '#features/ledger/queries.ts'
import { paymentRefunds } from '#features/payments/tables.ts'
import type { ActedOn } from '#platform/admin-list.ts'
import type { Queryable } from '#platform/db.ts'
import { publish } from '#platform/reactions.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { TransactionServices } from '#ports/services.ts'
import { lockLine } from './held-order.ts'
import { sendRefundJob } from './jobs.ts'
import { readReturned, setRefunded } from './recorded-refunds.ts'
import { moneyOfRefund } from './sale-rules.ts'

/** Admin actions for returned refunds. */

/** Sends refunds again immediately: refunds that need manual handling, or wait for their next attempt. */
export async function sendRefundsAgain(
  { clock, jobs }: Pick<TransactionServices, 'clock' | 'jobs' | 'answers'>,
  tx: Queryable,
  ids: readonly string[],
): Promise<ActedOn[]> {
  const waiting = await tx
    .select()
    .from(paymentRefunds)
    .where(and(inArray(paymentRefunds.id, [...ids]), inArray(paymentRefunds.status, ['requested', 'failed'])))
    .for('update')
  const acted: ActedOn[] = []
  for (const { id, status, attempts, amountCents, ...refund } of waiting) {
    await tx
      .update(paymentRefunds)
      .set({ status: 'requested', retryAt: null })
      .where(eq(paymentRefunds.id, id))
    const jobId = uuidV8(`refund:${id}:asked:${attempts}:${clock.now()}`)
    const of = moneyOfRefund(refund)
    await sendRefundJob(jobs, tx, of, { id: jobId })
    acted.push({
      id,
      ids: of,
      before: { status, attempts },
      after: { status: 'requested', amountCents },
    })
  }
  return acted
}

/**
 * Records that returned refunds were paid to the student outside the processor. Refunds that may currently be
 * in transit to the card are skipped.
 */
export async function settleRefundsByHand(
  services: TransactionServices,
  tx: Queryable,
  ids: readonly string[],
): Promise<ActedOn[]> {
  const cameBack = or(
    eq(paymentRefunds.status, 'failed'),
    and(eq(paymentRefunds.status, 'requested'), gt(paymentRefunds.retryAt, services.clock.now())),
  )
  const known = await tx
    .select({
      id: paymentRefunds.id,
      paymentId: paymentRefunds.paymentId,
      bookingId: paymentRefunds.bookingId,
    })
    .from(paymentRefunds)
    .where(and(inArray(paymentRefunds.id, [...ids]), cameBack))
    .orderBy(paymentRefunds.bookingId, paymentRefunds.id)
  const acted: ActedOn[] = []
  for (const { id, ...refund } of known) {
    const of = moneyOfRefund(refund)
    const payment = await lockLine(services, tx, of)
    if (!payment) continue
    const at = services.clock.now()
    const [settled] = await tx
      .update(paymentRefunds)
      .set({
        status: 'sent',
        providerRefundId: `by-hand:${id}`,
        sentAt: at,
        retryAt: null,
        lastError: null,
      })
      .where(and(eq(paymentRefunds.id, id), cameBack))
      .returning()
    if (!settled) continue
    const isOfPackage = settled.businessKey.startsWith('package_ended:')
    const subject = isOfPackage && payment.packageId ? { packageId: payment.packageId } : of
    await postToLedger(tx, {
      ...of,
      key: settlingKey('refunded_by_hand', subject, id),
      kind: 'refunded_by_hand',
      at,
      lines: refundedByHandLines(settled.amountCents),
    })
    await setRefunded(services, tx, payment, await readReturned(services, tx, payment.id))
    if ('bookingId' in of && !isOfPackage)
      await publish(services, tx, 'refund_recorded', {
        ...of,
        cents: settled.amountCents,
        total: await readRefunded(tx, of),
      })
    acted.push({ id, ids: of, after: { paidByHandCents: settled.amountCents } })
  }
  return acted
}

import { and, desc, eq, gt, gte, inArray, sql, sum } from 'drizzle-orm'
import type { MoneyOf } from '#features/ledger/ledger.ts'
import { readBalances } from '#features/ledger/queries.ts'
import { isRefundOf } from '#features/payments/queries.ts'
import { refundOfKey, refundRetryAt, returnedWords } from '#features/payments/refund.ts'
import { paymentRefunds, payments, processorRefunds } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { ProcessorRefund } from '#ports/payments/payments.ts'
import type { TransactionServices } from '#ports/services.ts'
import { sendRefundJob } from './jobs.ts'
import { readLeft, readUntoldRefund } from './queries.ts'
import { readReturned, recordRefund, recordReturned } from './recorded-refunds.ts'
import { type HeldLine, moneyOf, moneyOfRefund, rulesOf } from './sale-rules.ts'

/** A refund requested from the processor. */
interface Request {
  id: string
  /** The lesson or payment that it is for. */
  of: MoneyOf
  isOfPackage: boolean
  /** The number of returns before this request. */
  attempts: number
}

/** The known state of a refund: two facts that never revert, so that the order of events does not matter. */
interface Known {
  isSent: boolean
  endedAs: 'failed' | 'canceled' | null
}

/**
 * Applies the processor's state of a payment's refunds, in any order and repeatedly: a sent refund is
 * recorded; a returned one is reversed in the ledger, owed again, and sent later with another key.
 * @param payment locked by the caller, by its payment intent
 */
export async function recordProcessorRefunds(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldLine,
  heard: readonly ProcessorRefund[],
): Promise<'refunded' | 'refund_returned' | 'nothing_to_do'> {
  let outcome: 'refunded' | 'refund_returned' | 'nothing_to_do' = 'nothing_to_do'
  for (const refund of heard) {
    const came = await takeRefund(services, tx, payment, refund)
    if (came !== 'nothing_to_do') outcome = came
  }
  if (outcome !== 'nothing_to_do') await coverWaiting(services, tx, payment)
  return outcome
}

async function takeRefund(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldLine,
  refund: ProcessorRefund,
): Promise<'refunded' | 'refund_returned' | 'nothing_to_do'> {
  const before = await findKnown(tx, refund.refundId)
  const request = await findRequest(tx, payment, refund)
  const now: Known = {
    // A failed refund had been sent before: Stripe deducts it from the balance when it is created.
    isSent: before?.isSent || refund.state === 'succeeded' || refund.state === 'failed',
    endedAs:
      before?.endedAs ?? (refund.state === 'failed' || refund.state === 'canceled' ? refund.state : null),
  }
  if (before && before.isSent === now.isSent && before.endedAs === now.endedAs) return 'nothing_to_do'
  const returnedBefore = await readReturned(services, tx, payment.id)
  const wasBooked = before ? before.isSent : await wasBookedUnnamed(tx, payment, refund)
  await keep(services, tx, { payment, refund, request, known: { ...now, isSent: now.isSent || wasBooked } })
  if (request && !now.endedAs) await linkSent(services, tx, request, refund)

  const isBooked = now.isSent && !wasBooked
  let total = returnedBefore
  if (isBooked) {
    total += refund.amountCents
    const isAgain = (request?.attempts ?? 0) > 0
    const tellStudent = !now.endedAs && !isAgain
    const isReturned = now.endedAs !== null
    await recordRefund(services, tx, payment, { total, mark: refund.refundId, tellStudent, isReturned })
    if (isAgain && request && !now.endedAs) await tellSentAgain(services, tx, payment, request, refund)
  }
  if (!now.endedAs) return isBooked ? 'refunded' : 'nothing_to_do'

  const { of, isOfPackage } = request ?? { of: moneyOf(payment), isOfPackage: false }
  const isGone = now.isSent || wasBooked
  const isReturned = isGone && (!before?.endedAs || isBooked)
  const returned = { total: total - refund.amountCents, mark: refund.refundId, of, isOfPackage }
  const isOwed = isReturned && (await recordReturned(services, tx, payment, returned)) > 0
  if (request && !before?.endedAs) await oweAgain(services, tx, payment, request, refund, now.endedAs)
  // It was not requested here, so a person must decide what to do about its return.
  if (!request && isOwed) await oweUnasked(services, tx, payment, refund, now.endedAs)
  return isReturned ? 'refund_returned' : 'nothing_to_do'
}

async function findKnown(tx: Queryable, id: string): Promise<Known | null> {
  const [known] = await tx
    .select({ isSent: processorRefunds.isSent, endedAs: processorRefunds.endedAs })
    .from(processorRefunds)
    .where(eq(processorRefunds.id, id))
  return known ?? null
}

/** Our request for a refund, found by its key or its stored processor id. */
async function findRequest(
  tx: Queryable,
  payment: HeldLine,
  refund: ProcessorRefund,
): Promise<Request | null> {
  const named = refundOfKey(refund.key)
  const [row] = await tx
    .select({
      id: paymentRefunds.id,
      paymentId: paymentRefunds.paymentId,
      bookingId: paymentRefunds.bookingId,
      businessKey: paymentRefunds.businessKey,
      attempts: paymentRefunds.attempts,
    })
    .from(paymentRefunds)
    .where(
      and(
        eq(paymentRefunds.paymentId, payment.id),
        named ? eq(paymentRefunds.id, named.id) : eq(paymentRefunds.providerRefundId, refund.refundId),
      ),
    )
  if (!row) return null
  return {
    id: row.id,
    of: moneyOfRefund(row),
    isOfPackage: row.businessKey.startsWith('package_ended:'),
    attempts: named?.attempts ?? row.attempts,
  }
}

/**
 * Whether a new refund was already recorded before refunds were tracked individually: assigns it the same
 * amount of the unnamed total.
 */
async function wasBookedUnnamed(tx: Queryable, payment: HeldLine, refund: ProcessorRefund): Promise<boolean> {
  const named = await tx
    .update(payments)
    .set({ refundedUnnamedCents: sql`${payments.refundedUnnamedCents} - ${refund.amountCents}::integer` })
    .where(and(eq(payments.id, payment.id), gte(payments.refundedUnnamedCents, refund.amountCents)))
    .returning({ id: payments.id })
  return named.length > 0
}

async function keep(
  { clock }: Pick<TransactionServices, 'clock'>,
  tx: Queryable,
  {
    payment,
    refund,
    request,
    known,
  }: { payment: HeldLine; refund: ProcessorRefund; request: Request | null; known: Known },
): Promise<void> {
  const at = clock.now()
  const facts = {
    isSent: known.isSent,
    endedAs: known.endedAs,
    failure: known.endedAs ? refund.failure : null,
    endedAt: known.endedAs ? at : null,
  }
  await tx
    .insert(processorRefunds)
    .values({
      id: refund.refundId,
      paymentId: payment.id,
      requestId: request?.id ?? null,
      amountCents: refund.amountCents,
      firstHeardAt: at,
      ...facts,
    })
    .onConflictDoUpdate({
      target: processorRefunds.id,
      set: {
        isSent: facts.isSent,
        endedAs: facts.endedAs,
        failure: sql`coalesce(${processorRefunds.failure}, ${facts.failure})`,
        endedAt: sql`coalesce(${processorRefunds.endedAt}, ${facts.endedAt === null ? null : new Date(facts.endedAt)})`,
      },
    })
}

/** Links a refund to our request. The requesting process may have crashed before it stored the id. */
async function linkSent(
  { clock }: Pick<TransactionServices, 'clock'>,
  tx: Queryable,
  request: Request,
  refund: ProcessorRefund,
): Promise<void> {
  await tx
    .update(paymentRefunds)
    .set({
      status: 'sent',
      providerRefundId: refund.refundId,
      lastError: null,
      retryAt: null,
      sentAt: clock.now(),
    })
    .where(
      and(
        eq(paymentRefunds.id, request.id),
        eq(paymentRefunds.status, 'requested'),
        eq(paymentRefunds.attempts, request.attempts),
      ),
    )
}

/**
 * A refund we requested was returned: it is scheduled again, or left for manual handling after too many
 * attempts.
 */
async function oweAgain(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldLine,
  request: Request,
  refund: ProcessorRefund,
  endedAs: 'failed' | 'canceled',
): Promise<void> {
  const attempts = request.attempts + 1
  const retryAt = refundRetryAt(attempts, services.clock.now())
  const owed = await tx
    .update(paymentRefunds)
    .set({
      status: retryAt === null ? 'failed' : 'requested',
      attempts,
      retryAt,
      providerRefundId: null,
      sentAt: null,
      lastError: returnedWords(endedAs, refund.failure),
    })
    .where(
      and(
        eq(paymentRefunds.id, request.id),
        eq(paymentRefunds.attempts, request.attempts),
        inArray(paymentRefunds.status, ['requested', 'sent']),
      ),
    )
    .returning({ id: paymentRefunds.id })
  if (owed.length === 0) return
  const { of } = request
  if (retryAt !== null)
    await sendRefundJob(services.jobs, tx, of, {
      id: uuidV8(`refund:${request.id}:again:${attempts}`),
      notBefore: retryAt,
    })
  await tellCameBack(services, tx, payment, { of, refund, endedAs, retryAt })
}

/**
 * A refund that an operator made on the processor's dashboard was returned: it is owed, and needs manual
 * handling.
 */
async function oweUnasked(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldLine,
  refund: ProcessorRefund,
  endedAs: 'failed' | 'canceled',
): Promise<void> {
  const { bookingId } = payment
  const owed = await tx
    .insert(paymentRefunds)
    .values({
      paymentId: payment.id,
      bookingId,
      businessKey: `returned:${refund.refundId}`,
      amountCents: refund.amountCents,
      reason: 'support',
      status: 'failed',
      attempts: 1,
      lastError: returnedWords(endedAs, refund.failure),
      requestedAt: services.clock.now(),
    })
    .onConflictDoNothing({ target: paymentRefunds.businessKey })
    .returning({ id: paymentRefunds.id })
  if (owed.length > 0)
    await tellCameBack(services, tx, payment, { of: moneyOf(payment), refund, endedAs, retryAt: null })
}

/** Announces that a refund came back. The next refund is announced then, even for the same amount. */
async function tellCameBack(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldLine,
  back: {
    of: MoneyOf
    refund: ProcessorRefund
    endedAs: 'failed' | 'canceled'
    retryAt: number | null
  },
): Promise<void> {
  const { of, refund, ...more } = back
  const { refundId, amountCents: cents } = refund
  await rulesOf(services, payment).refundCameBack(services, tx, of, { ...more, refundId, cents })
  const { total } = await readUntoldRefund(tx, payment.id)
  await tx
    .update(payments)
    .set({ refundToldCents: sql`least(${payments.refundToldCents}, ${total})` })
    .where(eq(payments.id, payment.id))
}

async function tellSentAgain(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldLine,
  { of }: Request,
  { refundId, amountCents: cents }: ProcessorRefund,
): Promise<void> {
  await rulesOf(services, payment).refundSentAgain(services, tx, of, { cents, refundId })
  const { total } = await readUntoldRefund(tx, payment.id)
  await tx.update(payments).set({ refundToldCents: total }).where(eq(payments.id, payment.id))
}

/**
 * Settles returned refunds that an operator replaced by another refund at the processor: when the ledger owes
 * less than the waiting refunds, or nothing is left of the payment.
 */
async function coverWaiting(
  { clock }: Pick<TransactionServices, 'clock'>,
  tx: Queryable,
  payment: HeldLine,
): Promise<void> {
  const waiting = await tx
    .select({
      id: paymentRefunds.id,
      paymentId: paymentRefunds.paymentId,
      bookingId: paymentRefunds.bookingId,
      cents: paymentRefunds.amountCents,
    })
    .from(paymentRefunds)
    .where(
      and(
        eq(paymentRefunds.paymentId, payment.id),
        inArray(paymentRefunds.status, ['requested', 'failed']),
        gt(paymentRefunds.attempts, 0),
      ),
    )
    .orderBy(desc(paymentRefunds.requestedAt), paymentRefunds.id)
  if (waiting.length === 0) return
  const isAllGone = (await readLeft(tx, payment.id)) === 0
  for (const { id, cents, ...refund } of waiting) {
    const of = moneyOfRefund(refund)
    const owed = 0 - (await readBalances(tx, of)).refunds_due
    if (!isAllGone && (await sumWaiting(tx, of)) - owed < cents) continue
    await tx
      .update(paymentRefunds)
      .set({
        status: 'sent',
        providerRefundId: `covered:${id}`,
        sentAt: clock.now(),
        lastError: null,
        retryAt: null,
      })
      .where(eq(paymentRefunds.id, id))
  }
}

async function sumWaiting(tx: Queryable, of: MoneyOf): Promise<number> {
  const [row] = await tx
    .select({ cents: sum(paymentRefunds.amountCents) })
    .from(paymentRefunds)
    .where(and(isRefundOf(of), inArray(paymentRefunds.status, ['requested', 'failed'])))
  return Number(row?.cents ?? 0)
}

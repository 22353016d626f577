import { and, eq, sql } from 'drizzle-orm'
import type { LessonEvents } from '#features/bookings/events.ts'
import { isOurMoney, lockPayment } from '#features/bookings/held-payment.ts'
import { postToLedger } from '#features/ledger/commands.ts'
import type { MoneyOf } from '#features/ledger/ledger.ts'
import { readOwedBack } from '#features/ledger/queries.ts'
import { readGiftRefund } from '#features/payments/gift-refund.ts'
import { type RefundReason, refundKey } from '#features/payments/refund.ts'
import { paymentRefunds } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { tryEach } from '#platform/each-item.ts'
import { errorWords } from '#platform/logged-error.ts'
import type { Cents } from '#platform/money.ts'
import { publish } from '#platform/reactions.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { PaymentRefused } from '#ports/payments/payments.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { lockLine, lockOrder } from './held-order.ts'
import { sendRefundJob } from './jobs.ts'
import { recordOrderRefunds } from './order-shares.ts'
import { isOneOfSeveral, listRefundsToSend, readLeft } from './queries.ts'
import { readReturned, recordRefund } from './recorded-refunds.ts'
import { type HeldLine, moneyOf, moneyOfRefund, rulesOf } from './sale-rules.ts'

/**
 * Records a refund of a part of a payment as owed, once per key, in the transaction that causes it; a job
 * sends it. Never exceeds the rest of the payment.
 * @param payment locked by the caller
 * @returns the cents to be refunded; 0 when the key was used before or nothing is left
 */
export async function startRefund(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldLine,
  refund: { key: string; amountCents: Cents; reason: RefundReason },
): Promise<Cents> {
  if (!isOurMoney(payment)) return 0
  const now = services.clock.now()
  const keptCents = payment.amountCents - (await readOwedBack(tx, moneyOf(payment)))
  const amountCents = Math.min(refund.amountCents, keptCents)
  if (amountCents <= 0) return 0
  const rules = rulesOf(services, payment)
  const asked = await askForRefund(services, tx, payment, { ...refund, amountCents, keptCents })
  if (!asked) return 0
  const lines = await rules.refundDueLines(tx, payment, keptCents, amountCents)
  await postToLedger(tx, {
    ...moneyOf(payment),
    key: `refund_due:${asked.id}`,
    kind: 'refund_due',
    at: now,
    lines,
  })
  await rules.refundOwed(services, tx, payment, lines)
  await sendAsked(services, tx, payment, asked)
  return amountCents
}

/**
 * Requests a refund that the caller has recorded as owed, once per key: gift cards get their part at once, a job sends the rest.
 * @param payment locked by the caller
 */
export async function requestRefund(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldLine,
  refund: { key: string; amountCents: Cents; reason: RefundReason },
): Promise<void> {
  const asked = await askForRefund(services, tx, payment, { ...refund, keptCents: payment.amountCents })
  if (asked) await sendAsked(services, tx, payment, asked)
}

/** A written request for a refund, and how it is divided. */
interface AskedRefund {
  id: string
  key: string
  amountCents: Cents
  /** The part of it that goes back to gift cards. */
  giftCents: Cents
}

/** Writes what is to be refunded. @returns null when the key was used before */
async function askForRefund(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldLine,
  refund: { key: string; amountCents: Cents; keptCents: Cents; reason: RefundReason },
): Promise<AskedRefund | null> {
  const { key, amountCents, keptCents, reason } = refund
  const giftCents = await readGiftRefund(tx, payment, { amountCents, keptCents, key: giftKey(key) })
  if (giftCents === null) return null
  const requests = [
    { businessKey: key, amountCents: amountCents - giftCents },
    { businessKey: giftKey(key), amountCents: giftCents },
  ].filter((one) => one.amountCents > 0)
  const [asked] = await tx
    .insert(paymentRefunds)
    .values(
      requests.map((request) => ({
        ...request,
        paymentId: payment.id,
        bookingId: payment.bookingId,
        reason,
        requestedAt: services.clock.now(),
      })),
    )
    .onConflictDoNothing({ target: paymentRefunds.businessKey })
    .returning({ id: paymentRefunds.id })
  return asked ? { id: asked.id, key, amountCents, giftCents } : null
}

async function sendAsked(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldLine,
  { key, amountCents, giftCents }: AskedRefund,
): Promise<void> {
  const isAll = giftCents === amountCents
  if (giftCents > 0) await returnToGiftCards(services, tx, payment, { key: giftKey(key), isAll })
  if (isAll) return
  await sendRefundJob(services.jobs, tx, moneyOf(payment), { id: uuidV8(`refund:${key}`) })
}

const giftKey = (key: string) => `${key}:gift`

/** Puts a part of a refund back on the gift cards that paid it, at once. */
async function returnToGiftCards(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldLine,
  { key, isAll }: { key: string; isAll: boolean },
): Promise<void> {
  const [part] = await tx
    .update(paymentRefunds)
    .set({
      status: 'sent',
      providerRefundId: sql`'gift-card:' || ${paymentRefunds.id}`,
      sentAt: services.clock.now(),
    })
    .where(eq(paymentRefunds.businessKey, key))
    .returning({ id: paymentRefunds.id, cents: paymentRefunds.amountCents })
  if (!part) return
  await publish(services, tx, 'gift_returned', { paymentId: payment.id, cents: part.cents })
  await recordRefund(services, tx, payment, {
    total: await readReturned(services, tx, payment.id),
    mark: `gift:${part.id}`,
    tellStudent: isAll,
    to: 'gift_card',
  })
}

/** Records the refund of a cancelled lesson as owed, in the transaction that cancels it. */
export async function refundCancelled(
  services: TransactionServices,
  tx: Queryable,
  { bookingId, by, refundCents }: LessonEvents['lesson_cancelled'],
): Promise<void> {
  const payment = refundCents > 0 ? await lockPayment(services, tx, { bookingId }) : null
  if (!payment) return
  const refund = { key: `cancelled:${bookingId}`, amountCents: refundCents, reason: by }
  await startRefund(services, tx, payment, refund)
}

/** Sends the pending refunds of a booking. */
export const refundPayment = (services: Services, bookingId: string): Promise<void> =>
  sendRefunds(services, { bookingId })

/**
 * Sends the pending refunds of a booking, or of a payment without one. Each refund has its own idempotency key, so that a second run sends
 * nothing twice; payment and bookings become "refunded" when the processor's event arrives. A failed refund
 * does not stop the others.
 * @throws PaymentRefused, PaymentsUnavailable after storing the reason, so that the job is retried
 */
export async function sendRefunds(services: Services, of: MoneyOf): Promise<void> {
  await tryEach(await listRefundsToSend(services.db, of, services.clock.now()), async (refund) => {
    const { paymentIntentId } = refund
    if (!paymentIntentId) return await settleWithoutProcessor(services, refund)
    const toSend = { ...refund, paymentIntentId }
    try {
      // The processor only limits the refunds of the whole charge.
      if ((await isOneOfSeveral(services.db, refund.paymentId)) && (await fitToWhatIsLeft(services, toSend)))
        return
      const key = refundKey(refund)
      const sent = await services.payments.refund({ key, paymentIntentId, amountCents: refund.amountCents })
      const isOnItsWay = sent.state === 'pending' || sent.state === 'succeeded'
      if (isOnItsWay) await markSent(services, services.db, refund.id, sent.refundId)
      else
        await services.db.transaction(async (tx) => {
          const lines = await lockOrder(services, tx, { paymentIntentId })
          await recordOrderRefunds(services, tx, lines, [sent])
        })
    } catch (error) {
      if (error instanceof PaymentRefused && (await fitToWhatIsLeft(services, toSend))) return
      const lastError = errorWords(error)
      await services.db.update(paymentRefunds).set({ lastError }).where(eq(paymentRefunds.id, refund.id))
      throw error
    }
  })
}

/**
 * No processor handled this payment (a past lesson of the demo), so the refund is settled in the ledger at
 * once.
 */
async function settleWithoutProcessor(
  services: Services,
  refund: { id: string; paymentId: string; bookingId: string | null },
) {
  await services.db.transaction(async (tx) => {
    const payment = await lockLine(services, tx, moneyOfRefund(refund))
    if (!payment || !(await markSent(services, tx, refund.id, `none:${refund.id}`))) return
    await recordRefund(services, tx, payment, {
      total: await readReturned(services, tx, payment.id),
      mark: refund.id,
      tellStudent: true,
    })
  })
}

/**
 * Handles a refund that the processor rejected because an operator or a bank already returned money: reduces
 * it to the refundable rest, or drops it when everything was returned. The reduced refund is sent in the
 * job's next run.
 * @returns false when neither our ledger nor the processor explains the rejection
 */
async function fitToWhatIsLeft(
  services: Services,
  refund: {
    id: string
    paymentId: string
    bookingId: string | null
    paymentIntentId: string
    amountCents: Cents
  },
): Promise<boolean> {
  const { paymentIntentId } = refund
  const known = await services.payments.listRefunds(paymentIntentId)
  return await services.db.transaction(async (tx) => {
    const lines = await lockOrder(services, tx, { paymentIntentId })
    const line = lines.find(({ id }) => id === refund.paymentId)
    if (!line) return false
    await recordOrderRefunds(services, tx, lines, known)
    const left = await readLeft(tx, line.id)
    if (left >= refund.amountCents) return false
    if (left === 0) return await markSent(services, tx, refund.id, `covered:${refund.id}`)
    await tx
      .update(paymentRefunds)
      .set({ amountCents: left })
      .where(and(eq(paymentRefunds.id, refund.id), eq(paymentRefunds.status, 'requested')))
    const id = uuidV8(`refund:${refund.id}:${left}`)
    await sendRefundJob(services.jobs, tx, moneyOfRefund(refund), { id })
    return true
  })
}

async function markSent(
  { clock }: Pick<Services, 'clock'>,
  db: Queryable,
  refundId: string,
  providerRefundId: string,
): Promise<boolean> {
  const sent = await db
    .update(paymentRefunds)
    .set({ status: 'sent', providerRefundId, lastError: null, retryAt: null, sentAt: clock.now() })
    .where(and(eq(paymentRefunds.id, refundId), eq(paymentRefunds.status, 'requested')))
    .returning({ id: paymentRefunds.id })
  return sent.length > 0
}

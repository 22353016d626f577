import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { isOurMoney } from '#features/bookings/held-payment.ts'
import type { DisputeStatus } from '#features/bookings/problem-window.ts'
import type { CheckoutQuestions } from '#features/checkout/questions.ts'
import { readOwedBack } from '#features/ledger/queries.ts'
import { payments } from '#features/payments/tables.ts'
import type { PayoutStatus } from '#features/payouts/payout.ts'
import { payouts } from '#features/payouts/tables.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { toIso } from '#platform/time.ts'
import { answerBy, type ShareState } from './dispute.ts'
import type { LessonProblem } from './schema.ts'
import { paymentDisputes } from './tables.ts'

/** Finds the problem the student reported about a lesson; null without one. */
export async function findReportedProblem(db: Queryable, bookingId: string): Promise<LessonProblem | null> {
  const [row] = await db
    .select({ dispute: paymentDisputes, share: payouts.status, paymentMethod: payments.paymentMethod })
    .from(paymentDisputes)
    .leftJoin(payments, eq(payments.bookingId, paymentDisputes.bookingId))
    .leftJoin(payouts, and(eq(payouts.bookingId, paymentDisputes.bookingId), isNull(payouts.packageId)))
    .where(and(eq(paymentDisputes.bookingId, bookingId), eq(paymentDisputes.source, 'student')))
  if (!row) return null
  const { dispute, share } = row
  const isSettled = dispute.status === 'resolved' || dispute.status === 'rejected'
  return {
    reason: dispute.disputeReason,
    status: dispute.status,
    amountCents: dispute.paymentAmount,
    details: dispute.disputeDetails,
    answer: dispute.coachAnswer,
    answerBy: toIso(answerBy(dispute.createdAt)),
    share: isOurMoney(row) ? shareStateOf(share) : 'none',
    refundedCents: await readOwedBack(db, { bookingId }),
    reportedAt: toIso(dispute.createdAt),
    resolvedAt: isSettled && dispute.resolvedAt !== null ? toIso(dispute.resolvedAt) : null,
  }
}

/** While a lesson has no share yet, its money is held. */
function shareStateOf(status: PayoutStatus | null): ShareState {
  if (status === 'sent' || status === 'sending') return 'sent'
  return status === 'held' || status === null ? 'held' : 'none'
}

/**
 * Lists the status of the problems that students reported about the given lessons; lessons without one are
 * omitted.
 */
export async function listProblemsOfLessons(
  db: Queryable,
  bookingIds: readonly string[],
): Promise<{ bookingId: string; status: DisputeStatus }[]> {
  const found = await db
    .select({ bookingId: paymentDisputes.bookingId, status: paymentDisputes.status })
    .from(paymentDisputes)
    .where(and(inArray(paymentDisputes.bookingId, [...bookingIds]), eq(paymentDisputes.source, 'student')))
  return found.flatMap(({ bookingId, status }) => (bookingId ? [{ bookingId, status }] : []))
}

/** Whether a lesson has an undecided problem, reported by its student or by a bank. */
export async function hasOpenProblem(db: Queryable, bookingId: string): Promise<boolean> {
  const open = await db
    .select({ id: paymentDisputes.id })
    .from(paymentDisputes)
    .where(
      and(
        eq(paymentDisputes.bookingId, bookingId),
        inArray(paymentDisputes.status, ['pending', 'investigating']),
      ),
    )
    .limit(1)
  return open.length > 0
}

/**
 * Sums what banks took back from a payment, or from that of a lesson: its lost chargebacks. The processor
 * does not report them as refunds, but the ledger counts them as such.
 */
export async function readTakenByBanks(
  db: Queryable,
  of: { paymentId: string } | { bookingId: string },
): Promise<Cents> {
  const ofIt =
    'paymentId' in of
      ? eq(paymentDisputes.paymentId, of.paymentId)
      : eq(paymentDisputes.bookingId, of.bookingId)
  const [taken] = await db
    .select({ cents: sql`coalesce(sum(${paymentDisputes.paymentAmount}), 0)`.mapWith(Number) })
    .from(paymentDisputes)
    .where(and(ofIt, eq(paymentDisputes.bankOutcome, 'lost')))
  return taken?.cents ?? 0
}

/** Lists disputes about a lesson, newest first: reported by its student or by the payer's bank. */
export const listDisputesOfLesson = (db: Queryable, bookingId: string) =>
  db
    .select({ id: paymentDisputes.id, status: paymentDisputes.status })
    .from(paymentDisputes)
    .where(eq(paymentDisputes.bookingId, bookingId))
    .orderBy(desc(paymentDisputes.createdAt))

/** The shares of a bank's dispute of an order that were recorded before, in cents by payment. */
export async function listDisputeShares(
  db: Queryable,
  { disputeId }: CheckoutQuestions['dispute_shares']['about'],
): Promise<CheckoutQuestions['dispute_shares']['answer']> {
  const { providerDisputeId, paymentId, paymentAmount } = paymentDisputes
  return await db
    .select({ paymentId, amountCents: paymentAmount })
    .from(paymentDisputes)
    .where(or(eq(providerDisputeId, disputeId), sql`starts_with(${providerDisputeId}, ${`${disputeId}#`})`))
}

/** The amount of a payment that banks still decide about. */
export async function readAskedByBanks(
  db: Queryable,
  { paymentId }: CheckoutQuestions['asked_by_banks']['about'],
): Promise<Cents> {
  const [asked] = await db
    .select({ cents: sql`coalesce(sum(${paymentDisputes.paymentAmount}), 0)`.mapWith(Number) })
    .from(paymentDisputes)
    .where(isOpenAtBank(paymentId))
  return asked?.cents ?? 0
}

const isOpenAtBank = (paymentId: string) =>
  and(
    eq(paymentDisputes.paymentId, paymentId),
    eq(paymentDisputes.source, 'card_network'),
    isNull(paymentDisputes.bankOutcome),
  )

/** Whether the payer's bank is still deciding about a payment. */
export async function isAtBank(db: Queryable, paymentId: string): Promise<boolean> {
  const open = await db
    .select({ id: paymentDisputes.id })
    .from(paymentDisputes)
    .where(isOpenAtBank(paymentId))
    .limit(1)
  return open.length > 0
}

import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AccountEvents } from '#features/accounts/events.ts'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { type ReportRefusal, whyNotReport } from '#features/bookings/problem-window.ts'
import type { PaymentEvents } from '#features/checkout/events.ts'
import { readReturned, recordRefund } from '#features/checkout/recorded-refunds.ts'
import { type HeldLine, rulesOf } from '#features/checkout/sale-rules.ts'
import { readOwedBack } from '#features/ledger/queries.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import { uuidV4 } from '#platform/uuid.ts'
import type { PaymentEvent } from '#ports/payments/payments.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { type AnswerRefusal, type DisputeReason, reasonOfCardNetwork } from './dispute.ts'
import { notifyProblem } from './emails.ts'
import type { ReportProblemInput } from './schema.ts'
import { disputeChanges, paymentDisputes } from './tables.ts'

/**
 * Records a problem that a student reports with a lesson. The lesson is then no longer completed
 * automatically, and its money stays held.
 */
export async function reportProblem(
  services: Services,
  student: Pick<Actor, 'userId'>,
  input: ReportProblemInput,
): Promise<{ ok: true; disputeId: string } | Refused<ReportRefusal | 'no_such_booking'>> {
  return await services.db.transaction(async (tx) => {
    const payment = await lockPayment(services, tx, { bookingId: input.bookingId })
    if (!payment || payment.studentId !== student.userId) return refused('no_such_booking')
    const now = services.clock.now()
    const why = whyNotReport(payment, now)
    if (why) return refused(why)
    const keptCents = payment.amountCents - (await readOwedBack(tx, payment))
    if (input.amountCents !== undefined && input.amountCents > keptCents) return refused('more_than_paid')
    const disputeId = await insertDispute(services, tx, payment, {
      source: 'student',
      providerId: null,
      reason: input.reason,
      details: input.details,
      amountCents: input.amountCents ?? keptCents,
      at: now,
    })
    if (!disputeId) return refused('already_reported')
    await notifyProblem(services, tx, payment.bookingId)
    return { ok: true, disputeId }
  })
}

/**
 * Records the coach's answer to a reported problem: once, while the problem is open.
 * @throws nothing a coach can cause; lessons of other coaches are reported as not found
 */
export async function answerProblem(
  services: Pick<Services, 'db' | 'clock'>,
  coach: Pick<Actor, 'userId'>,
  input: { bookingId: string; answer: string },
): Promise<{ ok: true } | Refused<AnswerRefusal>> {
  const { db, clock } = services
  const now = clock.now()
  const reported = and(
    eq(paymentDisputes.bookingId, input.bookingId),
    eq(paymentDisputes.instructorId, coach.userId),
    eq(paymentDisputes.source, 'student'),
  )
  const answered = await db
    .update(paymentDisputes)
    .set({ coachAnswer: input.answer, coachAnsweredAt: now, updatedAt: now })
    .where(and(reported, isOpen, isNull(paymentDisputes.coachAnswer)))
    .returning({ id: paymentDisputes.id })
  if (answered.length > 0) return { ok: true }
  const [problem] = await db
    .select({ coachAnswer: paymentDisputes.coachAnswer })
    .from(paymentDisputes)
    .where(reported)
  if (!problem) return refused('no_problem')
  return refused(problem.coachAnswer === null ? 'already_settled' : 'already_answered')
}

/** Condition: the dispute is not decided yet. */
const isOpen = inArray(paymentDisputes.status, ['pending', 'investigating'])

type Disputed = Pick<Extract<PaymentEvent, { type: 'disputed' }>, 'disputeId' | 'reason' | 'amountCents'>

/**
 * Opens a dispute for a chargeback. It appears among the reported problems and holds the coach's share in the
 * same way.
 */
export async function openCardDispute(
  services: Pick<Services, 'clock' | 'saleKinds'>,
  tx: Queryable,
  { payment, dispute }: { payment: HeldLine; dispute: Disputed },
): Promise<boolean> {
  const disputeId = await insertDispute(services, tx, payment, {
    source: 'card_network',
    providerId: dispute.disputeId,
    reason: reasonOfCardNetwork(dispute.reason),
    details: `The payer’s bank disputes this payment: ${dispute.reason}.`,
    amountCents: dispute.amountCents,
    at: services.clock.now(),
  })
  return disputeId !== null
}

/**
 * Closes a chargeback as the bank decided. When it is lost, the card network took the money back, which the
 * ledger records like a refund. When this event arrives before the one that opens the chargeback, the dispute
 * is opened and closed at once.
 */
export async function closeCardDispute(
  services: TransactionServices,
  tx: Queryable,
  { payment, dispute: event }: PaymentEvents['payment_dispute_closed'],
): Promise<boolean> {
  await openCardDispute(services, tx, { payment, dispute: event })
  const [dispute] = await tx
    .select()
    .from(paymentDisputes)
    .where(and(eq(paymentDisputes.providerDisputeId, event.disputeId), isNull(paymentDisputes.bankOutcome)))
    .for('update')
  if (!dispute) return false
  const now = services.clock.now()
  const status = event.won ? 'rejected' : 'resolved'
  await tx
    .update(paymentDisputes)
    .set({
      status,
      bankOutcome: event.won ? 'won' : 'lost',
      version: dispute.version + 1,
      resolvedBy: null,
      resolvedAt: now,
      updatedAt: now,
    })
    .where(eq(paymentDisputes.id, dispute.id))
  await tx.insert(disputeChanges).values({
    id: uuidV4(),
    disputeId: dispute.id,
    version: dispute.version + 1,
    fromStatus: dispute.status,
    toStatus: status,
    notes: dispute.adminNotes,
    createdAt: now,
  })
  if (!event.won) {
    const total = await readReturned(services, tx, payment.id)
    await recordRefund(services, tx, payment, { total, mark: event.disputeId, tellStudent: false })
  }
  return true
}

async function insertDispute(
  services: Pick<Services, 'saleKinds'>,
  tx: Queryable,
  payment: HeldLine,
  dispute: {
    source: 'student' | 'card_network'
    providerId: string | null
    reason: DisputeReason
    details: string
    amountCents: number
    at: number
  },
): Promise<string | null> {
  const at = new Date(dispute.at)
  const { bookingId, studentId, instructorId } = payment
  const title = await rulesOf(services, payment).describe(tx, payment)
  // Raw: copies current names and addresses from the rows it selects.
  const found = await tx.execute<{ id: string }>(sql`
    insert into payment_disputes (booking_id, payment_id, student_id, instructor_id, source, provider_dispute_id,
      dispute_reason, dispute_details, payment_amount, lesson_title, student_name, student_email, instructor_name,
      instructor_email, created_at, updated_at)
    select ${bookingId}::uuid, ${payment.id}::uuid, s.id, cp.id, ${dispute.source}, ${dispute.providerId},
      ${dispute.reason}, ${dispute.details}, ${dispute.amountCents}::integer, ${title}, s.full_name, s.email,
      coalesce(c.display_name, cp.full_name), cp.email, ${at}::timestamptz, ${at}::timestamptz
    from profiles s left join profiles cp on cp.id = ${instructorId}::uuid
    left join instructor_profiles c on c.user_id = cp.id
    where s.id = ${studentId}
    on conflict do nothing returning id`)
  return found.rows[0]?.id ?? null
}

/** When an invited student accepts: chargebacks of their payments, with the name and address of the account. */
export async function takeOverDisputes(
  _services: unknown,
  tx: Queryable,
  { invitedId, studentId }: AccountEvents['invited_student_accepted'],
): Promise<void> {
  // Raw: copies the current name and address.
  await tx.execute(sql`
    update payment_disputes d set student_id = s.id, student_name = s.full_name, student_email = s.email
    from profiles s where s.id = ${studentId}::uuid and d.student_id = ${invitedId}::uuid`)
}

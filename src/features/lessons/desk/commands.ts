import { eq } from 'drizzle-orm'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { noSuchBooking } from '#features/bookings/policy.ts'
import { findLesson } from '#features/bookings/queries.ts'
import { startRefund } from '#features/checkout/refunds.ts'
import { refundDueLines } from '#features/ledger/ledger.ts'
import { notifyCoachOfRefund } from '#features/lesson-letters/emails.ts'
import { paymentRefunds } from '#features/payments/tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import { AppError } from '#platform/errors.ts'
import { formatMoney } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import { lessonDeskNotes } from '../tables.ts'
import { readKept, whyNotRefund } from './refundable.ts'
import type { RefundLesson } from './schema.ts'

type By = { actor: Pick<Actor, 'userId'>; audit: Audit }

/**
 * Refunds part of a lesson's price to its student, independent of the cancellation terms. The lesson is
 * unchanged. Both sides get a letter. Idempotent.
 * @returns the cents that are refunded
 * @throws AppError no_such_booking, not_our_money, nothing_left, bank_decides, money_moved, more_than_kept
 */
export async function refundLesson(services: Services, { audit }: By, input: RefundLesson): Promise<number> {
  const { bookingId, refundId, amountCents } = input
  return await services.db.transaction(async (tx) => {
    const payment = await lockPayment(services, tx, { bookingId })
    if (!payment) throw noSuchBooking()
    const key = `support:${bookingId}:${refundId}`
    const [made] = await tx
      .select({ amountCents: paymentRefunds.amountCents })
      .from(paymentRefunds)
      .where(eq(paymentRefunds.businessKey, key))
    if (made) {
      // The first call wrote the entry in the audit log.
      await audit.record(tx)
      return made.amountCents
    }
    const kept = await readKept(tx, payment)
    const refusal = await whyNotRefund(tx, payment, kept)
    if (refusal) throw new AppError('conflict', refusal.reason, refusal.words)
    if (kept !== input.keptCents)
      throw new AppError(
        'conflict',
        'money_moved',
        `The amount left to refund changed to ${formatMoney(kept)}. Nothing was refunded. Please check the amount and confirm again.`,
      )
    if (amountCents > kept)
      throw new AppError('bad_input', 'more_than_kept', `You can refund at most ${formatMoney(kept)}.`)
    await startRefund(services, tx, payment, { key, amountCents, reason: 'support' })
    const fromCoachCents = refundDueLines(kept, amountCents, payment).coach_held ?? 0
    await notifyCoachOfRefund(services, tx, { bookingId, refundId, cents: amountCents, fromCoachCents })
    await audit.record(tx, {
      subjectId: payment.studentId,
      ids: { bookingId, instructorId: payment.instructorId },
      before: { keptCents: kept },
      after: { keptCents: kept - amountCents, refundCents: amountCents, fromCoachCents },
      reason: input.reason,
    })
    return amountCents
  })
}

/**
 * Adds a note about a lesson, for admins only. Idempotent.
 * @throws AppError no_such_booking
 */
export async function addLessonNote(
  services: Services,
  { actor, audit }: By,
  { bookingId, noteId, body }: { bookingId: string; noteId: string; body: string },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const lesson = await findLesson(tx, bookingId)
    if (!lesson) throw noSuchBooking()
    const added = await tx
      .insert(lessonDeskNotes)
      .values({ id: noteId, bookingId, authorId: actor.userId, body, createdAt: services.clock.now() })
      .onConflictDoNothing()
      .returning({ id: lessonDeskNotes.id })
    if (added.length === 0) return await audit.record(tx)
    await audit.record(tx, {
      subjectId: lesson.studentId,
      ids: { bookingId, noteId },
      after: { note: 'added' },
      reason: body,
    })
  })
}

import { and, eq, inArray, isNotNull, isNull, notExists } from 'drizzle-orm'
import type { LessonEvents } from '#features/bookings/events.ts'
import { bookings } from '#features/bookings/tables.ts'
import { postToLedger } from '#features/ledger/commands.ts'
import { present } from '#platform/columns.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { lessonProposals } from '../tables.ts'
import { creditReturnedLines, creditUsedLines } from './credit-lines.ts'
import { GRACE_DAYS } from './package.ts'
import { lessonCredits, lessonPackages } from './tables.ts'
import { endOfTerm } from './term.ts'

/** Records a lesson of a package as used. The caller must hold the lock on the package's row. */
export async function redeemCredit(
  tx: Queryable,
  redemption: { packageId: string; position: number; bookingId: string; valueCents: Cents; at: number },
): Promise<void> {
  const { packageId, position, bookingId, valueCents, at } = redemption
  await tx
    .update(lessonCredits)
    .set({ status: 'used', bookingId })
    .where(
      and(
        eq(lessonCredits.packageId, packageId),
        eq(lessonCredits.position, position),
        eq(lessonCredits.status, 'available'),
      ),
    )
  await postToLedger(tx, {
    key: `credit_used:${bookingId}`,
    kind: 'credit_used',
    bookingId,
    at,
    lines: creditUsedLines(valueCents),
  })
}

/**
 * Returns a lesson cancelled in time to its package, so that it can be booked again. When the coach, an
 * admin or the weather cancelled it, at least {@link GRACE_DAYS} days remain for that, and the student is reminded of a later
 * end. Nothing is returned to an ended package. A package that has no lesson left then completes its proposal.
 */
export async function returnCredit(
  _services: unknown,
  tx: Queryable,
  { packageId, ...cancelled }: LessonEvents['lesson_cancelled'],
): Promise<void> {
  if (packageId && !(await putBack(tx, { packageId, ...cancelled }))) await completeProposal(tx, packageId)
}

/** @returns false when the lesson is not returned to its package */
async function putBack(
  tx: Queryable,
  {
    packageId,
    bookingId,
    by,
    at,
    returnsCredit,
    isForWeather,
  }: LessonEvents['lesson_cancelled'] & { packageId: string },
): Promise<boolean> {
  if (!returnsCredit) return false
  const [open] = await tx
    .select({
      expiresAt: lessonPackages.expiresAt,
      instructorId: lessonPackages.instructorId,
      teachingLocationId: lessonPackages.teachingLocationId,
    })
    .from(lessonPackages)
    .where(and(eq(lessonPackages.id, packageId), isNull(lessonPackages.endedAt)))
    .for('update')
  if (!open) return false
  const [credit] = await tx
    .update(lessonCredits)
    .set({ status: 'available', bookingId: null })
    .where(and(eq(lessonCredits.packageId, packageId), eq(lessonCredits.bookingId, bookingId)))
    .returning({ valueCents: lessonCredits.valueCents })
  if (!credit) return false
  if (by !== 'student' || isForWeather) {
    const expiresAt = await endOfTerm(tx, open, at, GRACE_DAYS)
    // The student may have been reminded of the earlier end.
    if (expiresAt > open.expiresAt)
      await tx
        .update(lessonPackages)
        .set({ expiresAt, remindedAt: null })
        .where(eq(lessonPackages.id, packageId))
  }
  await postToLedger(tx, {
    key: `credit_returned:${bookingId}`,
    kind: 'credit_returned',
    bookingId,
    at,
    lines: creditReturnedLines(credit.valueCents),
  })
  return true
}

/** Completes the proposal of a package that has neither lessons left nor booked ones to come. */
export async function completeProposal(tx: Queryable, packageId: string): Promise<void> {
  const proposalOfIt = tx
    .select({ id: lessonPackages.proposalId })
    .from(lessonPackages)
    .where(and(eq(lessonPackages.id, packageId), isNotNull(lessonPackages.proposalId)))
  const available = tx
    .select({ position: lessonCredits.position })
    .from(lessonCredits)
    .where(and(eq(lessonCredits.packageId, packageId), eq(lessonCredits.status, 'available')))
  const toCome = tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.packageId, packageId), eq(bookings.status, 'confirmed')))
  await tx
    .update(lessonProposals)
    .set({ status: 'completed', lessonCompleted: true, updatedAt: present })
    .where(
      and(
        inArray(lessonProposals.id, proposalOfIt),
        eq(lessonProposals.status, 'scheduled'),
        notExists(available),
        notExists(toCome),
      ),
    )
}

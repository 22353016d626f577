import { and, eq, isNull } from 'drizzle-orm'
import type { LessonEvents } from '#features/bookings/events.ts'
import { postToLedger } from '#features/ledger/commands.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import type { Cents } from '#platform/money.ts'
import { creditReturnedLines, creditUsedLines } from './credit-lines.ts'
import { GRACE_DAYS } from './package.ts'
import { lessonCredits, lessonPackages } from './tables.ts'

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
 * admin or the weather cancelled it, at least {@link GRACE_DAYS} days remain for that. Nothing is returned to an ended
 * package.
 * @returns false when the lesson is not returned to a package
 */
export async function returnCredit(
  _services: unknown,
  tx: Queryable,
  { packageId, bookingId, by, at, returnsCredit, isForWeather }: LessonEvents['lesson_cancelled'],
): Promise<boolean> {
  if (!packageId || !returnsCredit) return false
  const [open] = await tx
    .select({ expiresAt: lessonPackages.expiresAt })
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
  if (by !== 'student' || isForWeather)
    await tx
      .update(lessonPackages)
      .set({ expiresAt: Math.max(open.expiresAt, at + GRACE_DAYS * DAY) })
      .where(eq(lessonPackages.id, packageId))
  await postToLedger(tx, {
    key: `credit_returned:${bookingId}`,
    kind: 'credit_returned',
    bookingId,
    at,
    lines: creditReturnedLines(credit.valueCents),
  })
  return true
}

import { and, eq, gt, or } from 'drizzle-orm'
import type { AccountEvents } from '#features/accounts/events.ts'
import type { Queryable } from '#platform/db.ts'
import type { TransactionServices } from '#ports/services.ts'
import { cancelLessonIn } from './cancellation/commands.ts'
import { bookings } from './tables.ts'

/** Handles the lessons of a suspended coach or student. */

/**
 * Cancels all upcoming lessons of a suspended user with a full refund, as an admin's cancellations do. Does
 * nothing when the lessons are kept.
 */
export async function cancelLessonsOfSuspended(
  services: TransactionServices,
  tx: Queryable,
  { userId, adminId, reason, promises, at }: AccountEvents['account_suspended'],
): Promise<void> {
  if (promises === 'keep') return
  const coming = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        or(eq(bookings.instructorId, userId), eq(bookings.studentId, userId)),
        // A payment applied concurrently may turn a hold into a lesson: it waits for this lock, or this
        // statement sees the result.
        or(eq(bookings.status, 'confirmed'), eq(bookings.status, 'pending')),
        gt(bookings.lessonDate, at),
      ),
    )
    .orderBy(bookings.lessonDate, bookings.id)
  for (const { id } of coming)
    await cancelLessonIn(services, tx, { userId: adminId, role: 'admin' }, { bookingId: id, reason })
}

import { and, eq, gt, or } from 'drizzle-orm'
import type { AccountEvents } from '#features/accounts/events.ts'
import type { Queryable } from '#platform/db.ts'
import type { TransactionServices } from '#ports/services.ts'
import { cancelLessonIn } from './cancellation/commands.ts'
import { bookings } from './tables.ts'

/** What becomes of lessons when one of their two people is suspended. */

/**
 * Cancels all lessons to come of somebody who is suspended, as an admin would one by one: everything that was paid goes back. Does
 * nothing where the lessons are kept.
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
        // A payment that is applied at this moment makes a hold a lesson: it waits for this lock, or this statement sees it.
        or(eq(bookings.status, 'confirmed'), eq(bookings.status, 'pending')),
        gt(bookings.lessonDate, at),
      ),
    )
    .orderBy(bookings.lessonDate, bookings.id)
  for (const { id } of coming)
    await cancelLessonIn(services, tx, { userId: adminId, role: 'admin' }, { bookingId: id, reason })
}

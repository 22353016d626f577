import { and, eq, gt, isNotNull, or } from 'drizzle-orm'
import type { AccountEvents } from '#features/accounts/events.ts'
import type { Queryable } from '#platform/db.ts'
import type { TransactionServices } from '#ports/services.ts'
import { cancelLessonIn, cancelSeats } from './cancellation/commands.ts'
import { bookings } from './tables.ts'

/** Handles the lessons of a suspended coach or student. */

/**
 * Cancels all upcoming lessons of a suspended user with a full refund, as an admin's cancellations do; of a coach
 * also the seats in clinics that have begun and are not over. Does nothing when the lessons are kept.
 * @returns whether something was canceled
 */
export async function cancelLessonsOfSuspended(
  services: TransactionServices,
  tx: Queryable,
  { userId, adminId, reason, promises, at }: AccountEvents['account_suspended'],
): Promise<boolean> {
  if (promises === 'keep') return false
  const coming = await tx
    .select({ id: bookings.id, clinicId: bookings.clinicId, studentId: bookings.studentId })
    .from(bookings)
    .where(
      and(
        or(eq(bookings.instructorId, userId), eq(bookings.studentId, userId)),
        // A payment applied concurrently may turn a hold into a lesson: it waits for this lock, or this
        // statement sees the result.
        or(eq(bookings.status, 'confirmed'), eq(bookings.status, 'pending')),
        or(
          gt(bookings.lessonDate, at),
          // A camp of a suspended coach ends with all its dates.
          and(isNotNull(bookings.clinicId), eq(bookings.instructorId, userId), gt(bookings.lessonEnd, at)),
        ),
      ),
    )
    .orderBy(bookings.lessonDate, bookings.id)
  const admin = { userId: adminId, role: 'admin' } as const
  // The seats of a student in a clinic have one letter.
  const together = Object.values(
    Object.groupBy(coming, ({ id, clinicId, studentId }) => (clinicId ? `${clinicId} ${studentId}` : id)),
  )
  let cancelled = 0
  for (const group of together) {
    const [bookingId, ...others] = group?.map(({ id }) => id) ?? []
    if (!bookingId) continue
    if (others.length > 0)
      cancelled += await cancelSeats(services, tx, admin, { bookingIds: [bookingId, ...others], reason })
    else if ((await cancelLessonIn(services, tx, admin, { bookingId, reason })).ok) cancelled++
  }
  return cancelled > 0
}

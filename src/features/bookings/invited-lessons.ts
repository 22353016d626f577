import { eq } from 'drizzle-orm'
import type { AccountEvents } from '#features/accounts/events.ts'
import { payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { bookings } from './tables.ts'

/** Lessons that a coach entered for an address belong to its account once it has accepted, with their payments. */
export async function takeOverLessons(
  _services: unknown,
  tx: Queryable,
  { invitedId, studentId }: AccountEvents['invited_student_accepted'],
): Promise<void> {
  await tx.update(bookings).set({ studentId }).where(eq(bookings.studentId, invitedId))
  await tx.update(payments).set({ studentId }).where(eq(payments.studentId, invitedId))
}

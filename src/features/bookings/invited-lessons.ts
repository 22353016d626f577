import { eq } from 'drizzle-orm'
import type { AccountEvents } from '#features/accounts/events.ts'
import { takeOverOrders } from '#features/payments/orders.ts'
import type { Queryable } from '#platform/db.ts'
import { bookings } from './tables.ts'

/**
 * Transfers the lessons and payments that a coach entered for an email address to the account that accepted
 * the invitation.
 */
export async function takeOverLessons(
  _services: unknown,
  tx: Queryable,
  { invitedId, studentId }: AccountEvents['invited_student_accepted'],
): Promise<void> {
  await tx.update(bookings).set({ studentId }).where(eq(bookings.studentId, invitedId))
  await takeOverOrders(tx, invitedId, studentId)
}

import { and, asc, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { bookings } from './tables.ts'

/** Which of some bookings are seats in a clinic (decision 0114), by their ids. */
export async function listSeats(db: Queryable, bookingIds: readonly string[]): Promise<string[]> {
  if (bookingIds.length === 0) return []
  const found = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(inArray(bookings.id, [...bookingIds]), isNotNull(bookings.clinicId)))
    .orderBy(asc(bookings.id))
  return found.map(({ id }) => id)
}

/** The seats that a student paid for in a clinic: booked ones, and ones that were cancelled or refunded later. */
export async function listPaidSeats(
  db: Queryable,
  { clinicId, studentId }: { clinicId: string; studentId: string },
): Promise<string[]> {
  const found = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.clinicId, clinicId),
        eq(bookings.studentId, studentId),
        ne(bookings.status, 'pending'),
        inArray(bookings.paymentStatus, ['completed', 'refunded', 'partially_refunded']),
      ),
    )
    .orderBy(asc(bookings.createdAt), asc(bookings.id))
  return found.map(({ id }) => id)
}

import { and, eq } from 'drizzle-orm'
import { checkGolfer } from '#features/golfers/commands.ts'
import { type Database, inTransaction } from '#platform/db.ts'
import { bookings } from './tables.ts'

/**
 * Changes who plays in the time that a student holds.
 * @param golferId one of the student's golfers; null when the student plays
 * @throws AppError no_such_golfer
 */
export async function changePlayer(
  db: Database,
  { bookingId, studentId }: { bookingId: string; studentId: string },
  golferId: string | null,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await checkGolfer(tx, studentId, golferId)
    await tx
      .update(bookings)
      .set({ golferId })
      .where(and(eq(bookings.id, bookingId), eq(bookings.studentId, studentId)))
  })
}

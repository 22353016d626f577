import { and, eq, sql } from 'drizzle-orm'
import { checkGolfer } from '#features/golfers/commands.ts'
import type { Actor } from '#platform/actor.ts'
import { type Database, inTransaction } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { noSuchBooking } from './policy.ts'
import { bookings } from './tables.ts'

/**
 * Changes who plays in the time that a student holds.
 * @param golferId one of the student's golfers; null when the student plays
 * @throws AppError no_such_golfer
 */
export async function changeHeldPlayer(
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

/**
 * Changes who plays a student's own lesson, until it begins. Calendars update their copies.
 * @param wish.golferId one of the student's golfers; null when the student plays
 * @throws AppError no_such_booking, no_such_golfer, lesson_over when the lesson has begun or is cancelled
 */
export async function changePlayer(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Actor,
  { bookingId, golferId }: { bookingId: string; golferId: string | null },
): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for('no key update')
    if (booking?.studentId !== actor.userId) throw noSuchBooking()
    const isComing = booking.status === 'pending' || booking.status === 'confirmed'
    if (!isComing || booking.lessonDate <= services.clock.now())
      throw new AppError('conflict', 'lesson_over', 'Who plays can be changed until the lesson begins.')
    if (booking.golferId === golferId) return
    await checkGolfer(tx, actor.userId, golferId)
    await tx
      .update(bookings)
      .set({ golferId, changeNumber: sql`${bookings.changeNumber} + 1` })
      .where(eq(bookings.id, bookingId))
  })
}

import { and, eq, ne, sql } from 'drizzle-orm'
import { checkGolfer } from '#features/golfers/commands.ts'
import type { Actor } from '#platform/actor.ts'
import { type Database, inTransaction, type Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { publish } from '#platform/reactions.ts'
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
 * @throws AppError no_such_booking, no_such_golfer, lesson_over when the lesson has begun or is cancelled, already_in
 */
export async function changePlayer(
  services: Services,
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
    if (booking.clinicId) await refuseSecondSeat(tx, booking, golferId)
    await tx
      .update(bookings)
      .set({ golferId, detailNumber: sql`${bookings.detailNumber} + 1` })
      .where(eq(bookings.id, bookingId))
    await publish(services, tx, 'lesson_details_changed', { bookingId })
  })
}

/** Each person has one seat in a clinic. The student's own seats are locked, so that two changes wait for each other. */
async function refuseSecondSeat(
  tx: Queryable,
  { clinicId, studentId }: Pick<typeof bookings.$inferSelect, 'clinicId' | 'studentId'>,
  golferId: string | null,
) {
  const seats = await tx
    .select({ golferId: bookings.golferId })
    .from(bookings)
    .where(
      and(
        eq(bookings.clinicId, clinicId ?? ''),
        eq(bookings.studentId, studentId),
        ne(bookings.status, 'cancelled'),
      ),
    )
    .for('no key update')
  if (seats.some((seat) => seat.golferId === golferId))
    throw new AppError('conflict', 'already_in', 'This person has a seat in the clinic already.')
}

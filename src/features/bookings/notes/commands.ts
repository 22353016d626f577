import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor } from '#platform/actor.ts'
import { present } from '#platform/columns.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { publish } from '#platform/reactions.ts'
import type { Services } from '#ports/services.ts'
import { noSuchBooking } from '../policy.ts'
import { bookingNotes, bookings } from '../tables.ts'
import type { changeBookingNoteSchema } from './schema.ts'

/** Stores a student's note about a booking, or removes it when it is empty. The caller checks whose booking it is. */
export async function storeNote(db: Queryable, bookingId: string, note: string): Promise<void> {
  if (note === '') {
    await db.delete(bookingNotes).where(eq(bookingNotes.bookingId, bookingId))
    return
  }
  await db
    .insert(bookingNotes)
    .values({ bookingId, note })
    .onConflictDoUpdate({ target: bookingNotes.bookingId, set: { note, updatedAt: present } })
}

/**
 * Changes a student's own note until the lesson begins. Calendars update their copies.
 * @throws AppError no_such_booking, lesson_over when the lesson has begun or is cancelled
 */
export async function changeBookingNote(
  services: Services,
  actor: Actor,
  { bookingId, note }: z.output<typeof changeBookingNoteSchema>,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for('no key update')
    if (booking?.studentId !== actor.userId) throw noSuchBooking()
    const isComing = booking.status === 'pending' || booking.status === 'confirmed'
    if (!isComing || booking.lessonDate <= services.clock.now())
      throw new AppError('conflict', 'lesson_over', 'The note can be changed until the lesson begins.')
    await storeNote(tx, bookingId, note)
    await tx
      .update(bookings)
      .set({ detailNumber: sql`${bookings.detailNumber} + 1` })
      .where(eq(bookings.id, bookingId))
    await publish(services, tx, 'lesson_details_changed', { bookingId })
  })
}

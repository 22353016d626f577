import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'

/** Says when the coach's share of a lesson is to go out. A lesson has one share; saying it again changes nothing. */
export async function schedulePayout(
  tx: Queryable,
  lesson: { bookingId: string; instructorId: string; dueAt: number },
): Promise<void> {
  await tx.execute(sql`
    insert into payouts (booking_id, instructor_id, due_at)
    values (${lesson.bookingId}, ${lesson.instructorId}, ${new Date(lesson.dueAt)})
    on conflict (booking_id) do nothing`)
}

import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { COMPLETES_AFTER_HOURS } from './completion.ts'

/**
 * Booked lessons that ended long enough ago and have no open problem, longest over first.
 * @param now milliseconds since 1970, UTC
 * @param bookingId only this one
 */
export async function listLessonsToComplete(
  db: Queryable,
  now: number,
  bookingId?: string,
): Promise<string[]> {
  const endedBy = new Date(now - COMPLETES_AFTER_HOURS * 3_600_000)
  const found = await db.execute<{ id: string }>(sql`
    select b.id from bookings b
    where b.status = 'confirmed' and b.lesson_end <= ${endedBy} and b.id = coalesce(${bookingId ?? null}::uuid, b.id)
      and not has_open_problem(b.id)
    order by b.lesson_end limit 500`)
  return found.rows.map((row) => row.id)
}

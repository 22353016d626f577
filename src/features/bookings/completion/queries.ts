import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { COMPLETES_AFTER_HOURS } from './completion.ts'

/** A lesson to complete. `ended` is PostgreSQL's text with microseconds, used as a page cursor. */
export interface DueLesson extends Record<string, unknown> {
  id: string
  ended: string
}

/**
 * Booked lessons that ended long enough ago, were not called off, have no open problem, and whose coach was not suspended before
 * they began, or for a seat before the clinic was over: earliest end first, 500 at a time. Includes only lessons with a payment row, which every lesson
 * taken through `slots.ts` has: without one a lesson cannot be completed, and every run would retry it.
 * @param now milliseconds since 1970, UTC
 * @param which a single lesson, or the lessons after the last one of the previous page
 */
export async function listLessonsToComplete(
  db: Queryable,
  now: number,
  which: { bookingId?: string; after?: DueLesson | undefined } = {},
): Promise<DueLesson[]> {
  const endedBy = new Date(now - COMPLETES_AFTER_HOURS * 3_600_000)
  const { bookingId = null, after = null } = which
  // Raw: pages by an instant with microseconds, and calls a database function.
  const found = await db.execute<DueLesson>(sql`
    select b.id, b.lesson_end::text as ended from bookings b
    where b.status = 'confirmed' and b.called_off_at is null and b.lesson_end <= ${endedBy} and b.id = coalesce(${bookingId}::uuid, b.id)
      and (${after?.ended ?? null}::timestamptz is null
        or (b.lesson_end, b.id) > (${after?.ended ?? null}::timestamptz, ${after?.id ?? null}::uuid))
      and exists (select from payments p where p.booking_id = b.id) and not has_open_problem(b.id)
      -- It is unknown whether a suspended coach has taught the lesson: an admin decides.
      and not exists (select from profiles c where c.id = b.instructor_id 
        and c.suspended_at <= case when b.clinic_id is null then b.lesson_date else b.lesson_end end)
    order by b.lesson_end, b.id limit 500`)
  return found.rows
}

import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Reminder } from './reminder.ts'

/**
 * Booked lessons whose people have not had this reminder, soonest first. Whoever agreed on the time when the reminder was due
 * already, or later, needs none: the message about that said it.
 * @param now milliseconds since 1970, UTC
 */
export async function listLessonsToRemind(
  db: Queryable,
  reminder: Reminder,
  now: number,
): Promise<{ id: string; start: number }[]> {
  const latest = new Date(now + reminder.before)
  const earliest = new Date(now + reminder.until)
  const lead = reminder.before / 1_000
  const found = await db.execute<{ id: string; start: string }>(sql`
    select b.id, extract(epoch from b.lesson_date) * 1000 as start
    from bookings b left join payments p on p.booking_id = b.id
    where b.status = 'confirmed' and not b.is_demo and b.lesson_date > ${earliest} and b.lesson_date <= ${latest}
      and greatest(coalesce(p.paid_at, b.created_at),
        (select max(m.moved_at) from lesson_moves m where m.booking_id = b.id))
        < b.lesson_date - make_interval(secs => ${lead})
      and not exists (select from notifications n where n.user_id = b.student_id and n.kind = 'lesson_reminder'
        and n.business_key = b.id || ':' || ${reminder.name}::text || ':' || round(extract(epoch from b.lesson_date) * 1000))
    order by b.lesson_date limit 500`)
  return found.rows.map((row) => ({ id: row.id, start: Math.round(Number(row.start)) }))
}

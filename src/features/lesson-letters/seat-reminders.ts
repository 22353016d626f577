import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { doEach } from '#platform/each-item.ts'
import type { Services } from '#ports/services.ts'
import { notifyParties } from './emails.ts'
import { remindOfLessonsJob } from './jobs.ts'
import { listLetterLessons } from './queries.ts'
import { occasionOf, type Reminder } from './reminder.ts'
import { seatsReminderFor } from './seat-words.ts'

/**
 * Reminds students of clinics: of each date, once for all their seats.
 * @returns how many reminders
 */
export async function remindOfSeats(services: Services, reminder: Reminder): Promise<number> {
  return await doEach(services, {
    name: `${remindOfLessonsJob.name}/seats-${reminder.name}`,
    items: await listSeatsToRemind(services.db, reminder, services.clock.now()),
    idOf: ({ bookingIds, start }) => `${bookingIds[0]}:${start}`,
    work: ({ bookingIds, start }) =>
      services.db.transaction(async (tx) => {
        const [first, ...others] = await listLetterLessons(services, tx, bookingIds)
        if (!first) return
        await notifyParties(services, tx, first.lesson.id, () => ({
          letters: [seatsReminderFor([first, ...others], reminder.lead, start)],
          occasion: occasionOf(reminder, start),
          date: start,
          isOfSeries: others.length > 0,
        }))
      }),
  })
}

/** The seats of a student on a date of a clinic, the oldest first. */
interface SeatsToRemind {
  bookingIds: string[]
  /** Milliseconds since 1970, UTC. */
  start: number
}

/**
 * Lists dates of clinics with the seats of each student who has not had this reminder, soonest first. Excludes seats that were
 * booked after the reminder was due.
 */
async function listSeatsToRemind(db: Queryable, reminder: Reminder, now: number): Promise<SeatsToRemind[]> {
  const latest = new Date(now + reminder.before)
  const earliest = new Date(now + reminder.until)
  const lead = reminder.before / 1_000
  const found = await db.execute<{ ids: string[]; start: string }>(sql`
    select array_agg(b.id order by b.created_at, b.id) as ids, extract(epoch from d.starts_at) * 1000 as start
    from clinic_dates d join clinics c on c.id = d.clinic_id and c.status = 'published'
      join bookings b on b.clinic_id = d.clinic_id left join payments p on p.booking_id = b.id
    where b.status = 'confirmed' and b.called_off_at is null and d.starts_at > ${earliest} and d.starts_at <= ${latest}
      and coalesce(p.paid_at, b.created_at) < d.starts_at - make_interval(secs => ${lead})
      and not exists (
        select from bookings o join notifications n on n.user_id = o.student_id and n.kind = 'lesson_reminder'
          and n.business_key = o.id || ':' || ${reminder.name}::text || ':' || round(extract(epoch from d.starts_at) * 1000)
        where o.clinic_id = d.clinic_id and o.student_id = b.student_id)
    group by b.student_id, d.id, d.starts_at order by d.starts_at limit 500`)
  return found.rows.map(({ ids, start }) => ({ bookingIds: ids, start: Math.round(Number(start)) }))
}

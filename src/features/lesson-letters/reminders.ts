import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { doEach } from '#platform/each-item.ts'
import type { Services } from '#ports/services.ts'
import { notifyParties } from './emails.ts'
import { remindOfLessonsJob } from './jobs.ts'
import { fillInLesson } from './lesson-letter.ts'
import { lessonReminderStudent } from './letters.ts'
import { occasionOf, type Reminder, reminders } from './reminder.ts'
import { remindOfSeats } from './seat-reminders.ts'

/**
 * Reminds the student of every lesson and clinic that is a day or two hours away: once for each time the lesson has. The
 * lesson is checked again when a message is sent. Coaches get one summary per day: see `tomorrow.ts`.
 * @returns how many lessons
 */
export async function remindOfLessons(services: Services): Promise<number> {
  let reminded = 0
  for (const reminder of reminders) {
    reminded += await remindOfSeats(services, reminder)
    reminded += await doEach(services, {
      name: `${remindOfLessonsJob.name}/${reminder.name}`,
      items: await listLessonsToRemind(services.db, reminder, services.clock.now()),
      idOf: ({ id }) => id,
      work: ({ id, start }) =>
        services.db.transaction((tx) =>
          notifyParties(services, tx, id, () => ({
            letters: [fillInLesson(lessonReminderStudent, { lead: reminder.lead })],
            occasion: occasionOf(reminder, start),
          })),
        ),
    })
  }
  return reminded
}

/**
 * Lists booked lessons, without seats in clinics, whose students have not had this reminder, soonest first. Excludes students who agreed
 * on the time after the reminder was due, since the confirmation told them, and students without an email
 * address.
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
    from bookings b join profiles s on s.id = b.student_id and s.entered_by is null and not s.is_invited
    left join payments p on p.booking_id = b.id
    where b.status = 'confirmed' and b.clinic_id is null and b.called_off_at is null and not b.is_demo and b.lesson_date > ${earliest} and b.lesson_date <= ${latest}
      and greatest(coalesce(p.paid_at, b.created_at),
        (select max(m.moved_at) from lesson_moves m where m.booking_id = b.id))
        < b.lesson_date - make_interval(secs => ${lead})
      and not exists (select from notifications n where n.user_id = b.student_id and n.kind = 'lesson_reminder'
        and n.business_key = b.id || ':' || ${reminder.name}::text || ':' || round(extract(epoch from b.lesson_date) * 1000))
    order by b.lesson_date limit 500`)
  return found.rows.map((row) => ({ id: row.id, start: Math.round(Number(row.start)) }))
}

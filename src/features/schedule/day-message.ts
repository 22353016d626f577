import { sql } from 'drizzle-orm'
import { sendRefusalTexts } from '#features/messages/message.ts'
import { startConversation } from '#features/messages/new-conversation.ts'
import type { Actor } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services } from '#ports/services.ts'
import type { DayMessageInput, DayMessageSent } from './schema.ts'

/**
 * Sends a text to every student a coach teaches on a date, each as an ordinary message with the usual blocks,
 * limits and notifications. Idempotent by `clientId`.
 * @param input.date in the coach's zone
 * @returns how many students got it, and who did not, with the reason
 */
export async function messageStudentsOfDay(
  services: Services,
  coach: Actor,
  { date, content, clientId }: DayMessageInput,
): Promise<DayMessageSent> {
  // Raw: days in the coach's zone.
  const found = await services.db.execute<{ id: string; name: string; has_email: boolean }>(sql`
    select s.id, s.full_name as name, s.entered_by is null as has_email
    from instructor_profiles c join bookings b on b.instructor_id = c.user_id join profiles s on s.id = b.student_id
    where c.user_id = ${coach.userId}::uuid and b.status = 'confirmed'
      and b.lesson_end > ${new Date(services.clock.now())}
      and (b.lesson_date at time zone c.time_zone)::date = ${date}::date
    group by s.id order by min(b.lesson_date) limit 50`)
  const notSent: DayMessageSent['notSent'] = []
  for (const { id: studentId, name, has_email: hasEmail } of found.rows) {
    const why = hasEmail
      ? await sendTo(services, coach, { studentId, content, clientId: uuidV8(`${clientId}:${studentId}`) })
      : 'No email address here: call or text instead.'
    if (why !== null) notSent.push({ name, why })
  }
  return { sent: found.rows.length - notSent.length, notSent }
}

/** @returns why it was not sent, as text to display; null when it was sent */
async function sendTo(
  services: Services,
  coach: Actor,
  message: { studentId: string; content: string; clientId: string },
): Promise<string | null> {
  try {
    const sent = await startConversation(services, coach, { ...message, attachmentIds: [] })
    return sent.ok ? null : sendRefusalTexts[sent.reason]
  } catch (error) {
    // A limit reached for one student must not hide the results of the others.
    if (error instanceof AppError) return error.message
    throw error
  }
}

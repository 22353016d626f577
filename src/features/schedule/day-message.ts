import { sql } from 'drizzle-orm'
import { sendRefusalTexts } from '#features/messages/message.ts'
import { startConversation } from '#features/messages/new-conversation.ts'
import type { Actor } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services } from '#ports/services.ts'
import type { DayMessageInput, DayMessageSent } from './schema.ts'

/**
 * Sends one text to every student whom a coach teaches on a date, to each as an ordinary message: blocks, limits and notifications are
 * those of messages. The same `clientId` again sends nothing more.
 * @param input.date by the clock where the coach teaches
 * @returns how many have it, and who does not, with the reason
 */
export async function messageStudentsOfDay(
  services: Services,
  coach: Actor,
  { date, content, clientId }: DayMessageInput,
): Promise<DayMessageSent> {
  // Raw: days by the coach's own clock.
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

/** @returns why it was not sent, in words for people; null when it was */
async function sendTo(
  services: Services,
  coach: Actor,
  message: { studentId: string; content: string; clientId: string },
): Promise<string | null> {
  try {
    const sent = await startConversation(services, coach, { ...message, attachmentIds: [] })
    return sent.ok ? null : sendRefusalTexts[sent.reason]
  } catch (error) {
    // One that meets a limit keeps no other from being told which were sent.
    if (error instanceof AppError) return error.message
    throw error
  }
}

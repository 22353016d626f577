import { sql } from 'drizzle-orm'
import { sendRefusalTexts } from '#features/messages/message.ts'
import { writeToOwnStudent } from '#features/messages/new-conversation.ts'
import type { Actor } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services } from '#ports/services.ts'
import { boundsOf } from './day-parts.ts'
import { readPlaceInView } from './queries.ts'
import type { ClinicMessageInput, DayMessageInput, SentToSeveral } from './schema.ts'

/**
 * One text to several students of a coach, to each as an ordinary message in their own conversation, with the usual blocks, limits and
 * notifications.
 */

/** Students in one message; the seats of the largest clinic. */
const MOST_STUDENTS = 50

interface Recipient extends Record<string, unknown> {
  id: string
  name: string
  has_email: boolean
}

/**
 * Sends a text to every student with a lesson of the coach on a date; participants of clinics have a message of their own. Idempotent by
 * `clientId`.
 * @param input.date in the zone of the place, as in the calendar
 * @returns how many students got it, and who did not, with the reason
 * @throws AppError no_such_place
 */
export async function messageStudentsOfDay(
  services: Services,
  coach: Actor,
  { date, placeId, ...message }: DayMessageInput,
): Promise<SentToSeveral> {
  const { zone } = await readPlaceInView(services.db, coach.userId, placeId)
  const { start, end } = boundsOf(date, zone)
  // Raw: a student with several lessons is one recipient.
  const found = await services.db.execute<Recipient>(sql`
    select s.id, s.full_name as name, s.entered_by is null as has_email
    from bookings b join profiles s on s.id = b.student_id
    where b.instructor_id = ${coach.userId}::uuid and b.status = 'confirmed' and b.clinic_id is null
      and b.lesson_date < ${new Date(end)} and b.lesson_end > ${new Date(Math.max(start, services.clock.now()))}
    group by s.id order by min(b.lesson_date) limit ${MOST_STUDENTS}`)
  return await sendToAll(services, coach, found.rows, message)
}

/**
 * Sends a text to every student who paid for a seat in a clinic of the coach. Idempotent by `clientId`.
 * @returns how many students got it, and who did not, with the reason; both are empty for a clinic of another coach
 */
export async function messageParticipants(
  services: Services,
  coach: Actor,
  { clinicId, ...message }: ClinicMessageInput,
): Promise<SentToSeveral> {
  // Raw: a student with several seats is one recipient.
  const found = await services.db.execute<Recipient>(sql`
    select s.id, s.full_name as name, s.entered_by is null as has_email
    from bookings b join profiles s on s.id = b.student_id
    where b.clinic_id = ${clinicId}::uuid and b.instructor_id = ${coach.userId}::uuid and b.status in ('confirmed', 'completed')
    group by s.id order by min(b.created_at), s.id limit ${MOST_STUDENTS}`)
  return await sendToAll(services, coach, found.rows, message)
}

async function sendToAll(
  services: Services,
  coach: Actor,
  recipients: readonly Recipient[],
  { content, clientId }: { content: string; clientId: string },
): Promise<SentToSeveral> {
  const notSent: SentToSeveral['notSent'] = []
  for (const { id: studentId, name, has_email: hasEmail } of recipients) {
    const why = hasEmail
      ? await sendTo(services, coach, { studentId, content, clientId: uuidV8(`${clientId}:${studentId}`) })
      : 'No email address here: call or text instead.'
    if (why !== null) notSent.push({ name, why })
  }
  return { sent: recipients.length - notSent.length, notSent }
}

/** @returns why it was not sent, as text to display; null when it was sent */
async function sendTo(
  services: Services,
  coach: Actor,
  message: { studentId: string; content: string; clientId: string },
): Promise<string | null> {
  try {
    const sent = await writeToOwnStudent(services, coach, { ...message, attachmentIds: [] })
    return sent.ok ? null : sendRefusalTexts[sent.reason]
  } catch (error) {
    // A limit reached for one student must not hide the results of the others.
    if (error instanceof AppError) return error.message
    throw error
  }
}

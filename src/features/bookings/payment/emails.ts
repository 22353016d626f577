import { type MessageJob, sendTemplatedEmail, sendTemplatedSms } from '#features/notifications/jobs.ts'
import type { Queryable } from '#platform/db.ts'
import { uuidFrom } from '#platform/ids.ts'
import { formatMoney } from '#platform/money.ts'
import { formatDuration, formatLesson } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { findLesson } from '../queries.ts'
import type { Lesson } from '../schema.ts'

type Sending = Pick<Services, 'jobs' | 'env'>

/** Tells student and coach that the lesson stands, in the transaction that made it so. Once each, however often it runs. */
export async function announceConfirmed(services: Sending, tx: Queryable, bookingId: string): Promise<void> {
  const lesson = await findLesson(tx, bookingId)
  if (!lesson) return
  const variables = lessonVariables(services, lesson)
  for (const [template, userId] of [
    ['booking-confirmed-student', lesson.studentId],
    ['booking-confirmed-coach', lesson.instructorId],
  ] as const) {
    await enqueue(services, tx, { key: `${template}:${bookingId}`, template, userId, variables })
  }
}

/** Tells the student that money is on its way back. */
export async function announceRefund(
  services: Sending,
  tx: Queryable,
  bookingId: string,
  refundedCents: number,
) {
  const lesson = await findLesson(tx, bookingId)
  if (!lesson) return
  const variables = { ...lessonVariables(services, lesson), refund: formatMoney(refundedCents) }
  const template = 'booking-refunded-student'
  const key = `${template}:${bookingId}:${refundedCents}`
  await services.jobs.send(
    tx,
    sendTemplatedEmail,
    { key, template, userId: lesson.studentId, variables },
    { id: uuidFrom(key) },
  )
}

async function enqueue(services: Sending, tx: Queryable, message: MessageJob) {
  await services.jobs.send(tx, sendTemplatedEmail, message, { id: uuidFrom(`email:${message.key}`) })
  await services.jobs.send(tx, sendTemplatedSms, message, { id: uuidFrom(`sms:${message.key}`) })
}

function lessonVariables(services: Sending, lesson: Lesson): Record<string, string> {
  return {
    student_name: lesson.student.name,
    coach_name: lesson.coach.label,
    lesson_title: lesson.title,
    lesson_when: formatLesson(lesson.start, lesson.durationMinutes, lesson.zone),
    duration: formatDuration(lesson.durationMinutes),
    place_name: lesson.location.name,
    place_address: lesson.location.address ?? '',
    price: formatMoney(lesson.priceCents),
    lesson_url: `${services.env.appUrl}/lessons`,
    calendar_url: `${services.env.appUrl}/lessons`,
    support_email: 'support@greenside.example',
  }
}

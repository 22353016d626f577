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
  await tellPeople(services, tx, bookingId, {
    templates: { student: 'booking-confirmed-student', coach: 'booking-confirmed-coach' },
    bySms: true,
  })
}

export interface Telling {
  /** The template for either side; a side without one is told nothing. */
  templates: { student?: string; coach?: string }
  /** Added to what every message about a lesson can name. */
  variables?: Record<string, string>
  /** Set where the same thing may happen to a lesson more than once: tells the times apart. */
  occasion?: string
  bySms?: boolean
}

/** Writes to the people of a lesson, in the transaction that gave reason to: each template once a booking and occasion. */
export async function tellPeople(
  services: Sending,
  tx: Queryable,
  bookingId: string,
  telling: Telling,
): Promise<void> {
  const lesson = await findLesson(tx, bookingId)
  if (!lesson) return
  const variables = { ...lessonVariables(services, lesson), ...telling.variables }
  const { student, coach } = telling.templates
  for (const [template, userId] of [
    [student, lesson.studentId],
    [coach, lesson.instructorId],
  ] as const) {
    if (!template) continue
    const key = [template, bookingId, telling.occasion].filter(Boolean).join(':')
    await enqueue(services, tx, { key, template, userId, variables }, telling.bySms ?? false)
  }
}

/** Tells the student that money is on its way back. */
export async function announceRefund(
  services: Sending,
  tx: Queryable,
  bookingId: string,
  refundedCents: number,
) {
  await tellPeople(services, tx, bookingId, {
    templates: { student: 'booking-refunded-student' },
    variables: { refund: formatMoney(refundedCents) },
    occasion: String(refundedCents),
  })
}

async function enqueue(services: Sending, tx: Queryable, message: MessageJob, bySms: boolean) {
  await services.jobs.send(tx, sendTemplatedEmail, message, { id: uuidFrom(`email:${message.key}`) })
  if (bySms) await services.jobs.send(tx, sendTemplatedSms, message, { id: uuidFrom(`sms:${message.key}`) })
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
    lesson_url: `${services.env.appUrl}/lessons?lesson=${lesson.id}`,
    calendar_url: `${services.env.appUrl}/lessons`,
    rebook_url: `${services.env.appUrl}/instructor/${lesson.coach.id}#instant-book-section`,
    support_email: 'support@greenside.example',
  }
}

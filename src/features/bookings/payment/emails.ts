import { sql } from 'drizzle-orm'
import { notifyUser } from '#features/notifications/commands.ts'
import { sendTemplatedEmail } from '#features/notifications/jobs.ts'
import { fillText } from '#features/notifications/template/template.ts'
import type { Queryable } from '#platform/db.ts'
import { uuidFrom } from '#platform/ids.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import { lessonHref } from '../actions/components/doing.ts'
import { announcements, lessonVariables } from '../announcements/announcement.ts'
import { calendarVariables } from '../calendar/queries.ts'
import { findLesson } from '../queries.ts'
import { type RefundReason, refundReasonText } from '../refund/refund.ts'
import type { Lesson } from '../schema.ts'

/** What it takes to tell somebody something about a lesson. */
export type Telling = Pick<Services, 'jobs' | 'env' | 'clock'>

/** Tells student and coach that the lesson stands, in the transaction that made it so. Once each, however often it runs. */
export async function announceConfirmed(services: Telling, tx: Queryable, bookingId: string): Promise<void> {
  await tellPeople(services, tx, bookingId, {
    templates: { student: 'booking-confirmed-student', coach: 'booking-confirmed-coach' },
    bySms: true,
  })
}

interface Reason {
  /** The template for either side; a side without one is told nothing. */
  templates: { student?: string; coach?: string }
  /** Added to what every message about a lesson can name. */
  variables?: Record<string, string>
  /** Set where the same thing may happen to a lesson more than once: tells the times apart. */
  occasion?: string
  bySms?: boolean
}

/**
 * Tells the people of a lesson, in the transaction that gave reason to: in their list, by email, and by text and push where
 * they want that. Each template once a booking and occasion.
 */
export async function tellPeople(
  services: Telling,
  tx: Queryable,
  bookingId: string,
  reason: Reason,
): Promise<void> {
  const lesson = await findLesson(tx, bookingId)
  if (!lesson) return
  const { student, coach } = reason.templates
  for (const [template, userId, as] of [
    [student, lesson.studentId, 'student'],
    [coach, lesson.instructorId, 'coach'],
  ] as const) {
    if (!template) continue
    const variables = {
      ...lessonVariables(services.env.appUrl, lesson),
      ...calendarVariables(services.env, lesson, as),
      ...reason.variables,
    }
    await tellPerson(services, tx, { template, userId, lesson, variables, reason })
  }
}

interface OneTelling {
  template: string
  userId: string
  lesson: Lesson
  variables: Record<string, string>
  reason: Reason
}

async function tellPerson(services: Telling, tx: Queryable, telling: OneTelling): Promise<void> {
  const { template, userId, lesson, variables, reason } = telling
  const businessKey = [lesson.id, reason.occasion].filter(Boolean).join(':')
  const words = announcements[template]
  // The two sides have templates of their own.
  const key = `${template}:${businessKey}`
  if (!words) {
    const message = { key, template, userId, variables }
    await services.jobs.send(tx, sendTemplatedEmail, message, { id: uuidFrom(`email:${key}`) })
    return
  }
  await notifyUser(services, tx, {
    userId,
    kind: words.kind,
    businessKey,
    title: fillText(words.title, variables),
    body: fillText(words.body, variables),
    href: lessonHref(lesson.id, words.opens),
    email: { templateKey: template, key, variables },
    ...(reason.bySms ? { sms: { templateKey: template, key, variables } } : {}),
    about: { bookingId: lesson.id, changeNumber: lesson.changeNumber, start: Date.parse(lesson.start) },
  })
}

/**
 * Tells the student that money for a lesson is on its way back, and why.
 * @param refund.cents what was sent now; refund.total all that went back of the payment so far, which names the time
 */
export async function announceRefund(
  services: Telling,
  tx: Queryable,
  bookingId: string,
  refund: { cents: Cents; total: Cents; reason: RefundReason | null },
) {
  const timeIsTaken = refund.reason === 'late_payment' && (await isTimeTaken(tx, bookingId))
  await tellPeople(services, tx, bookingId, {
    templates: { student: 'booking-refunded-student' },
    variables: {
      refund: formatMoney(refund.cents),
      refund_reason: refundReasonText(refund.reason, timeIsTaken),
    },
    occasion: String(refund.total),
  })
}

/** Whether another lesson of the coach is in the time of this one. */
async function isTimeTaken(tx: Queryable, bookingId: string): Promise<boolean> {
  const found = await tx.execute(sql`
    select 1 from bookings b join bookings other on other.instructor_id = b.instructor_id and other.id <> b.id
      and other.status in ('pending', 'confirmed', 'completed')
      and other.lesson_date < b.lesson_end and other.lesson_end > b.lesson_date
    where b.id = ${bookingId} limit 1`)
  return found.rows.length > 0
}

import { lessonVariables } from '#features/bookings/announcements/announcement.ts'
import { findLesson } from '#features/bookings/queries.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'

/** Tells a coach that a review can be read, in the transaction that opened it. Once a lesson. */
export async function announceReview(
  services: Pick<Services, 'jobs' | 'env' | 'clock'>,
  tx: Queryable,
  bookingId: string,
): Promise<void> {
  const lesson = await findLesson(tx, bookingId)
  if (!lesson) return
  const href = '/reviews'
  const facts = lessonVariables(services.env.appUrl, lesson)
  const variables = {
    ...facts,
    reviews_url: `${services.env.appUrl}${href}`,
  }
  await notifyUser(services, tx, {
    userId: lesson.instructorId,
    kind: 'review_received',
    businessKey: bookingId,
    title: `${lesson.student.name} reviewed your lesson`,
    body: `Of ${facts.lesson_when ?? ''}. Everybody can read it now.`,
    href,
    email: { templateKey: 'review-received-coach', variables },
  })
}

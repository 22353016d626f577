import { lessonVariables } from '#features/lesson-letters/lesson-letter.ts'
import { findLetterLesson } from '#features/lesson-letters/queries.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { reviewReceivedCoach, reviewReceivedKind } from './letters.ts'

/** Tells a coach that a review can be read, in the transaction that opened it. Once a lesson. */
export async function announceReview(
  services: Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>,
  tx: Queryable,
  bookingId: string,
): Promise<void> {
  const found = await findLetterLesson(services, tx, bookingId)
  if (!found) return
  const { lesson, money } = found
  const { appUrl } = services.env
  const href = '/reviews'
  const variables = {
    ...lessonVariables(appUrl, lesson, money, services.clock.now()),
    reviews_url: `${appUrl}${href}`,
  }
  await notifyUser(services, tx, {
    userId: lesson.instructorId,
    kind: reviewReceivedKind,
    businessKey: bookingId,
    title: `${lesson.student.name} reviewed your lesson`,
    body: `Of ${variables.lesson_when}. Everybody can read it now.`,
    href,
    email: fillIn(reviewReceivedCoach, variables),
    about: { what: 'review', bookingId },
  })
}

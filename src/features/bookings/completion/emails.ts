import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import type { LessonEvents } from '../events.ts'
import { opensAt, reportableUntil } from '../feedback.ts'
import { noShowForStudent, reviewRequestForStudent } from '../letter-words.ts'
import { notifyParties } from '../payment/emails.ts'

/**
 * Tells the student what became of a lesson: one that was taught asks for a review, one that the coach reported as missed
 * says until when she can object. Once a lesson.
 */
export async function announceCompleted(
  services: Pick<Services, 'jobs' | 'env' | 'clock'>,
  tx: Queryable,
  { bookingId, lessonEnd, outcome }: LessonEvents['lesson_completed'],
): Promise<void> {
  const { env, clock } = services
  const objectUntil = reportableUntil(lessonEnd)
  await notifyParties(services, tx, bookingId, ({ lesson, money }) => ({
    letters: [
      outcome === 'taught'
        ? reviewRequestForStudent(env.appUrl, lesson, {
            publishedAt: opensAt(lessonEnd),
            objectUntil,
            now: clock.now(),
          })
        : noShowForStudent(env.appUrl, lesson, { money, objectUntil }),
    ],
  }))
}

import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import type { LessonEvents } from '../events.ts'
import { movedFor } from '../letter-words.ts'
import { notifyParties } from '../payment/emails.ts'

/** Tells both sides the new time, beside the old one. Once for each move. */
export async function announceMoved(
  services: Pick<Services, 'jobs' | 'env' | 'clock'>,
  tx: Queryable,
  { bookingId, ...moved }: LessonEvents['lesson_moved'],
): Promise<void> {
  await notifyParties(services, tx, bookingId, ({ lesson }) => ({
    letters: [movedFor('student', lesson, moved), movedFor('coach', lesson, moved)],
    occasion: String(lesson.changeNumber),
  }))
}

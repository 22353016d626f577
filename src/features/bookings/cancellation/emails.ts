import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import type { LessonEvents } from '../events.ts'
import { cancelledForCoach, cancelledForStudent } from '../letter-words.ts'
import { notifyParties } from '../payment/emails.ts'

/** Tells both sides that a lesson will not take place, who decided so, and what comes back. */
export async function announceCancelled(
  services: Pick<Services, 'jobs' | 'env' | 'clock'>,
  tx: Queryable,
  { bookingId, ...cancelled }: LessonEvents['lesson_cancelled'],
): Promise<void> {
  const now = services.clock.now()
  await notifyParties(services, tx, bookingId, ({ lesson, money }) => {
    const facts = { ...cancelled, money, now }
    return { letters: [cancelledForStudent(lesson, facts), cancelledForCoach(lesson, facts)] }
  })
}

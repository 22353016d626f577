import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import type { CancelParty } from '../cancellation/cancellation.ts'
import { movedFor } from '../letters/letter.ts'
import { tellPeople } from '../payment/emails.ts'

/** Tells both sides the new time, beside the old one. Once for each move. @param moved.from milliseconds since 1970, UTC */
export async function announceMoved(
  services: Pick<Services, 'jobs' | 'env' | 'clock'>,
  tx: Queryable,
  bookingId: string,
  moved: { by: CancelParty; from: number },
): Promise<void> {
  await tellPeople(services, tx, bookingId, ({ lesson }) => ({
    letters: [movedFor('student', lesson, moved), movedFor('coach', lesson, moved)],
    occasion: String(lesson.changeNumber),
    bySms: true,
  }))
}

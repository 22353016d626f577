import { tellPeople } from '#features/bookings/payment/emails.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'

/** Tells the student that somebody looks into it, and the coach that the lesson's money waits meanwhile. Once each. */
export async function announceProblem(
  services: Pick<Services, 'jobs' | 'env' | 'clock'>,
  tx: Queryable,
  bookingId: string,
): Promise<void> {
  await tellPeople(services, tx, bookingId, {
    templates: { student: 'problem-reported-student', coach: 'problem-reported-coach' },
  })
}

import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import { cancelledForCoach, cancelledForStudent } from '../letters/letter.ts'
import { tellPeople } from '../payment/emails.ts'
import type { CancelParty } from './cancellation.ts'

/** Tells both sides that a lesson will not take place, who decided so, and what comes back. */
export async function announceCancelled(
  services: Pick<Services, 'jobs' | 'env' | 'clock'>,
  tx: Queryable,
  bookingId: string,
  cancelled: {
    by: CancelParty
    refundCents: Cents
    refundedBeforeCents: Cents
    returnsCredit: boolean
    message?: string
  },
): Promise<void> {
  const now = services.clock.now()
  await tellPeople(services, tx, bookingId, ({ lesson, money }) => {
    const facts = { ...cancelled, money, now }
    return { letters: [cancelledForStudent(lesson, facts), cancelledForCoach(lesson, facts)], bySms: true }
  })
}

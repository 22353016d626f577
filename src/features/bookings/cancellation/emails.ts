import type { Queryable } from '#platform/db.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import { tellPeople } from '../payment/emails.ts'
import type { CancelParty } from './cancellation.ts'

const cancelledBy: Record<CancelParty, string> = {
  student: 'the student',
  coach: 'the coach',
  admin: 'Greenside',
}

/** Tells both sides that a lesson will not take place, who decided so, and what comes back. */
export async function announceCancelled(
  services: Pick<Services, 'jobs' | 'env' | 'clock'>,
  tx: Queryable,
  bookingId: string,
  cancelled: { by: CancelParty; refundCents: Cents; returnsCredit: boolean; message?: string },
): Promise<void> {
  const { by, refundCents, message } = cancelled
  await tellPeople(services, tx, bookingId, {
    templates: { student: 'booking-cancelled-student', coach: 'booking-cancelled-coach' },
    variables: {
      cancelled_by: cancelledBy[by],
      cancel_message: message ? `“${message}”` : 'No reason was given.',
      refund_line: cancelled.returnsCredit
        ? 'The lesson is back in the package and can be booked again.'
        : refundLine(refundCents),
    },
    bySms: true,
  })
}

const refundLine = (refundCents: Cents) =>
  refundCents > 0
    ? `${formatMoney(refundCents)} goes back to the card it was paid with. Banks usually take five to ten days over it.`
    : 'By the terms it was booked under, nothing of the price comes back.'

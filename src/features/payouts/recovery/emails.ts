import { findLesson } from '#features/bookings/queries.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import type { Queryable } from '#platform/db.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { payoutNewsLetter } from '../release/emails.ts'

/** Tells a coach that a part of a share that was sent is taken back, and for which lesson. Once each time. */
export async function announceTakenBack(
  services: Pick<Services, 'jobs' | 'env' | 'clock'>,
  tx: Queryable,
  back: { reversalId: string; bookingId: string; packageId: string | null; amountCents: Cents },
): Promise<void> {
  const lesson = await findLesson(tx, back.bookingId)
  if (!lesson) return
  const amount = formatMoney(back.amountCents)
  const href = '/earnings-payouts'
  const title = `${amount} is taken back from your payout account`
  const what = back.packageId
    ? `the package “${lesson.title}” of ${lesson.student.name}`
    : `the lesson with ${lesson.student.name}, ${formatMoment(lesson.start, lesson.zone)}`
  const body = `The payment for ${what} was refunded after your share had been sent.`
  await notifyUser(services, tx, {
    userId: lesson.instructorId,
    kind: 'payout',
    businessKey: `taken-back:${back.reversalId}`,
    title,
    body,
    href,
    email: payoutNewsLetter(lesson.coach.label, {
      headline: title,
      message: `${body} Your part of the refund is ${amount}.`,
      earnings_url: `${services.env.appUrl}${href}`,
    }),
    // It happened, whatever follows.
    about: { what: 'account' },
  })
}

import { lessonVariables } from '#features/bookings/announcements/announcement.ts'
import { findLesson } from '#features/bookings/queries.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import type { Queryable } from '#platform/db.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'

/** Tells a coach that a share was sent, in the transaction that wrote it down. Once a share. */
export async function announcePayout(
  services: Pick<Services, 'jobs' | 'env' | 'clock'>,
  tx: Queryable,
  share: { payoutId: string; bookingId: string; amountCents: Cents },
): Promise<void> {
  const lesson = await findLesson(tx, share.bookingId)
  if (!lesson) return
  const href = '/earnings-payouts'
  const payout = formatMoney(share.amountCents)
  const facts = lessonVariables(services.env.appUrl, lesson)
  const variables = {
    ...facts,
    payout,
    earnings_url: `${services.env.appUrl}${href}`,
  }
  await notifyUser(services, tx, {
    userId: lesson.instructorId,
    kind: 'payout',
    businessKey: share.payoutId,
    title: `${payout} is on its way to you`,
    body: `Your share of the lesson with ${lesson.student.name}, ${facts.lesson_when ?? ''}`,
    href,
    email: { templateKey: 'payout-sent-coach', variables },
  })
}

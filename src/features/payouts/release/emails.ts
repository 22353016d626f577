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
  share: { payoutId: string; bookingId: string; packageId: string | null; amountCents: Cents },
): Promise<void> {
  const lesson = await findLesson(tx, share.bookingId)
  if (!lesson) return
  const href = '/earnings-payouts'
  const payout = formatMoney(share.amountCents)
  const facts = lessonVariables(services.env.appUrl, lesson)
  if (share.packageId) return await announcePackagePayout(services, tx, { ...share, lesson, payout, href })
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

/** The same for a package's lessons that were never taken: no lesson of its own is named. */
async function announcePackagePayout(
  services: Pick<Services, 'jobs' | 'env' | 'clock'>,
  tx: Queryable,
  share: { payoutId: string; payout: string; href: string; lesson: NonNullable<FoundLesson> },
): Promise<void> {
  const { payoutId, payout, href, lesson } = share
  const words = {
    title: `${payout} is on its way to you`,
    body: `Your share of what was kept of the package “${lesson.title}” of ${lesson.student.name}`,
  }
  await notifyUser(services, tx, {
    userId: lesson.instructorId,
    kind: 'payout',
    businessKey: payoutId,
    ...words,
    href,
    email: {
      templateKey: 'payout-news-coach',
      variables: {
        coach_name: lesson.coach.label,
        headline: words.title,
        message: `${words.body}: it was sent to your payout account.`,
        earnings_url: `${services.env.appUrl}${href}`,
      },
    },
  })
}

type FoundLesson = Awaited<ReturnType<typeof findLesson>>

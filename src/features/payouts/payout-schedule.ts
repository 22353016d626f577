import type { LessonEvents } from '#features/bookings/events.ts'
import type { MoneyOf } from '#features/ledger/ledger.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { clawBackOverpaid } from './clawback.ts'
import { releasePayoutsJob } from './jobs.ts'
import { payoutDueAt } from './payout.ts'
import { payouts } from './tables.ts'

/**
 * Writes down when the coach's share of a lesson is to go out; nothing is due when the lesson was refunded before. A lesson has one
 * share; a second time changes nothing.
 */
export async function schedulePayout(
  services: Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>,
  tx: Queryable,
  share: LessonEvents['lesson_completed'] | LessonEvents['lesson_cancelled'],
): Promise<void> {
  const { bookingId, instructorId, earnedAt } = share
  if (earnedAt === null) return
  const dueAt = payoutDueAt(earnedAt)
  await tx.insert(payouts).values({ bookingId, instructorId, dueAt }).onConflictDoNothing()
  await clawBackOverpaid(services, tx, { bookingId })
}

/**
 * The same for something that was sold without a lesson.
 * @param sale.earnedAt milliseconds since 1970, UTC
 */
export async function scheduleSalePayout(
  tx: Queryable,
  sale: { paymentId: string; instructorId: string; earnedAt: number },
): Promise<void> {
  const { paymentId, instructorId, earnedAt } = sale
  await tx
    .insert(payouts)
    .values({ paymentId, instructorId, dueAt: payoutDueAt(earnedAt) })
    .onConflictDoNothing()
}

/**
 * The same for the share of a package's lessons that were never taken, once the package has ended.
 * @param share.dueAt milliseconds since 1970, UTC
 */
export async function schedulePackagePayout(
  tx: Queryable,
  share: MoneyOf & { packageId: string; instructorId: string; dueAt: number },
): Promise<void> {
  await tx.insert(payouts).values(share).onConflictDoNothing()
}

/** A suspension is lifted: shares that became due meanwhile go out now and not with the next hour's run. */
export async function sendAfterSuspension(
  { jobs }: Pick<TransactionServices, 'jobs' | 'answers'>,
  tx: Queryable,
) {
  await jobs.send(tx, releasePayoutsJob, {})
}

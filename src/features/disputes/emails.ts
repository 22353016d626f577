import { sql } from 'drizzle-orm'
import { problemForCoach } from '#features/bookings/letters/letter.ts'
import { notifyParties } from '#features/bookings/payment/emails.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'

/** Tells the student that somebody looks into it, and the coach what that means for her share. Once each. */
export async function announceProblem(
  services: Pick<Services, 'jobs' | 'env' | 'clock'>,
  tx: Queryable,
  bookingId: string,
): Promise<void> {
  const sent = await tx.execute<{ at: string }>(sql`
    select extract(epoch from sent_at) * 1000 as at from payouts where booking_id = ${bookingId} and package_id is null and sent_at is not null`)
  const at = sent.rows[0]?.at
  const sentOn = at === undefined ? null : Math.round(Number(at))
  await notifyParties(services, tx, bookingId, ({ lesson, money }) => ({
    letters: [
      { template: 'problem-reported-student', variables: {} },
      problemForCoach(lesson, { money, sentOn }),
    ],
  }))
}

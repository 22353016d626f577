import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import type { LessonEvents } from '../events.ts'
import { refundedForStudent } from '../letter-words.ts'
import { notifyParties } from '../payment/emails.ts'
import { refundReasonText } from './refund.ts'

/**
 * Tells the student that money for a lesson is on its way back, and why. Only what no other letter has told of: see
 * `isToldByCancelling`.
 * @param refund.total all that such letters told of so far, which names this one
 */
export async function announceRefund(
  services: Pick<Services, 'jobs' | 'env' | 'clock'>,
  tx: Queryable,
  { bookingId, cents, total, reason }: LessonEvents['refund_sent'],
): Promise<void> {
  const timeIsTaken = reason === 'late_payment' && (await isTimeTaken(tx, bookingId))
  const why = refundReasonText(reason, timeIsTaken)
  const now = services.clock.now()
  await notifyParties(services, tx, bookingId, ({ lesson, money }) => ({
    letters: [refundedForStudent(lesson, { cents, why, paidCents: money.paidCents, now })],
    occasion: String(total),
  }))
}

/** Whether another lesson of the coach is in the time of this one. */
async function isTimeTaken(tx: Queryable, bookingId: string): Promise<boolean> {
  const found = await tx.execute(sql`
    select 1 from bookings b join bookings other on other.instructor_id = b.instructor_id and other.id <> b.id
      and other.status in ('pending', 'confirmed', 'completed')
      and other.lesson_date < b.lesson_end and other.lesson_end > b.lesson_date
    where b.id = ${bookingId} limit 1`)
  return found.rows.length > 0
}

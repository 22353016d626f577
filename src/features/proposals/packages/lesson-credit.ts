import { eq } from 'drizzle-orm'
import { bookings } from '#features/bookings/tables.ts'
import { payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { redeemCredit } from './credits.ts'
import { openPaidPackage } from './opening.ts'

/**
 * Turns a lesson that was paid individually into a package of one lesson, which it has taken. Cancelling the lesson in time then returns
 * it to the package: it can be booked again. What is not used is refunded in full, because the student did not ask for a package. The
 * caller has locked the lesson with its payment, which has no discount that the platform
 * pays.
 * @returns the package's id
 */
export async function openLessonCredit(
  services: Pick<Services, 'clock'>,
  tx: Queryable,
  bookingId: string,
  { validDays }: { validDays: number },
): Promise<string> {
  const at = services.clock.now()
  const [paid] = await tx
    .select({ lesson: bookings, payment: payments })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingId, bookings.id))
    .where(eq(bookings.id, bookingId))
  if (!paid || paid.lesson.packageId !== null)
    throw new Error(`lesson ${bookingId} was not paid individually`)
  const { lesson, payment } = paid
  const valueCents = payment.amountCents
  const { packageId } = await openPaidPackage(
    tx,
    {
      proposalId: null,
      paymentId: payment.id,
      of: { bookingId },
      validDays,
      lessonsTotal: 1,
      priceCents: valueCents,
      instructorId: lesson.instructorId,
      studentId: lesson.studentId,
      durationMinutes: lesson.durationMinutes,
      lessonTitle: lesson.lessonTitle,
      lessonType: lesson.lessonType,
      teachingLocationId: lesson.teachingLocationId,
      cancellationPolicy: 'flexible',
    },
    at,
  )
  await tx.update(bookings).set({ packageId }).where(eq(bookings.id, bookingId))
  await redeemCredit(tx, { packageId, position: 1, bookingId, valueCents, at })
  return packageId
}

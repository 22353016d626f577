import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { acceptInvited, declineInvited, mayAnswerFor } from '#features/accounts/invited-student.ts'
import { cancelLessonIn } from '#features/bookings/cancellation/commands.ts'
import { noSuchBooking } from '#features/bookings/policy.ts'
import { bookings } from '#features/bookings/tables.ts'
import { releaseHold } from '#features/checkout/open-holds.ts'
import { notifyConfirmed, notifyDeclined } from '#features/lesson-letters/emails.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'

/**
 * Finds the lesson that a coach recorded for the student's address and that the student has not answered.
 * @throws AppError no_such_booking
 */
async function findInvitation(db: Queryable, student: Pick<Actor, 'userId'>, bookingId: string) {
  const { id, studentId, status, lessonDate } = bookings
  const [lesson] = await db
    .select({ invitedId: studentId, status, start: lessonDate })
    .from(bookings)
    .where(and(eq(id, bookingId), inArray(status, ['pending', 'confirmed', 'completed'])))
  if (!lesson || !(await mayAnswerFor(db, student.userId, lesson.invitedId))) throw noSuchBooking()
  return lesson
}

/**
 * Accepts a lesson that a coach recorded for the student's address. Student and coach then count as
 * acquainted: all other lessons the coach recorded for the address become the student's as well. Idempotent.
 * @throws AppError no_such_booking
 */
export async function acceptLesson(
  services: Services,
  student: Pick<Actor, 'userId'>,
  bookingId: string,
): Promise<void> {
  const isOwn = and(eq(bookings.id, bookingId), eq(bookings.studentId, student.userId))
  const own = await services.db.select({ id: bookings.id }).from(bookings).where(isOwn)
  if (own.length > 0) return
  const { invitedId } = await findInvitation(services.db, student, bookingId)
  await services.db.transaction(async (tx) => {
    const toCome = await tx
      .select({ bookingId: bookings.id })
      .from(bookings)
      .where(
        and(
          eq(bookings.studentId, invitedId),
          eq(bookings.status, 'confirmed'),
          isNull(bookings.calledOffAt),
          gt(bookings.lessonDate, services.clock.now()),
        ),
      )
    if (!(await acceptInvited(services, tx, invitedId, student.userId))) throw noSuchBooking()
    for (const lesson of toCome) await notifyConfirmed(services, tx, lesson)
  })
}

/**
 * Declines a lesson that a coach recorded for the student's address: frees the time, notifies the coach, and
 * stops invitation emails from the coach to the student for a while.
 * @throws AppError no_such_booking, paid_already, has_begun
 */
export async function declineLesson(
  services: Services,
  student: Pick<Actor, 'userId'>,
  bookingId: string,
): Promise<void> {
  const { invitedId, status, start } = await findInvitation(services.db, student, bookingId)
  const now = services.clock.now()
  if (status !== 'pending' && start <= now)
    throw new AppError('conflict', 'has_begun', 'This lesson has begun. You can only accept it.')
  if (status === 'pending') {
    if ((await releaseHold(services, { userId: invitedId }, bookingId)) === 'paid') throw paidAlready()
    return await services.db.transaction(async (tx) => {
      await declineInvited(tx, invitedId, now)
      await notifyDeclined(services, tx, bookingId)
    })
  }
  await services.db.transaction(async (tx) => {
    await declineInvited(tx, invitedId, now)
    const party = { userId: invitedId, role: 'student' } as const
    // A lesson that is paid elsewhere has no refund here.
    const cancelled = await cancelLessonIn(services, tx, party, { bookingId, expectedRefundCents: 0 })
    if (!cancelled.ok) throw paidAlready()
  })
}

const paidAlready = () =>
  new AppError(
    'conflict',
    'paid_already',
    'This lesson is paid. Accept it first, then cancel it to see your refund.',
  )

import { eq } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { doEach } from '#platform/each-item.ts'
import { type Refused, refused } from '#platform/errors.ts'
import { publish } from '#platform/reactions.ts'
import type { Services } from '#ports/services.ts'
import { type HeldPayment, isOurMoney, lockPayment } from '../held-payment.ts'
import { completeLessonsJob } from '../jobs.ts'
import { bookings } from '../tables.ts'
import { type CompletionRefusal, completesAt, type LessonOutcome, whyNotComplete } from './completion.ts'
import { type DueLesson, listLessonsToComplete } from './queries.ts'

/**
 * Records the coach's outcome of a past lesson: taught, or the student did not come. The price is earned
 * either way; only a taught lesson can be reviewed. Idempotent.
 */
export async function completeLesson(
  services: Services,
  coach: Pick<Actor, 'userId'>,
  input: { bookingId: string; outcome: LessonOutcome },
): Promise<{ ok: true } | Refused<CompletionRefusal | 'no_such_booking'>> {
  return await services.db.transaction(async (tx) => {
    const payment = await lockPayment(services, tx, { bookingId: input.bookingId })
    if (!payment || payment.instructorId !== coach.userId) return refused('no_such_booking')
    if (payment.status === 'completed') return { ok: true }
    const why = whyNotComplete(payment, services.clock.now())
    if (why) return refused(why)
    await complete(services, tx, payment, input.outcome)
    return { ok: true }
  })
}

async function complete(services: Services, tx: Queryable, payment: HeldPayment, outcome: LessonOutcome) {
  const now = services.clock.now()
  const { bookingId } = payment
  const [lessonCompleted, noShow] = [outcome === 'taught', outcome === 'no_show']
  await tx
    .update(bookings)
    .set({ status: 'completed', lessonCompleted, noShow, completedAt: now })
    .where(eq(bookings.id, bookingId))
  const { instructorId, lessonEnd } = payment
  const earnedAt = isOurMoney(payment) ? now : null
  await publish(services, tx, 'lesson_completed', { bookingId, instructorId, lessonEnd, outcome, earnedAt })
}

/**
 * Completes a lesson that the coach entered after teaching it, in the transaction that created it. It was not
 * paid through the platform, and no notification is sent because the student was present.
 */
export async function recordTaught(
  { clock }: Pick<Services, 'clock'>,
  tx: Queryable,
  bookingId: string,
): Promise<void> {
  await tx
    .update(bookings)
    .set({ status: 'completed', lessonCompleted: true, completedAt: clock.now() })
    .where(eq(bookings.id, bookingId))
}

/**
 * Completes every lesson that ended a day ago and has no open problem.
 * @returns the number of completed lessons
 */
export async function completeDueLessons(services: Services): Promise<number> {
  const now = services.clock.now()
  return await doEach(services, {
    name: completeLessonsJob.name,
    items: dueLessons(services, now),
    idOf: ({ id }) => id,
    work: ({ id }) => completeDue(services, id, now),
  })
}

/** Yields the lessons page by page. */
async function* dueLessons({ db }: Pick<Services, 'db'>, now: number): AsyncGenerator<DueLesson> {
  let after: DueLesson | undefined
  do {
    const due = await listLessonsToComplete(db, now, { after })
    yield* due
    after = due.at(-1)
  } while (after)
}

async function completeDue(services: Services, bookingId: string, now: number): Promise<boolean> {
  return await services.db.transaction(async (tx) => {
    const payment = await lockPayment(services, tx, { bookingId })
    if (payment?.status !== 'confirmed' || now < completesAt(payment.lessonEnd)) return false
    // A problem may have been reported since the page was read.
    const due = await listLessonsToComplete(tx, now, { bookingId })
    if (due.length === 0) return false
    await complete(services, tx, payment, 'taught')
    return true
  })
}

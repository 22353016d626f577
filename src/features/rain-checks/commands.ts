import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { AccountEvents } from '#features/accounts/events.ts'
import { isInvitedStudent } from '#features/accounts/invited-student.ts'
import { reachable } from '#features/accounts/schema.ts'
import { blockLesson } from '#features/availability/commands.ts'
import { cancelLessonIn } from '#features/bookings/cancellation/commands.ts'
import type { LessonEvents } from '#features/bookings/events.ts'
import { type HeldPayment, lockPayment } from '#features/bookings/held-payment.ts'
import { noSuchBooking } from '#features/bookings/policy.ts'
import { bookings } from '#features/bookings/tables.ts'
import { markCalledOff } from '#features/bookings/weather.ts'
import type { RainRule } from '#features/coaches/coach.ts'
import { changeProfile } from '#features/coaches/commands.ts'
import { openLessonCredit } from '#features/proposals/packages/lesson-credit.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { doEach } from '#platform/each-item.ts'
import { AppError } from '#platform/errors.ts'
import { publish } from '#platform/reactions.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { whyNoCredit } from './credit-rule.ts'
import { notifyCalledOff } from './emails.ts'
import { refundCalledOffJob } from './jobs.ts'
import { countCalledOff, findRainCheck, listUnanswered, presentOffer, readAffected } from './queries.ts'
import { CREDIT_DAYS, type CreditRefusal, creditRefusalTexts } from './rain-check.ts'
import type { CalledOff, CallOffInput, RainCheck, TimesOfDay } from './schema.ts'
import { rainChecks } from './tables.ts'

/** Sets a coach's weather rule for lessons booked from now on. */
export async function setRule(services: Services, coachId: string, rule: RainRule): Promise<void> {
  await changeProfile(services.db, coachId, { rainCheck: rule })
}

/**
 * Calls off lessons because of the weather: each stays booked until its student moves it, keeps it as a credit or cancels it; without a
 * choice before it would have begun, it is refunded. Students cannot book these times any more. Each lesson has its own transaction and
 * letter, and is called off once. Lessons indoors, clinics, and lessons that the coach did not see in the list stay.
 */
export async function callOff(
  services: Services,
  coach: Pick<Actor, 'userId'>,
  { bookingIds, message, ...times }: CallOffInput,
): Promise<CalledOff> {
  const { lessons } = await readAffected(services.db, coach.userId, times, services.clock.now())
  const chosen = lessons.filter(({ bookingId }) => bookingIds.includes(bookingId))
  const done = new Set<string>()
  for (const { bookingId, start } of chosen)
    if (
      await services.db.transaction((tx) =>
        callOffOne(services, tx, {
          bookingId,
          start: Date.parse(start),
          coachId: coach.userId,
          message: message || null,
          // The times are blocked once, with the first lesson.
          blocks: done.size === 0 ? times : null,
        }),
      )
    )
      done.add(bookingId)
  const rest = [...new Set(bookingIds).difference(done)]
  const before = await countCalledOff(services.db, coach.userId, rest)
  return { calledOff: done.size, before, notCalledOff: rest.length - before }
}

async function callOffOne(
  services: TransactionServices,
  tx: Queryable,
  request: {
    bookingId: string
    /** Milliseconds since 1970, UTC. */
    start: number
    coachId: string
    message: string | null
    blocks: TimesOfDay | null
  },
): Promise<boolean> {
  const { bookingId, start, coachId } = request
  const payment = await lockPayment(services, tx, { bookingId })
  const now = services.clock.now()
  if (payment?.instructorId !== coachId || payment.lessonStart !== start || start <= now) return false
  if (!(await markCalledOff(tx, bookingId, now))) return false
  await publish(services, tx, 'lesson_details_changed', { bookingId })
  const { studentId } = payment
  // An invited student did not ask for letters, and reads no web address or phone number of a stranger.
  const isShown = request.message !== null && !(await isInvitedWithContact(tx, studentId, request.message))
  const message = isShown ? request.message : null
  await tx
    .insert(rainChecks)
    .values({
      bookingId,
      lessonStart: start,
      instructorId: coachId,
      studentId,
      offeredAt: now,
      calledOffAt: now,
      message,
    })
    .onConflictDoUpdate({
      target: [rainChecks.bookingId, rainChecks.lessonStart],
      set: { calledOffAt: now, message, outcome: null, endedAt: null },
    })
  if (request.blocks) await block(tx, coachId, bookingId, request.blocks)
  await notifyCalledOff(services, tx, payment, message)
  return true
}

const isInvitedWithContact = async (tx: Queryable, studentId: string, message: string) =>
  reachable.test(message) && (await isInvitedStudent(tx, studentId))

/** Blocks the times that are called off, by the clock of the place of a lesson. */
async function block(
  tx: Queryable,
  coachId: string,
  bookingId: string,
  { date, startTime, endTime }: TimesOfDay,
) {
  const [lesson] = await tx
    .select({ zone: bookings.timeZone })
    .from(bookings)
    .where(eq(bookings.id, bookingId))
  if (!lesson) return
  const { zone } = lesson
  const at = (time: string) => {
    const day = Temporal.PlainDate.from(date)
    const clock = time === '24:00' ? day.add({ days: 1 }).toPlainDateTime() : day.toPlainDateTime(time)
    return clock.toZonedDateTime(zone).epochMilliseconds
  }
  const times = { coachId, start: at(startTime), end: at(endTime), zone }
  await blockLesson(tx, times, {
    isWholeDay: startTime === '00:00' && endTime === '24:00',
    reason: 'Called off: weather',
  })
}

/**
 * The rain check of a lesson; an admin sees every lesson.
 * @throws AppError no_such_booking for other people
 */
export async function readRainCheck(
  services: Services,
  actor: Pick<Actor, 'userId' | 'role'>,
  bookingId: string,
): Promise<RainCheck> {
  return await services.db.transaction(async (tx) => {
    const found = await findRainCheck(tx, bookingId)
    const isTheirs = found && [found.studentId, found.instructorId].includes(actor.userId)
    if (!found || !(isTheirs || actor.role === 'admin')) throw noSuchBooking()
    const { rule, offer, status } = found
    if (!offer) return { rule, offer: null }
    const isOpen = status === 'confirmed' && offer.outcome === null
    const payment = isOpen ? await lockPayment(services, tx, { bookingId }) : null
    const why = payment ? await whyNotKept(services, tx, payment) : 'not_offered'
    return { rule, offer: { ...presentOffer(offer), isOpen, creditRefusal: why && creditRefusalTexts[why] } }
  })
}

/** Why a lesson, locked with its payment, cannot be kept as a credit now; null when it can. */
const whyNotKept = async (
  services: Pick<Services, 'answers'>,
  tx: Queryable,
  payment: HeldPayment,
): Promise<CreditRefusal | null> =>
  payment.status !== 'confirmed' || payment.weatherSince === null
    ? 'not_offered'
    : await whyNoCredit(services, tx, payment)

/**
 * Keeps a lesson that the weather ended as a credit: it goes back to its package, or becomes one of one lesson. Nothing is refunded, and
 * the student can book it again. Idempotent.
 * @throws AppError no_such_booking, and the refusals of `CreditRefusal`
 */
export async function keepAsCredit(
  services: Services,
  student: Pick<Actor, 'userId'>,
  bookingId: string,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const payment = await lockPayment(services, tx, { bookingId })
    if (payment?.studentId !== student.userId) throw noSuchBooking()
    const isThisTime = and(
      eq(rainChecks.bookingId, bookingId),
      eq(rainChecks.lessonStart, payment.lessonStart),
    )
    const [check] = await tx.select({ outcome: rainChecks.outcome }).from(rainChecks).where(isThisTime)
    if (check?.outcome === 'credit') return
    const why = await whyNotKept(services, tx, payment)
    if (why) throw new AppError('conflict', why, creditRefusalTexts[why])
    await tx.update(rainChecks).set({ outcome: 'credit', endedAt: services.clock.now() }).where(isThisTime)
    if (!payment.packageId) await openLessonCredit(services, tx, bookingId, { validDays: CREDIT_DAYS })
    const cancelled = await cancelLessonIn(
      services,
      tx,
      { userId: student.userId, role: 'student' },
      { bookingId, expectedRefundCents: 0 },
    )
    if (!cancelled.ok) throw new Error(`a lesson could not be kept as a credit: ${cancelled.reason}`)
  })
}

/**
 * Refunds lessons that were called off and whose students have not chosen until their time, as the coach's cancellations do.
 * @returns how many
 */
export async function refundCalledOff(services: Services): Promise<number> {
  return await doEach(services, {
    name: refundCalledOffJob.name,
    items: await listUnanswered(services.db, services.clock.now()),
    idOf: ({ bookingId }) => bookingId,
    work: ({ bookingId, instructorId }) =>
      services.db.transaction(async (tx) => {
        const payment = await lockPayment(services, tx, { bookingId })
        // Moved or cancelled in this moment: the reaction has settled it.
        if (payment?.status !== 'confirmed' || payment.calledOffAt === null) return false
        await settle(services, tx, bookingId, 'refunded')
        await cancelLessonIn(services, tx, { userId: instructorId, role: 'coach' }, { bookingId })
        return true
      }),
  })
}

/** When a lesson is moved: its student or coach has chosen. At its time in another place outdoors, the choice stays open. */
export async function settleMoved(
  services: TransactionServices,
  tx: Queryable,
  { bookingId }: LessonEvents['lesson_moved'],
): Promise<void> {
  const [open] = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.id, bookingId), isNotNull(bookings.weatherSince)))
  if (!open) await settle(services, tx, bookingId, 'moved')
}

/** When a lesson is cancelled, by whomever. */
export const settleCancelled = (
  services: TransactionServices,
  tx: Queryable,
  { bookingId }: LessonEvents['lesson_cancelled'],
): Promise<void> => settle(services, tx, bookingId, 'cancelled')

async function settle(
  { clock }: Pick<TransactionServices, 'clock'>,
  tx: Queryable,
  bookingId: string,
  outcome: 'moved' | 'cancelled' | 'refunded',
): Promise<void> {
  await tx
    .update(rainChecks)
    .set({ outcome, endedAt: clock.now() })
    .where(and(eq(rainChecks.bookingId, bookingId), isNull(rainChecks.outcome)))
}

/** When an invited student accepts: what was offered about their lessons is now for the account. */
export async function takeOverRainChecks(
  _services: unknown,
  tx: Queryable,
  { invitedId, studentId }: AccountEvents['invited_student_accepted'],
): Promise<void> {
  await tx.update(rainChecks).set({ studentId }).where(eq(rainChecks.studentId, invitedId))
}

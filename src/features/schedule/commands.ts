import { and, eq, ne } from 'drizzle-orm'
import { INVITED_AGAIN_AFTER_DAYS } from '#features/accounts/account.ts'
import { findOrEnterCaller } from '#features/accounts/callers.ts'
import { findStudentAt, inviteStudent } from '#features/accounts/invited-student.ts'
import { profiles } from '#features/accounts/tables.ts'
import { checkOwnTime, isAllowed } from '#features/availability/own-times/own-time.ts'
import { defaultLessonTitle } from '#features/bookings/booking.ts'
import { recordTaught } from '#features/bookings/completion/commands.ts'
import { findOffer, type Offer } from '#features/bookings/offer.ts'
import { inSlotTransaction, type SlotRefusal, takeSlot } from '#features/bookings/slots.ts'
import { bookings } from '#features/bookings/tables.ts'
import { holdForStudent } from '#features/checkout/entered-lesson.ts'
import { releaseHold } from '#features/checkout/open-holds.ts'
import type { BookingRefusal } from '#features/checkout/refusal.ts'
import { checkGolfer } from '#features/golfers/commands.ts'
import { notifyToPay } from '#features/lesson-letters/emails.ts'
import { mayReach, requireNotPaused } from '#features/messages/may-reach.ts'
import { orders, payments } from '#features/payments/tables.ts'
import { listProposalStudents } from '#features/proposals/queries.ts'
import type { Actor } from '#platform/actor.ts'
import { AppError, type ErrorCode, type Refused, refused } from '#platform/errors.ts'
import { publish } from '#platform/reactions.ts'
import type { Services } from '#ports/services.ts'
import type { EnterLessonInput } from './schema.ts'

/** A lesson to be paid here must start at least this long from now, to leave time for the checkout. */
const LEAST_TIME_TO_PAY = 3_600_000

/** How long after a lesson it can still be recorded, in milliseconds. */
const TAUGHT_WITHIN = 366 * 86_400_000
/**
 * How long after a lesson it can still be recorded with a payment link: shorter, so that the student
 * remembers it.
 */
const PAYABLE_WITHIN = 30 * 86_400_000

const enterRefusalTexts = {
  no_such_place: 'You do not teach at this place.',
  no_such_golfer: 'You have no lesson with this golfer. Choose someone else who plays.',
  no_such_student: 'Choose one of your students or invite someone by email.',
  own_address: 'This is your own address. Enter the address of your student.',
  invitation_declined: `This person declined a lesson that you entered. You can invite them again after ${INVITED_AGAIN_AFTER_DAYS} days, or they can book a lesson with you.`,
  not_confirmed_time: 'This time is not open to students. Please confirm that you want it.',
  not_over_yet: 'This lesson is not over yet. Enter it before it begins or after it ends.',
  too_long_ago: 'This is too long ago: a lesson can be entered for a year, and paid by a link for 30 days.',
  no_email:
    'This student has no email address, so there is nowhere to send a pay link. Mark the lesson as paid elsewhere.',
  too_soon_to_pay:
    'The lesson begins within an hour, which is too soon to pay here. Mark it as paid elsewhere.',
  time_not_free: 'You have another lesson at this time, or the break between two. Please choose another one.',
} as const
type EnterRefusal = keyof typeof enterRefusalTexts

export const isEnterRefusal = (reason: string): reason is EnterRefusal => reason in enterRefusalTexts

const codes: Partial<Record<EnterRefusal, ErrorCode>> = {
  no_such_place: 'not_found',
  no_such_golfer: 'not_found',
  no_such_student: 'not_found',
  own_address: 'bad_input',
  not_over_yet: 'bad_input',
  too_long_ago: 'bad_input',
}

export const enterRefused = (reason: EnterRefusal) =>
  new AppError(codes[reason] ?? 'conflict', reason, enterRefusalTexts[reason])

type Entered = { ok: true; bookingId: string; checkoutUrl: string | null }

/**
 * Books a lesson that the coach enters, at any time; outside of the weekly hours after a confirmation. A
 * lesson paid here is held until the student has paid. One paid elsewhere is confirmed at once, and none of
 * its money goes through Greenside. A lesson for an email address is an invitation: it shows the entered name
 * until the owner of the address accepts, and the response does not reveal whether the address has an account
 * (decision 0113). A caller without an email address is stored with name and phone, and gets no letters. A
 * past lesson is recorded as taught, and its student gets an email only if it has to be paid here. Idempotent
 * by key.
 */
export async function enterLesson(
  services: Services,
  coach: Pick<Actor, 'userId' | 'email'>,
  input: EnterLessonInput,
): Promise<Entered | Refused<EnterRefusal | SlotRefusal | BookingRefusal>> {
  const now = services.clock.now()
  const start = Date.parse(input.start)
  const isTaught = start <= now
  const why = isTaught ? whyNotTaught(input, start, now) : null
  if (why) return refused(why)
  const request = { instructorId: coach.userId, locationId: input.placeId, start: input.start }
  const offer = await findOffer(services.db, request, now)
  if (!offer) return refused('no_such_place')
  const made = await resumeEntered(services, coach.userId, input.idempotencyKey)
  if (made) return made
  if (!isTaught) {
    const looked = checkOwnTime(offer.rules, { start, durationMinutes: input.durationMinutes, now })
    if (!looked.isFree) return refused('time_not_free')
    if (!isAllowed(looked, input.confirmed)) return refused('not_confirmed_time')
  }
  if (input.payment === 'here' && offer.takesDemoBookings) return refused('demo_only')
  if (input.payment === 'here' && !isTaught && start - now < LEAST_TIME_TO_PAY)
    return refused('too_soon_to_pay')
  if (input.student.is === 'invited') await checkStranger(services, coach.userId, input.student.email)
  const student = await findStudent(services, coach, input, now)
  if (typeof student === 'string') return refused(student)
  const entered = await book(services, offer, student, { ...input, start, isTaught })
  // A double click: the other request, with the same key, was first.
  if (entered.ok) return entered
  const first = await resumeEntered(services, coach.userId, input.idempotencyKey)
  // A time in the past cannot be taken by another student: a different lesson of the coach is recorded for
  // it.
  return first ?? (isTaught && entered.reason === 'slot_taken' ? refused('time_not_free') : entered)
}

/** Returns why a past lesson cannot be recorded. `start` and `now` are milliseconds since 1970, UTC. */
function whyNotTaught(
  { durationMinutes, payment }: Pick<EnterLessonInput, 'durationMinutes' | 'payment'>,
  start: number,
  now: number,
): EnterRefusal | null {
  if (start + durationMinutes * 60_000 > now) return 'not_over_yet'
  return start < now - (payment === 'here' ? PAYABLE_WITHIN : TAUGHT_WITHIN) ? 'too_long_ago' : null
}

const STRANGERS_A_DAY = { points: 20, seconds: 86_400 }
/** Counted across all coaches. */
const LETTERS_TO_AN_ADDRESS = { points: 3, seconds: 86_400 }

/**
 * Checks whether an unsolicited email may be sent: the sender must have a verified address, and the emails
 * per sender and per recipient are limited.
 * @throws AppError confirm_address_first, too_many_requests
 */
async function checkStranger({ db, rateLimits }: Services, coachId: string, email: string): Promise<void> {
  const [sender] = await db
    .select({ isConfirmed: profiles.emailVerified })
    .from(profiles)
    .where(eq(profiles.id, coachId))
  if (!sender?.isConfirmed)
    throw new AppError(
      'not_allowed',
      'confirm_address_first',
      'Confirm your own email address first. Your profile has the link. Then you can enter lessons for new students.',
    )
  await rateLimits.count('entered-for-strangers', coachId, STRANGERS_A_DAY)
  await rateLimits.count('entered-lesson-letters', email.toLowerCase(), LETTERS_TO_AN_ADDRESS)
}

interface Student {
  userId: string
  email: string
  /** Who plays, when it is not the student. */
  golferId?: string | undefined
}

async function findStudent(
  { db, answers }: Services,
  coach: Pick<Actor, 'userId' | 'email'>,
  { student, payment }: EnterLessonInput,
  now: number,
): Promise<Student | EnterRefusal> {
  const coachId = coach.userId
  if (student.is === 'caller') return await findOrEnterCaller(db, coachId, student)
  if (student.is === 'invited') {
    if (student.email.toLowerCase() === coach.email.toLowerCase()) return 'own_address'
    return await db.transaction(async (tx) => {
      const account = await findStudentAt(tx, student.email)
      // Students who chose this coach themselves have already consented.
      const about = { studentId: account?.userId }
      if (account && (await listProposalStudents({ db: tx, answers }, coachId, about)).length > 0)
        return account
      const isUnwanted =
        account !== null && !(await mayReach(tx, { instructorId: coachId, studentId: account.userId }))
      const { name, email } = student
      return (await inviteStudent(tx, { coachId, name, email, isUnwanted }, now)) ?? 'invitation_declined'
    })
  }
  const [known] = await listProposalStudents({ db, answers }, coachId, { studentId: student.studentId })
  if (!known) {
    await requireNotPaused(db, { instructorId: coachId, studentId: student.studentId })
    return 'no_such_student'
  }
  const { golferId } = student
  if (golferId && !known.golfers.some(({ id }) => id === golferId)) return 'no_such_golfer'
  const [profile] = await db
    .select({
      userId: profiles.id,
      email: profiles.email,
      closedAt: profiles.closedAt,
      enteredBy: profiles.enteredBy,
    })
    .from(profiles)
    .where(eq(profiles.id, known.id))
  if (!profile || profile.closedAt) return 'no_such_student'
  if (profile.enteredBy !== null && payment === 'here') return 'no_email'
  return { userId: profile.userId, email: profile.email, golferId }
}

async function book(
  services: Services,
  offer: Offer,
  student: Student,
  {
    start,
    durationMinutes,
    priceCents,
    isTaught,
    ...input
  }: Omit<EnterLessonInput, 'start'> & { start: number; isTaught: boolean },
): Promise<Entered | Refused<SlotRefusal | BookingRefusal>> {
  const lesson = {
    // No buffer between lessons is needed for a past lesson.
    offer: isTaught ? { ...offer, rules: { ...offer.rules, bufferMinutes: 0 } } : offer,
    start,
    durationMinutes,
    priceCents,
    title: input.title || defaultLessonTitle(durationMinutes),
    idempotencyKey: input.idempotencyKey,
    golferId: student.golferId,
  }
  if (input.payment === 'here') {
    const held = await holdForStudent(services, { ...lesson, student })
    if (!held.ok) return held
    await services.db.transaction((tx) => notifyToPay(services, tx, held.bookingId))
    return { ok: true, bookingId: held.bookingId, checkoutUrl: held.checkoutUrl }
  }
  return await inSlotTransaction(services.db, async (tx) => {
    await checkGolfer(tx, student.userId, student.golferId)
    const taken = await takeSlot(
      tx,
      { ...lesson, studentId: student.userId, paidBy: 'elsewhere', enteredByCoach: true },
      services.clock.now(),
    )
    if (!taken.ok) return taken
    if (isTaught) await recordTaught(services, tx, taken.bookingId)
    else await publish(services, tx, 'lesson_confirmed', { bookingId: taken.bookingId })
    return { ok: true, bookingId: taken.bookingId, checkoutUrl: null }
  })
}

/**
 * Withdraws an unpaid lesson that the coach reserved for a student, after closing its checkout.
 * @returns `paid` when the student paid first and the lesson is booked; `none` when there is no such lesson
 * any more
 */
export async function withdrawEntered(
  services: Services,
  coach: Pick<Actor, 'userId'>,
  bookingId: string,
): Promise<'freed' | 'paid' | 'none'> {
  const [kept] = await services.db
    .select({ userId: bookings.studentId })
    .from(bookings)
    .where(
      and(
        eq(bookings.id, bookingId),
        eq(bookings.instructorId, coach.userId),
        eq(bookings.enteredByCoach, true),
      ),
    )
  return kept ? await releaseHold(services, kept, bookingId) : 'none'
}

/**
 * Finds the lesson a coach entered earlier with the same key, unless it was cancelled. The earlier request may
 * have failed after it held the time, so the student of an unpaid lesson is notified unless it was done.
 */
async function resumeEntered(services: Services, coachId: string, key: string): Promise<Entered | null> {
  const [made] = await services.db
    .select({ bookingId: bookings.id, status: bookings.status, checkoutUrl: orders.checkoutUrl })
    .from(bookings)
    .leftJoin(payments, eq(payments.bookingId, bookings.id))
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(bookings.instructorId, coachId),
        eq(bookings.idempotencyKey, key),
        eq(bookings.enteredByCoach, true),
        ne(bookings.status, 'cancelled'),
      ),
    )
    .limit(1)
  if (!made) return null
  const { bookingId, status, checkoutUrl } = made
  if (status === 'pending' && checkoutUrl)
    await services.db.transaction((tx) => notifyToPay(services, tx, bookingId))
  return { ok: true, bookingId, checkoutUrl }
}

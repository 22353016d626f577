import { asc, desc, eq } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { bookingNumber } from '#features/bookings/booking.ts'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { noSuchBooking } from '#features/bookings/policy.ts'
import { findLesson } from '#features/bookings/queries.ts'
import { bookings, lessonMoves } from '#features/bookings/tables.ts'
import { listDisputesOfLesson } from '#features/disputes/queries.ts'
import type { Queryable } from '#platform/db.ts'
import { siteName } from '#platform/site-name.ts'
import { formatMoment, toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { lessonDeskNotes } from '../tables.ts'
import { readKept, whyNotRefund } from './refundable.ts'
import type { DeskLesson } from './schema.ts'

/** A lesson with everything an admin decides by. @throws AppError no_such_booking */
export async function readDeskLesson(
  services: Pick<Services, 'db' | 'answers'>,
  bookingId: string,
): Promise<DeskLesson> {
  const { db, answers } = services
  const [lesson, [booking]] = await Promise.all([
    findLesson(db, bookingId),
    db.select().from(bookings).where(eq(bookings.id, bookingId)),
  ])
  if (!lesson || !booking) throw noSuchBooking()
  const [refundable, [student, coach], [share], disputes, notes, events] = await Promise.all([
    db.transaction((tx) => readRefundable(services, tx, bookingId)),
    Promise.all([readParty(db, lesson.studentId), readParty(db, lesson.instructorId)]),
    answers.shares_of_lessons(db, [bookingId]),
    listDisputesOfLesson(db, bookingId),
    readNotes(db, bookingId),
    readEvents(db, booking),
  ])
  return {
    bookingId,
    number: bookingNumber(bookingId),
    title: lesson.title,
    status: lesson.status,
    paymentStatus: booking.paymentStatus,
    start: lesson.start,
    durationMinutes: lesson.durationMinutes,
    zone: lesson.zone,
    place: lesson.location.name,
    address: lesson.location.address,
    priceCents: lesson.priceCents,
    isPaidElsewhere: lesson.isPaidElsewhere,
    isDemo: booking.isDemoBooking,
    hasPackage: booking.packageId !== null,
    cancelMessage: booking.cancelMessage,
    note: lesson.note,
    answers: lesson.answers,
    student: { ...student, name: student.name || lesson.student.name },
    golfer: lesson.golfer,
    coach: { ...coach, name: lesson.coach.name ?? coach.name },
    payout: share ? { status: share.status, at: toIso(share.at) } : null,
    refundable,
    disputes,
    notes,
    events,
  }
}

/** What can be refunded of a lesson now. It locks the payment until the transaction ends. */
async function readRefundable(
  services: Pick<Services, 'answers'>,
  tx: Queryable,
  bookingId: string,
): Promise<DeskLesson['refundable']> {
  const payment = await lockPayment(services, tx, { bookingId })
  if (!payment)
    return {
      refusal: 'Nothing was paid for this lesson.',
      paidCents: 0,
      keptCents: 0,
      discountCents: 0,
      discountFundedBy: null,
    }
  const keptCents = await readKept(tx, payment)
  return {
    refusal: (await whyNotRefund(tx, payment, keptCents))?.words ?? null,
    paidCents: payment.amountCents,
    keptCents,
    discountCents: payment.discountCents,
    discountFundedBy: payment.discountFundedBy,
  }
}

async function readParty(db: Queryable, userId: string) {
  const [person] = await db
    .select({ name: profiles.fullName, email: profiles.email, phone: profiles.phone })
    .from(profiles)
    .where(eq(profiles.id, userId))
  return { userId, name: person?.name ?? '', email: person?.email ?? '', phone: person?.phone ?? null }
}

async function readNotes(db: Queryable, bookingId: string): Promise<DeskLesson['notes']> {
  const rows = await db
    .select({
      id: lessonDeskNotes.id,
      body: lessonDeskNotes.body,
      author: profiles.fullName,
      createdAt: lessonDeskNotes.createdAt,
    })
    .from(lessonDeskNotes)
    .innerJoin(profiles, eq(profiles.id, lessonDeskNotes.authorId))
    .where(eq(lessonDeskNotes.bookingId, bookingId))
    .orderBy(desc(lessonDeskNotes.createdAt))
  return rows.map(({ createdAt, ...note }) => ({ ...note, at: toIso(createdAt) }))
}

const cancelledWords = {
  hold_expired: 'The hold ended unpaid',
  payment_failed: 'The payment failed',
  abandoned: 'The student gave up the hold',
  student: 'The student cancelled',
  coach: 'The coach cancelled',
  admin: `${siteName} cancelled`,
} as const
const moverWords = { student: 'The student', coach: 'The coach', admin: siteName } as const

/** What happened to a lesson, newest first. */
async function readEvents(
  db: Queryable,
  booking: typeof bookings.$inferSelect,
): Promise<DeskLesson['events']> {
  const moves = await db
    .select()
    .from(lessonMoves)
    .where(eq(lessonMoves.bookingId, booking.id))
    .orderBy(asc(lessonMoves.movedAt))
  const when = (at: number) => formatMoment(at, booking.timeZone)
  const event = (at: number | null, what: string, detail: string | null = null) =>
    at === null ? [] : [{ at, what, detail }]
  return [
    ...event(booking.createdAt, booking.enteredByCoach ? 'The coach entered it' : 'The student booked it'),
    ...moves.flatMap((move) =>
      event(
        move.movedAt,
        `${moverWords[move.movedAs]} moved it`,
        move.fromStart === move.toStart
          ? 'To another place, at the same time'
          : `From ${when(move.fromStart)} to ${when(move.toStart)}`,
      ),
    ),
    ...event(booking.cancelledAt, booking.cancelReason ? cancelledWords[booking.cancelReason] : 'Cancelled'),
    ...event(booking.completedAt, booking.noShow ? 'Completed: the student did not come' : 'Completed'),
  ]
    .toReversed()
    .toSorted((a, b) => b.at - a.at)
    .map((one) => ({ ...one, at: toIso(one.at) }))
}

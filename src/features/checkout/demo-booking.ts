import { and, eq } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { isSlotOpen } from '#features/availability/availability.ts'
import { defaultLessonTitle, priceLesson } from '#features/bookings/booking.ts'
import { checkAnswers, storeAnswers } from '#features/bookings/intake/commands.ts'
import { bookableKinds } from '#features/bookings/lesson-kinds.ts'
import { storeNote } from '#features/bookings/notes/commands.ts'
import { findOffer } from '#features/bookings/offer.ts'
import { inSlotTransaction, takeSlot } from '#features/bookings/slots.ts'
import { bookings } from '#features/bookings/tables.ts'
import { checkGolfer } from '#features/golfers/commands.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import type { BookingRefusal } from './refusal.ts'
import type { BookLessonInput } from './schema.ts'

/**
 * Books a demo lesson: confirmed and marked as paid at once, without a checkout. Only available to demo
 * accounts, with coaches who take demo bookings. It involves no money and creates no ledger entries.
 * @throws AppError questions_changed, answers_needed, no_such_golfer
 */
export async function bookDemo(
  services: Services,
  student: Actor,
  input: BookLessonInput,
): Promise<{ ok: true; bookingId: string } | Refused<BookingRefusal>> {
  const now = services.clock.now()
  const start = Date.parse(input.start)
  if (start <= now) return refused('in_the_past')
  const offer = await findOffer(services.db, input, now)
  if (!offer) return refused('slot_gone')
  const isDemo = offer.takesDemoBookings && (await isDemoAccount(services.db, student.userId))
  if (!isDemo || student.role !== 'student') return refused('demo_only')
  const { lessonType = 'individual' } = input
  const kind = bookableKinds(offer).find(({ type }) => type === lessonType)
  if (!kind) return refused('kind_not_offered')
  if (!kind.durations.includes(input.durationMinutes)) return refused('duration_not_offered')
  const own = await findSame(services.db, student, input)
  if (own) return { ok: true, bookingId: own }
  if (!isSlotOpen(offer.rules, start, input.durationMinutes, now)) return refused('slot_taken')
  const { durationMinutes, idempotencyKey } = input
  const lesson = {
    offer,
    studentId: student.userId,
    golferId: input.golferId,
    start,
    durationMinutes,
    priceCents: priceLesson(kind.hourlyRateCents, durationMinutes),
    title: defaultLessonTitle(durationMinutes, lessonType),
    lessonType,
    idempotencyKey,
    paidBy: 'demo',
  } as const
  return await inSlotTransaction(services.db, async (tx) => {
    await checkGolfer(tx, student.userId, input.golferId)
    const answers = await checkAnswers(tx, input.instructorId, input.answers)
    const taken = await takeSlot(tx, lesson, now)
    if (!taken.ok) return taken
    await storeAnswers(tx, taken.bookingId, answers)
    if (input.note) await storeNote(tx, taken.bookingId, input.note)
    return taken
  })
}

/** A retry of the same request. */
async function findSame(
  db: Queryable,
  student: Actor,
  { idempotencyKey }: BookLessonInput,
): Promise<string | null> {
  if (!idempotencyKey) return null
  const [same] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.studentId, student.userId),
        eq(bookings.idempotencyKey, idempotencyKey),
        eq(bookings.isDemoBooking, true),
      ),
    )
  return same?.id ?? null
}

/** Whether the account belongs to a fictional user. */
export async function isDemoAccount(db: Queryable, userId: string): Promise<boolean> {
  const [account] = await db.select({ isDemo: profiles.isDemo }).from(profiles).where(eq(profiles.id, userId))
  return account?.isDemo ?? false
}

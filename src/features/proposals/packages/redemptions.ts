import { and, eq } from 'drizzle-orm'
import { isSlotOpen } from '#features/availability/availability.ts'
import { defaultLessonTitle } from '#features/bookings/booking.ts'
import { checkAnswers, storeAnswers } from '#features/bookings/intake/commands.ts'
import type { GivenAnswer } from '#features/bookings/intake/intake.ts'
import { storeNote } from '#features/bookings/notes/commands.ts'
import { findOffer } from '#features/bookings/offer.ts'
import { inSlotTransaction, takeSlot } from '#features/bookings/slots.ts'
import { bookings } from '#features/bookings/tables.ts'
import { lockPairOf } from '#features/coaches/coach-and-student.ts'
import { checkGolfer } from '#features/golfers/commands.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import { publish } from '#platform/reactions.ts'
import type { Services } from '#ports/services.ts'
import { redeemCredit } from './credits.ts'
import { type HeldPackage, lockPackage } from './queries.ts'
import { lessonPackages } from './tables.ts'

export type RedemptionRefusal =
  | 'no_such_package'
  | 'package_ended'
  | 'no_lessons_left'
  | 'payment_disputed'
  | 'after_the_package'
  | 'place_gone'
  | 'in_the_past'
  | 'slot_gone'
  | 'slot_taken'
  | 'coach_unavailable'
  | 'student_unavailable'

/** The message shown for each refusal. */
export const redemptionRefusalTexts: Record<RedemptionRefusal, string> = {
  no_such_package: 'There is no such package.',
  package_ended: 'This package has ended.',
  payment_disputed:
    'Your bank is looking into the payment of this package. Please wait until that is settled.',
  no_lessons_left: 'All lessons of this package are booked.',
  after_the_package: 'This time is after your package expires. Please choose an earlier one.',
  place_gone:
    'Choose the place of this lesson: the package has none, or your coach no longer teaches at its place.',
  in_the_past: 'This time has already passed. Please choose another one.',
  coach_unavailable:
    'This coach is not taking bookings at the moment. Your lessons stay in the package, and you can end it at any time.',
  student_unavailable: 'Nothing can be booked with this account at the moment.',
  slot_gone: 'This time is no longer offered. Please choose another one.',
  slot_taken: 'Someone just booked this time. Please choose another one.',
}

interface PackageLessonRequest {
  packageId: string
  /** An ISO instant. */
  start: string
  locationId?: string | undefined
  idempotencyKey?: string | undefined
  /** Who plays, one of the student's golfers; null or omitted when the student plays. */
  golferId?: string | null | undefined
  /** The student's note to the coach. */
  note?: string | undefined
  /** The student's answers to the coach's questions. */
  answers?: readonly GivenAnswer[] | undefined
}

/**
 * Books a lesson of a package. It is confirmed at once, with the same slot checks as every other lesson.
 * Idempotent for the same key.
 * @throws AppError questions_changed, answers_needed, no_such_golfer
 * @param request.locationId a teaching place of the coach; when omitted, the place of the package, which may
 * have been removed
 */
export async function bookFromPackage(
  services: Services,
  student: Pick<Actor, 'userId'>,
  request: PackageLessonRequest,
): Promise<{ ok: true; bookingId: string; left: number } | Refused<RedemptionRefusal>> {
  const now = services.clock.now()
  const start = Date.parse(request.start)
  if (start <= now) return refused('in_the_past')
  return await inSlotTransaction(services.db, async (tx) => {
    await lockPairOf(tx, lessonPackages, eq(lessonPackages.id, request.packageId))
    const held = await lockPackage(tx, request.packageId)
    if (held?.studentId !== student.userId) return refused('no_such_package')
    const before = await findEarlierRedemption(tx, held, request.idempotencyKey)
    if (before) return { ok: true, bookingId: before, left: held.available.length }
    if (held.isEnded || now >= held.expiresAt) return refused('package_ended')
    if (held.isDisputed) return refused('payment_disputed')
    const [credit, ...others] = held.available
    if (!credit) return refused('no_lessons_left')
    if (start > held.expiresAt) return refused('after_the_package')
    const locationId = request.locationId ?? held.locationId ?? undefined
    const offer = await findOffer(
      tx,
      { instructorId: held.instructorId, start: request.start, locationId },
      now,
    )
    if (!offer) return refused('slot_gone')
    if (!offer.mayTeach) return refused('coach_unavailable')
    if (!locationId && offer.location.id) return refused('place_gone')
    const { durationMinutes, lessonType } = held
    if (!isSlotOpen(offer.rules, start, durationMinutes, now)) return refused('slot_taken')
    const lesson = {
      offer,
      studentId: held.studentId,
      golferId: request.golferId,
      start,
      durationMinutes,
      priceCents: credit.valueCents,
      title: defaultLessonTitle(durationMinutes, lessonType),
      lessonType,
      cancellationPolicy: held.policy,
      idempotencyKey: request.idempotencyKey,
      paidBy: { packageId: held.id, isPaidElsewhere: held.paid === null },
    }
    await checkGolfer(tx, held.studentId, request.golferId)
    const answers = await checkAnswers(tx, held.instructorId, request.answers)
    const taken = await takeSlot(tx, lesson, now)
    if (!taken.ok) return taken
    const { bookingId } = taken
    await storeAnswers(tx, bookingId, answers)
    if (request.note) await storeNote(tx, bookingId, request.note)
    await redeemCredit(tx, { packageId: held.id, ...credit, bookingId, at: now })
    await publish(services, tx, 'lesson_confirmed', { bookingId })
    return { ok: true, bookingId, left: others.length }
  })
}

/** The lesson that an earlier request with the same key took from a package; null when there is none. */
export async function findEarlierRedemption(
  tx: Queryable,
  held: HeldPackage,
  key: string | undefined,
): Promise<string | null> {
  if (!key) return null
  const [found] = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.studentId, held.studentId),
        eq(bookings.packageId, held.id),
        eq(bookings.idempotencyKey, key),
      ),
    )
  return found?.id ?? null
}

import { eq } from 'drizzle-orm'
import { defaultLessonTitle } from '#features/bookings/booking.ts'
import { checkAnswers, storeAnswers } from '#features/bookings/intake/commands.ts'
import type { GivenAnswer } from '#features/bookings/intake/intake.ts'
import { storeNote } from '#features/bookings/notes/commands.ts'
import { findOffer } from '#features/bookings/offer.ts'
import {
  inSeriesTransaction,
  isWeekly,
  lostWeeks,
  seriesRequest,
  takeSeries,
  type WeeksLost,
} from '#features/bookings/series/commands.ts'
import { listSeries } from '#features/bookings/series/queries.ts'
import { lockPairOf } from '#features/coaches/coach-and-student.ts'
import { checkGolfer } from '#features/golfers/commands.ts'
import type { Actor } from '#platform/actor.ts'
import { type Refused, refused } from '#platform/errors.ts'
import { publish } from '#platform/reactions.ts'
import type { Services } from '#ports/services.ts'
import { redeemCredit } from './credits.ts'
import { lockPackage } from './queries.ts'
import { findEarlierRedemption, type RedemptionRefusal } from './redemptions.ts'
import { lessonPackages } from './tables.ts'

interface PackageSeriesRequest {
  packageId: string
  /** ISO instants at the same weekday and wall-clock time. */
  starts: readonly string[]
  locationId?: string | undefined
  idempotencyKey?: string | undefined
  /** For the coach; stored with each lesson, like the answers. */
  note?: string | undefined
  answers?: readonly GivenAnswer[] | undefined
  /** Who plays, one of the student's golfers; null or omitted when the student plays. */
  golferId?: string | null | undefined
}

type BookedSeries = { ok: true; bookingIds: string[]; left: number }

/**
 * Books weekly lessons of a package, all of them or none. They are confirmed at once. Idempotent for the same key.
 * @returns why nothing is booked, with the weeks that are no longer free
 * @throws AppError questions_changed, answers_needed, no_such_golfer
 */
export async function bookSeriesFromPackage(
  services: Services,
  student: Pick<Actor, 'userId'>,
  request: PackageSeriesRequest,
): Promise<BookedSeries | Refused<RedemptionRefusal | 'not_weekly' | 'too_many_holds'> | WeeksLost> {
  const now = services.clock.now()
  const starts = request.starts.map((start) => Date.parse(start)).toSorted((a, b) => a - b)
  if ((starts[0] ?? 0) <= now) return refused('in_the_past')
  return await inSeriesTransaction(
    services.db,
    async (
      tx,
    ): Promise<BookedSeries | Refused<RedemptionRefusal | 'not_weekly' | 'too_many_holds'> | WeeksLost> => {
      await lockPairOf(tx, lessonPackages, eq(lessonPackages.id, request.packageId))
      const held = await lockPackage(tx, request.packageId)
      if (held?.studentId !== student.userId) return refused('no_such_package')
      const before = await findEarlierRedemption(tx, held, request.idempotencyKey)
      if (before) return { ok: true, bookingIds: await listSeries(tx, before), left: held.available.length }
      if (held.isEnded || now >= held.expiresAt) return refused('package_ended')
      if (held.isDisputed) return refused('payment_disputed')
      if (held.available.length < starts.length) return refused('no_lessons_left')
      if (starts.some((start) => start > held.expiresAt)) return refused('after_the_package')
      const locationId = request.locationId ?? held.locationId
      const place = { instructorId: held.instructorId, location: { id: locationId } }
      const offer = await findOffer(tx, seriesRequest(place, starts), now)
      if (!offer) return refused('slot_gone')
      if (!offer.mayTeach) return refused('coach_unavailable')
      if (!locationId && offer.location.id) return refused('place_gone')
      const { durationMinutes, lessonType } = held
      if (!isWeekly(offer, starts, durationMinutes, now)) return refused('not_weekly')
      const lost = lostWeeks(offer, { starts, durationMinutes }, now)
      if (lost.length > 0) return { ok: false, reason: 'weeks_taken', weeks: lost }
      await checkGolfer(tx, held.studentId, request.golferId)
      const answers = await checkAnswers(tx, held.instructorId, request.answers)
      const lessonAt = (start: number, n: number) => ({
        offer,
        studentId: held.studentId,
        start,
        durationMinutes,
        priceCents: held.available[n]?.valueCents ?? 0,
        title: defaultLessonTitle(durationMinutes, lessonType),
        lessonType,
        golferId: request.golferId,
        cancellationPolicy: held.policy,
        // The key is unique, so only the first lesson has it.
        idempotencyKey: n === 0 ? request.idempotencyKey : undefined,
        paidBy: { packageId: held.id, isPaidElsewhere: held.paid === null },
      })
      const taken = await takeSeries(tx, { offer, starts, durationMinutes, lessonAt }, now)
      if (!taken.ok) return taken
      for (const [n, bookingId] of taken.bookingIds.entries()) {
        const credit = held.available[n]
        if (!credit) throw new Error('a series takes more lessons than its package has')
        if (answers.length > 0) await storeAnswers(tx, bookingId, answers)
        if (request.note) await storeNote(tx, bookingId, request.note)
        await redeemCredit(tx, { packageId: held.id, ...credit, bookingId, at: now })
        await publish(services, tx, 'lesson_confirmed', { bookingId })
      }
      await publish(services, tx, 'series_confirmed', { seriesId: taken.seriesId })
      return { ok: true, bookingIds: taken.bookingIds, left: held.available.length - starts.length }
    },
  )
}

import { z } from 'zod'
import { bookableRange, listSlots } from '#features/availability/availability.ts'
import { whyNoOpenings } from '#features/availability/no-openings.ts'
import { presentDays } from '#features/availability/schema.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { AppError } from '#platform/errors.ts'
import { toIso } from '#platform/time.ts'
import { type Services, signedIn } from '#ports/services.ts'
import type { CancelParty } from '../cancellation/cancellation.ts'
import { noSuchBooking, partyOf } from '../policy.ts'
import { rescheduleLesson } from './commands.ts'
import { findMoveOffer, type MoveOffer, readPackageEndOfLesson } from './queries.ts'
import { latestStart, moveRefusalTexts, whyNotMove } from './reschedule.ts'
import { newTimesRequestSchema, newTimesSchema, rescheduleSchema } from './schema.ts'

const tags = ['Bookings']

export const rescheduleApi = {
  newTimes: signedIn
    .route({
      method: 'GET',
      path: '/bookings/{bookingId}/new-times',
      tags,
      summary: 'Times a lesson can be moved to, at its place or another one, and of its length',
    })
    .input(newTimesRequestSchema)
    .output(newTimesSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const now = services.clock.now()
      const lesson = await findMoveOffer(services.db, input.bookingId, { start: now, now }, input.locationId)
      const party = lesson && partyOf(actor, lesson)
      if (!lesson || !party) throw noSuchBooking()
      return await listNewTimes(services, lesson, { ...input, party, now })
    }),

  reschedule: signedIn
    .route({
      method: 'POST',
      path: '/bookings/{bookingId}/reschedule',
      tags,
      summary: 'Move a lesson to another time; nothing is paid again',
    })
    .input(rescheduleSchema)
    .output(z.object({ start: z.iso.datetime() }))
    .handler(async ({ input, context: { services, actor, audit } }) => {
      const moved = await rescheduleLesson(services, actor, input, audit)
      if (moved.ok) return { start: new Date(Date.parse(input.start)).toISOString() }
      if (moved.reason === 'no_such_booking') throw noSuchBooking()
      const code = moved.reason === 'in_the_past' ? 'bad_input' : 'conflict'
      throw new AppError(code, moved.reason, moveRefusalTexts[moved.reason])
    }),
}

async function listNewTimes(
  services: Services,
  lesson: MoveOffer,
  request: { bookingId: string; locationId?: string | undefined; party: CancelParty; now: number },
) {
  const { bookingId, party, now } = request
  const { instructorId, durationMinutes, isPlaceGone, otherPlaces } = lesson
  const schedule = await findSchedule(services.db, instructorId, {
    now,
    bookingToIgnore: bookingId,
    locationId: request.locationId,
  })
  if (!schedule) throw new AppError('conflict', 'slot_gone', moveRefusalTexts.slot_gone)
  if (!schedule.mayTeach)
    throw new AppError('conflict', 'coach_unavailable', moveRefusalTexts.coach_unavailable)
  const rules = party === 'student' ? schedule.rules : { ...schedule.rules, noticeHours: 0 }
  const bookable = bookableRange(rules, now)
  const latest =
    party === 'student'
      ? latestStart(lesson, await readPackageEndOfLesson(services, lesson))
      : Number.POSITIVE_INFINITY
  const isClosed = isPlaceGone && party === 'student' && !request.locationId
  const days = isClosed
    ? []
    : listSlots(rules, { from: bookable.first, to: bookable.last, durationMinutes, now }).map((day) => ({
        ...day,
        slots: day.slots.filter(({ start }) => start <= latest),
      }))
  const why = whyNotMove(lesson, party, now) ?? (isClosed ? 'place_gone' : null)
  const locationId = schedule.location.id ?? undefined
  return {
    instructorId,
    ...(locationId ? { locationId } : {}),
    isPlaceGone,
    otherPlaces: otherPlaces.map(({ id, name, city }) => ({ id, name, city })),
    zone: rules.zone,
    durationMinutes,
    bookable,
    firstBookableDate: days.find(({ slots }) => slots.length > 0)?.date ?? null,
    whyNone: whyNoOpenings(rules, { durationMinutes, now }),
    days: presentDays(days, rules.zone),
    soonUntil: party === 'student' ? null : toIso(now + schedule.rules.noticeHours * 3_600_000),
    refusal: why && { code: why, message: moveRefusalTexts[why] },
  }
}

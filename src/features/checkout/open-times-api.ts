import { z } from 'zod'
import { bookableRange, findFirstBookableDate, listSlots } from '#features/availability/availability.ts'
import { hasCalendarAccess } from '#features/availability/calendar-access.ts'
import { whyNoOpenings } from '#features/availability/no-openings.ts'
import { presentDays } from '#features/availability/schema.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { listAskedQuestions } from '#features/bookings/intake/queries.ts'
import { bookableKinds } from '#features/bookings/lesson-kinds.ts'
import { noSuchBooking } from '#features/bookings/policy.ts'
import { hasExitOffers } from '#features/discounts/exit-offers.ts'
import type { Actor } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import { open, student } from '#ports/services.ts'
import { isDemoAccount } from './demo-booking.ts'
import { listOpenTimesSchema, openTimesSchema, timesAgainSchema } from './schema.ts'
import { readTimesAgain } from './times-again.ts'

export const openTimesApi = {
  timesAgain: student
    .route({
      method: 'GET',
      path: '/bookings/{bookingId}/times-again',
      tags: ['Availability'],
      summary: 'The weekday, time and place of one of your lessons in the next weeks',
    })
    .input(z.object({ bookingId: z.uuid() }))
    .output(timesAgainSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const found = await readTimesAgain(services, actor.userId, input.bookingId)
      if (!found) throw noSuchBooking()
      return found
    }),

  slots: open
    .route({
      method: 'GET',
      path: '/coaches/{instructorId}/slots',
      tags: ['Availability'],
      summary: 'Open times of a coach, a day each, in the zone of the teaching place',
    })
    .input(listOpenTimesSchema)
    .output(openTimesSchema)
    .handler(async ({ input, context }) => {
      const { services, actor } = context
      const now = services.clock.now()
      const { instructorId, from, to, locationId, durationMinutes } = input
      const schedule = await findSchedule(services.db, instructorId, { now, locationId })
      if (!schedule?.mayTeach) throw noSuchCoach()
      const isStudent = actor?.role === 'student'
      const { db, answers } = services
      const studentId = isStudent ? actor.userId : null
      const found = await answers.agreed_lesson(db, { ...input, studentId })
      const isAgreed = found.ok && found.agreed?.durationMinutes === durationMinutes
      const isSoldInPackage = async (offerId: string) => {
        const onSale = await answers.package_on_sale(db, { offerId, instructorId })
        return onSale.ok && onSale.offered.durationMinutes === durationMinutes
      }
      const offersLength =
        bookableKinds(schedule).some(({ durations }) => durations.includes(durationMinutes)) ||
        actor?.userId === instructorId ||
        (input.packageOfferId !== undefined && (await isSoldInPackage(input.packageOfferId)))
      const isPromised =
        isAgreed ||
        (studentId !== null &&
          !(schedule.isListed && offersLength) &&
          (await answers.has_package(db, { ...input, studentId, now })))
      // A hidden coach's times stay available to students with an agreed lesson or a package.
      if (!schedule.isListed && !isPromised && !isOwnOrAdmins(actor, instructorId)) throw noSuchCoach()
      if (!offersLength && !isPromised)
        throw new AppError(
          'bad_input',
          'duration_not_offered',
          'This coach does not offer lessons of that length.',
        )
      const { rules } = schedule
      const bookable = bookableRange(rules, now)
      const days = listSlots(rules, {
        from: from ?? bookable.first,
        to: to ?? bookable.last,
        durationMinutes,
        now,
      })
      const firstBookableDate = findFirstBookableDate(rules, { durationMinutes, now })
      const isDemoBooking =
        schedule.takesDemoBookings && isStudent && (await isDemoAccount(services.db, actor.userId))
      const mayBook = schedule.takesDemoBookings
        ? isDemoBooking
        : isAgreed ||
          schedule.instantBookEnabled ||
          (isStudent &&
            !schedule.isPaused &&
            (await hasCalendarAccess(services.db, actor.userId, instructorId)))
      return {
        instructorId,
        zone: rules.zone,
        durationMinutes,
        bookable,
        firstBookableDate,
        whyNone: firstBookableDate === null ? whyNoOpenings(rules, { durationMinutes, now }) : null,
        days: presentDays(days, rules.zone),
        mayBook,
        isDemoBooking,
        // Only where the page can use it: the coach's lessons are counted for it.
        hasExitOffers:
          mayBook &&
          !isAgreed &&
          input.packageOfferId === undefined &&
          firstBookableDate !== null &&
          schedule.fundsExitOffers &&
          (actor === null || isStudent) &&
          (await hasExitOffers(db, { instructorId, studentId, now })),
        isPaused: schedule.isPaused,
        questions: schedule.asksQuestions ? await listAskedQuestions(db, instructorId, studentId) : [],
      }
    }),
}

const noSuchCoach = () => new AppError('not_found', 'no_such_coach', 'There is no such coach.')

const isOwnOrAdmins = (actor: Actor | null, instructorId: string) =>
  actor?.role === 'admin' || actor?.userId === instructorId

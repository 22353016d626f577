import { z } from 'zod'
import { mayAnswerFor } from '#features/accounts/invited-student.ts'
import { golferField } from '#features/golfers/schema.ts'
import { mayUseCards } from '#features/payments/saved-cards/policy.ts'
import { dateIn } from '#platform/time.ts'
import { signedIn, student } from '#ports/services.ts'
import { LESSONS_PER_PAGE, lessonLists } from './booking.ts'
import { calendarFeedApi } from './calendar/api.ts'
import { calendarFile, seriesCalendarFile } from './calendar/calendar.ts'
import { cancellationApi } from './cancellation/api.ts'
import { completionApi } from './completion/api.ts'
import { withActivity } from './lesson-activity.ts'
import { bookingNotesApi } from './notes/api.ts'
import { changePlayer } from './player.ts'
import { canSeeBooking, noSuchBooking } from './policy.ts'
import { countLessons, findLesson, listLessons, listLessonsOfSeries } from './queries.ts'
import { rescheduleApi } from './reschedule/api.ts'
import { lessonCountsSchema, listedLessonSchema } from './schema.ts'
import { weeklyLessonsApi } from './series/api.ts'

const tags = ['Bookings']

const CHANGES_AN_HOUR = { points: 60, seconds: 60 * 60 }

export const bookingsApi = {
  ...calendarFeedApi,
  ...cancellationApi,
  ...completionApi,
  ...rescheduleApi,
  ...bookingNotesApi,
  ...weeklyLessonsApi,

  changePlayer: student
    .route({
      method: 'PUT',
      path: '/bookings/{bookingId}/golfer',
      tags,
      summary: 'Change who plays one of your lessons, until it begins',
    })
    .input(z.object({ bookingId: z.uuid(), golferId: golferField }))
    .output(z.object({ saved: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('booking-player', actor.userId, CHANGES_AN_HOUR)
      await changePlayer(services, actor, input)
      return { saved: true as const }
    }),

  get: signedIn
    .route({ method: 'GET', path: '/bookings/{bookingId}', tags, summary: 'One of your lessons' })
    .input(z.object({ bookingId: z.uuid() }))
    .output(listedLessonSchema)
    .handler(async ({ input, context: { actor, services } }) => {
      const lesson = await findLesson(services.db, input.bookingId)
      if (!lesson) throw noSuchBooking()
      const isAsked = lesson.isInvitation && (await mayAnswerFor(services.db, actor.userId, lesson.studentId))
      if (!isAsked && !canSeeBooking(actor, lesson)) throw noSuchBooking()
      const as = isAsked || actor.userId === lesson.studentId ? 'student' : 'coach'
      const [listed] = await withActivity(services, [lesson], {
        as,
        now: services.clock.now(),
        mayUseCards: mayUseCards(actor),
      })
      if (!listed) throw noSuchBooking()
      return actor.role === 'admin' ? { ...listed, actions: [] } : listed
    }),

  list: signedIn
    .route({
      method: 'GET',
      path: '/bookings',
      tags,
      summary: 'Your lessons: upcoming, past or cancelled',
    })
    .input(
      z.object({
        when: z.enum(lessonLists).default('upcoming'),
        page: z.coerce.number().int().min(1).max(500).default(1),
      }),
    )
    .output(z.array(listedLessonSchema))
    .handler(async ({ input, context }) => {
      const { actor, services } = context
      const as = actor.role === 'coach' ? 'coach' : 'student'
      const now = services.clock.now()
      const lessons = await listLessons(
        services.db,
        { userId: actor.userId, as, withInvitations: true },
        {
          now,
          list: input.when,
          limit: LESSONS_PER_PAGE,
          offset: (input.page - 1) * LESSONS_PER_PAGE,
        },
      )
      return await withActivity(services, lessons, { as, now, mayUseCards: mayUseCards(actor) })
    }),

  counts: signedIn
    .route({
      method: 'GET',
      path: '/booking-counts',
      tags,
      summary: 'How many lessons are upcoming, past and cancelled',
    })
    .output(lessonCountsSchema)
    .handler(({ context: { actor, services } }) =>
      countLessons(
        services.db,
        { userId: actor.userId, as: actor.role === 'coach' ? 'coach' : 'student', withInvitations: true },
        services.clock.now(),
      ),
    ),

  calendar: signedIn
    .route({
      method: 'GET',
      path: '/bookings/{bookingId}/calendar.ics',
      tags,
      summary: 'One of your lessons as a calendar file, or all that were booked together with it',
    })
    .input(z.object({ bookingId: z.uuid(), all: z.enum(['true', 'false']).default('false') }))
    .output(z.file())
    .handler(async ({ input, context: { actor, services } }) => {
      const lesson = await findLesson(services.db, input.bookingId)
      if (!lesson || !canSeeBooking(actor, lesson) || lesson.status === 'pending') throw noSuchBooking()
      const as = actor.userId === lesson.instructorId ? 'coach' : 'student'
      const { appUrl, senderAddress: organizer } = services.env
      const options = { as, now: services.clock.now(), appUrl, organizer } as const
      const text =
        input.all === 'true' && lesson.series
          ? seriesCalendarFile(await listLessonsOfSeries(services.db, lesson.series.id), options)
          : calendarFile(lesson, options)
      return new File([text], `golf-lesson-${dateIn(lesson.start, lesson.zone)}.ics`, {
        type: 'text/calendar; charset=utf-8',
      })
    }),
}

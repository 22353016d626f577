import { z } from 'zod'
import type { Actor } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import { dateIn, toIso } from '#platform/time.ts'
import { coach, open, type Services, signedIn, student } from '#ports/services.ts'
import { withActivity } from './actions/queries.ts'
import { listedLessonSchema } from './actions/schema.ts'
import { BOOKINGS_PER_STUDENT, LESSONS_PER_PAGE, priceLesson, UNPROVEN_HOLDS_PER_ADDRESS } from './booking.ts'
import { calendarFile } from './calendar/calendar.ts'
import { calendarFeedApi } from './calendar/feed/api.ts'
import { cancellationApi } from './cancellation/api.ts'
import { choiceApi } from './choice/api.ts'
import { bookLesson } from './commands.ts'
import { completionApi } from './completion/api.ts'
import { readDashboard } from './dashboard/queries.ts'
import { demonstrationApi } from './demonstration/api.ts'
import { discountApi } from './discount/api.ts'
import { readBrowserSession } from './discount/commands.ts'
import { releaseHold } from './hold/commands.ts'
import { isProvenStudent } from './hold/queries.ts'
import { checkoutState } from './payment/payment.ts'
import { canSeeBooking, noSuchBooking } from './policy.ts'
import {
  countLessons,
  findLesson,
  findLessonByCheckout,
  findOffer,
  findPlaceNamed,
  listLessons,
} from './queries.ts'
import { quoteApi } from './quote/api.ts'
import { bookingRefused } from './refusal/refusal.ts'
import { rescheduleApi } from './reschedule/api.ts'
import {
  type BookLessonInput,
  bookLessonSchema,
  checkoutStateSchema,
  dashboardSchema,
  heldBookingSchema,
  instantBookingPaymentSchema,
  lessonCountsSchema,
} from './schema.ts'

const tags = ['Bookings']

export const bookingsApi = {
  ...calendarFeedApi,
  ...choiceApi,
  ...cancellationApi,
  ...completionApi,
  ...demonstrationApi,
  ...discountApi,
  ...quoteApi,
  ...rescheduleApi,

  book: student
    .route({
      method: 'POST',
      path: '/bookings',
      tags,
      summary: 'Hold a slot and start its payment',
      successStatus: 201,
    })
    .input(bookLessonSchema)
    .output(heldBookingSchema)
    .handler(async ({ input, context }) => await bookOrThrow(context, input)),

  createInstantBookingPayment: student
    .route({
      method: 'POST',
      path: '/functions/create-instant-booking-payment',
      tags: ['Functions'],
      summary: 'The same as POST /bookings, in the body and answer of the specification',
    })
    .input(instantBookingPaymentSchema)
    .output(z.object({ url: z.string() }))
    .handler(async ({ input, context }) => {
      const held = await bookOrThrow(context, {
        instructorId: input.instructorId,
        locationId: await findPlaceNamed(context.services.db, input),
        start: input.lessonDate,
        durationMinutes: input.durationMinutes,
        expectedPriceCents: input.priceAmount === undefined ? undefined : Math.round(input.priceAmount * 100),
        conversationId: input.packageContext?.conversation_id,
        offerToken: input.offerToken,
        promoCode: input.promoCode,
      })
      return { url: held.checkoutUrl }
    }),

  get: signedIn
    .route({ method: 'GET', path: '/bookings/{bookingId}', tags, summary: 'One of your lessons' })
    .input(z.object({ bookingId: z.uuid() }))
    .output(listedLessonSchema)
    .handler(async ({ input, context: { actor, services } }) => {
      const lesson = await findLesson(services.db, input.bookingId)
      if (!lesson || !canSeeBooking(actor, lesson)) throw noSuchBooking()
      const as = actor.userId === lesson.studentId ? 'student' : 'coach'
      const [listed] = await withActivity(services.db, [lesson], { as, now: services.clock.now() })
      if (!listed) throw noSuchBooking()
      return actor.role === 'admin' ? { ...listed, actions: [] } : listed
    }),

  letGo: student
    .route({
      method: 'DELETE',
      path: '/bookings/{bookingId}/hold',
      tags,
      summary: 'Let a held time go before paying for it',
    })
    .input(z.object({ bookingId: z.uuid() }))
    .output(z.object({ outcome: z.enum(['freed', 'paid']) }))
    .handler(async ({ input, context }) => {
      const outcome = await releaseHold(context.services, context.actor, input.bookingId)
      if (outcome === 'none') throw noSuchBooking()
      return { outcome }
    }),

  list: signedIn
    .route({
      method: 'GET',
      path: '/bookings',
      tags,
      summary: 'Your lessons, upcoming or past; cancelled ones are past',
    })
    .input(
      z.object({
        when: z.enum(['upcoming', 'past']).default('upcoming'),
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
        { userId: actor.userId, as },
        {
          now,
          past: input.when === 'past',
          limit: LESSONS_PER_PAGE,
          offset: (input.page - 1) * LESSONS_PER_PAGE,
        },
      )
      return await withActivity(services.db, lessons, { as, now })
    }),

  counts: signedIn
    .route({
      method: 'GET',
      path: '/booking-counts',
      tags,
      summary: 'How many lessons are upcoming and past',
    })
    .output(lessonCountsSchema)
    .handler(({ context: { actor, services } }) =>
      countLessons(
        services.db,
        { userId: actor.userId, as: actor.role === 'coach' ? 'coach' : 'student' },
        services.clock.now(),
      ),
    ),

  calendar: signedIn
    .route({
      method: 'GET',
      path: '/bookings/{bookingId}/calendar.ics',
      tags,
      summary: 'One of your lessons as a calendar file',
    })
    .input(z.object({ bookingId: z.uuid() }))
    .output(z.file())
    .handler(async ({ input, context: { actor, services } }) => {
      const lesson = await findLesson(services.db, input.bookingId)
      if (!lesson || !canSeeBooking(actor, lesson) || lesson.status === 'pending') throw noSuchBooking()
      const as = actor.userId === lesson.instructorId ? 'coach' : 'student'
      const text = calendarFile(lesson, { as, now: services.clock.now(), appUrl: services.env.appUrl })
      return new File([text], `golf-lesson-${dateIn(lesson.start, lesson.zone)}.ics`, {
        type: 'text/calendar; charset=utf-8',
      })
    }),

  checkoutState: signedIn
    .route({
      method: 'GET',
      path: '/checkouts/{sessionId}',
      tags,
      summary: 'What became of a payment of yours',
    })
    .input(z.object({ sessionId: z.string().min(1).max(200) }))
    .output(checkoutStateSchema)
    .handler(async ({ input, context }) => {
      const found = await findLessonByCheckout(context.services.db, input.sessionId)
      if (!found || found.studentId !== context.actor.userId) throw noSuchBooking()
      return { ...found, state: checkoutState(found) }
    }),

  dashboard: coach
    .route({
      method: 'GET',
      path: '/coach/dashboard',
      tags,
      summary: "The coach's figures and newest bookings",
    })
    .output(dashboardSchema)
    .handler(({ context }) =>
      readDashboard(context.services.db, context.actor.userId, context.services.clock.now()),
    ),

  price: open
    .route({
      method: 'GET',
      path: '/coaches/{instructorId}/price',
      tags,
      summary: 'What a lesson of some length costs',
    })
    .input(z.object({ instructorId: z.uuid(), durationMinutes: z.coerce.number().int().min(15).max(480) }))
    .output(z.object({ priceCents: z.int() }))
    .handler(async ({ input, context }) => {
      const now = context.services.clock.now()
      const offer = await findOffer(
        context.services.db,
        { ...input, start: new Date(now).toISOString() },
        now,
      )
      if (!offer?.isVisible) throw new AppError('not_found', 'no_such_coach', 'There is no such coach.')
      if (!offer.durations.includes(input.durationMinutes)) throw bookingRefused('duration_not_offered')
      return { priceCents: priceLesson(offer.hourlyRateCents, input.durationMinutes) }
    }),
}

interface Booker {
  services: Services
  actor: Actor
  request: Request
  ip: string
}

async function bookOrThrow({ services, actor, request, ip }: Booker, input: BookLessonInput) {
  await services.rateLimits.count('book', actor.userId, BOOKINGS_PER_STUDENT)
  if (!(await isProvenStudent(services.db, actor.userId)))
    await services.rateLimits.count('unproven-holds', ip, UNPROVEN_HOLDS_PER_ADDRESS)
  const sessionId = readBrowserSession(services, request.headers)
  const held = await bookLesson(services, actor, input, { sessionId })
  if (!held.ok) throw bookingRefused(held.reason)
  return { ...held, holdExpiresAt: toIso(held.holdExpiresAt) }
}

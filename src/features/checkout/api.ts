import { z } from 'zod'
import { noSuchBooking } from '#features/bookings/policy.ts'
import { findPlaceNamed } from '#features/bookings/queries.ts'
import { readBrowser } from '#features/discounts/exit-offers.ts'
import { giftCentsField } from '#features/payments/schema.ts'
import type { Actor } from '#platform/actor.ts'
import { toIso } from '#platform/time.ts'
import { type Services, signedIn, student } from '#ports/services.ts'
import { checkoutState } from './checkout.ts'
import { bookLesson } from './commands.ts'
import { bookDemo } from './demo-booking.ts'
import { payEntered } from './entered-lesson.ts'
import { isProvenStudent, releaseHold } from './open-holds.ts'
import { openTimesApi } from './open-times-api.ts'
import { findLessonByCheckout } from './queries.ts'
import { quoteApi } from './quote-api.ts'
import { bookingRefused } from './refusal.ts'
import {
  type BookLessonInput,
  bookLessonSchema,
  checkoutStateSchema,
  heldBookingSchema,
  instantBookingPaymentSchema,
} from './schema.ts'
import { seriesApi } from './series/api.ts'

/**
 * Holds per IP address by accounts without a confirmed email: enough for a family, too few to block a
 * calendar.
 */
const UNPROVEN_HOLDS_PER_ADDRESS = { points: 8, seconds: 900 }

/** Booking attempts per student and hour. */
const BOOKINGS_PER_STUDENT = { points: 30, seconds: 3600 }

const tags = ['Bookings']

export const checkoutApi = {
  ...openTimesApi,
  ...quoteApi,
  ...seriesApi,

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
        answers: input.answers,
      })
      return { url: held.checkoutUrl }
    }),

  bookDemo: student
    .route({
      method: 'POST',
      path: '/demo-bookings',
      tags,
      summary: 'Book a demo lesson, paid at once with no money',
      successStatus: 201,
    })
    .input(bookLessonSchema)
    .output(z.object({ bookingId: z.uuid() }))
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('book', actor.userId, BOOKINGS_PER_STUDENT)
      const made = await bookDemo(services, actor, input)
      if (!made.ok) throw bookingRefused(made.reason)
      return { bookingId: made.bookingId }
    }),

  release: student
    .route({
      method: 'DELETE',
      path: '/bookings/{bookingId}/hold',
      tags,
      summary: 'Release a held time before paying for it',
    })
    .input(z.object({ bookingId: z.uuid() }))
    .output(z.object({ outcome: z.enum(['freed', 'paid']) }))
    .handler(async ({ input, context }) => {
      const outcome = await releaseHold(context.services, context.actor, input.bookingId)
      if (outcome === 'none') throw noSuchBooking()
      return { outcome }
    }),

  payEntered: student
    .route({
      method: 'POST',
      path: '/bookings/{bookingId}/checkout',
      tags,
      summary: 'Go on to the payment of a lesson that your coach entered, also with gift cards',
    })
    .input(z.object({ bookingId: z.uuid(), giftCents: giftCentsField.or(z.literal(0)).default(0) }))
    .output(z.object({ checkoutUrl: z.string() }))
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('book', actor.userId, BOOKINGS_PER_STUDENT)
      return { checkoutUrl: await payEntered(services, actor, input) }
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
      const found = await findLessonByCheckout(context.services, input.sessionId)
      if (!found || found.studentId !== context.actor.userId) throw noSuchBooking()
      return { ...found, state: checkoutState(found) }
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
  const held = await bookLesson(services, actor, input, readBrowser(services, request.headers, input))
  if (!held.ok) throw bookingRefused(held.reason)
  return { ...held, holdExpiresAt: toIso(held.holdExpiresAt) }
}

import { z } from 'zod'
import { priceLesson } from '#features/bookings/booking.ts'
import { packageTermsText, policyText } from '#features/bookings/cancellation/cancellation.ts'
import { findOffer } from '#features/bookings/offer.ts'
import { isDiscountRefusal, shownPercentOff } from '#features/discounts/discount.ts'
import { readBrowser } from '#features/discounts/exit-offers.ts'
import { AppError } from '#platform/errors.ts'
import { open } from '#ports/services.ts'
import { type LessonQuote, readQuote, readQuoteOfHolder } from './quote.ts'
import { bookingRefused } from './refusal.ts'
import { type Quote, quoteRequestSchema, quoteSchema } from './schema.ts'

/** Code attempts per user: enough for typing errors, too few for guessing. */
const CODES_TRIED = { points: 40, seconds: 600 }

export const quoteApi = {
  // POST although it has no side effects, to keep codes and offers out of URL logs.
  quote: open
    .meta({ changesNothing: true })
    .route({
      method: 'POST',
      path: '/quotes',
      tags: ['Bookings'],
      summary: 'What a lesson costs, with a discount, and under which terms',
    })
    .input(quoteRequestSchema)
    .output(quoteSchema)
    .handler(async ({ input, context: { services, actor, ip, request } }) => {
      if (input.promoCode) await services.rateLimits.count('promo-code', actor?.userId ?? ip, CODES_TRIED)
      const now = services.clock.now()
      const offer = await findOffer(services.db, { ...input, start: new Date(now).toISOString() }, now)
      if (!offer?.mayTeach) throw new AppError('not_found', 'no_such_coach', 'There is no such coach.')
      const viewer = {
        studentId: actor?.role === 'student' ? actor.userId : null,
        ...readBrowser(services, request.headers, input),
        now,
      }
      const { start } = input
      const read = start
        ? await readQuoteOfHolder(services, offer, { ...input, start }, viewer)
        : await readQuote(services, offer, input, viewer)
      const isSeen = offer.isListed || (read.ok && read.quote.agreed) || actor?.role === 'admin'
      if (!isSeen) throw new AppError('not_found', 'no_such_coach', 'There is no such coach.')
      if (read.ok) return present(read.quote, null)
      if (!isDiscountRefusal(read.reason)) throw bookingRefused(read.reason)
      // The discount is not available, but the lesson is.
      const { userMessage: message } = bookingRefused(read.reason)
      const full = await readQuote(
        services,
        offer,
        { ...input, offerToken: undefined, promoCode: undefined },
        viewer,
      )
      if (!full.ok) throw bookingRefused(full.reason)
      return present(full.quote, { code: read.reason, message })
    }),

  price: open
    .route({
      method: 'GET',
      path: '/coaches/{instructorId}/price',
      tags: ['Bookings'],
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
      if (!offer?.isListed) throw new AppError('not_found', 'no_such_coach', 'There is no such coach.')
      if (!offer.durations.includes(input.durationMinutes)) throw bookingRefused('duration_not_offered')
      return { priceCents: priceLesson(offer.hourlyRateCents, input.durationMinutes) }
    }),
}

function present(quote: LessonQuote, discountRefusal: Quote['discountRefusal']): Quote {
  const { discount } = quote
  const { offered } = quote
  const lessons = quote.agreed?.lessons ?? offered?.lessons ?? 1
  return {
    durationMinutes: quote.durationMinutes,
    title: quote.title,
    lessonType: quote.lessonType,
    listPriceCents: quote.listPriceCents,
    lines: quote.lines,
    discount: discount && {
      source: discount.exitOfferId ? 'exit_offer' : 'promo_code',
      // A discount funded by the platform is limited to its fee, so it may be less than the code's
      // percentage.
      percentOff: shownPercentOff(quote.listPriceCents, discount, quote.discountCents),
      amountCents: quote.discountCents,
      code: discount.code,
    },
    priceCents: quote.priceCents,
    policy: quote.cancellationPolicy,
    policyText: [
      offered && `The lessons can be booked for ${offered.validDays} days.`,
      lessons > 1 ? packageTermsText(quote.cancellationPolicy) : policyText(quote.cancellationPolicy),
    ]
      .filter(Boolean)
      .join(' '),
    lessons,
    isAgreed: quote.agreed !== null,
    package: offered && { offerId: offered.offerId, version: offered.version },
    discountRefusal,
  }
}

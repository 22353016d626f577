import { AppError } from '#platform/errors.ts'
import { proportion } from '#platform/money.ts'
import { open } from '#ports/services.ts'
import { packageTermsText, policyText } from '../cancellation/cancellation.ts'
import { offerOf, readBrowserSession } from '../discount/commands.ts'
import { isDiscountRefusal } from '../discount/discount.ts'
import { findOffer } from '../queries.ts'
import { bookingRefused } from '../refusal/refusal.ts'
import { type LessonQuote, readQuote } from './queries.ts'
import { type Quote, quoteRequestSchema, quoteSchema } from './schema.ts'

/** Codes one person may try: enough for slips of the finger, too few for guessing. */
const CODES_TRIED = { points: 40, seconds: 600 }

export const quoteApi = {
  // POST although it changes nothing: codes and offers have no place in logs of addresses.
  quote: open
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
      if (!offer) throw new AppError('not_found', 'no_such_coach', 'There is no such coach.')
      const viewer = {
        studentId: actor?.role === 'student' ? actor.userId : null,
        sessionId: readBrowserSession(services, request.headers),
        offerId: offerOf(services, input.offerToken),
        now,
      }
      const read = await readQuote(services.db, offer, input, viewer)
      const isSeen = offer.isVisible || (read.ok && read.quote.agreed) || actor?.role === 'admin'
      if (!isSeen) throw new AppError('not_found', 'no_such_coach', 'There is no such coach.')
      if (read.ok) return present(read.quote, null)
      if (!isDiscountRefusal(read.reason)) throw bookingRefused(read.reason)
      // The discount cannot be had; the lesson can.
      const { userMessage: message } = bookingRefused(read.reason)
      const full = await readQuote(
        services.db,
        offer,
        { ...input, offerToken: undefined, promoCode: undefined },
        viewer,
      )
      if (!full.ok) throw bookingRefused(full.reason)
      return present(full.quote, { code: read.reason, message })
    }),
}

function present(quote: LessonQuote, discountRefusal: Quote['discountRefusal']): Quote {
  const { discount } = quote
  // What the platform gives stays within its fee: less than the code's percentage, then.
  const isCapped = proportion(quote.listPriceCents, discount?.percentOff ?? 0, 100) > quote.discountCents
  const lessons = quote.agreed?.lessons ?? 1
  return {
    durationMinutes: quote.durationMinutes,
    title: quote.title,
    lessonType: quote.lessonType,
    listPriceCents: quote.listPriceCents,
    discount: discount && {
      source: discount.exitOfferId ? 'exit_offer' : 'promo_code',
      percentOff: isCapped ? null : discount.percentOff,
      amountCents: quote.discountCents,
      code: discount.code,
    },
    priceCents: quote.priceCents,
    policy: quote.cancellationPolicy,
    policyText:
      lessons > 1 ? packageTermsText(quote.cancellationPolicy) : policyText(quote.cancellationPolicy),
    lessons,
    isAgreed: quote.agreed !== null,
    discountRefusal,
  }
}

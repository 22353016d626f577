import { defaultLessonTitle, type LessonType, priceLesson } from '#features/bookings/booking.ts'
import type { Offer } from '#features/bookings/offer.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import {
  type Discount,
  type DiscountRefusal,
  type DiscountViewer,
  discountName,
  discountOn,
  shownPercentOff,
} from '#features/discounts/discount.ts'
import { findDiscount } from '#features/discounts/queries.ts'
import type { DiscountRequest } from '#features/discounts/schema.ts'
import type { PriceLine } from '#features/payments/schema.ts'
import type { Answers } from '#platform/answers.ts'
import type { Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import type { AgreedLessonRefusal } from './agreed-lesson.ts'
import type { AgreedLesson } from './questions.ts'

/** What a lesson is and costs, all of it from our own books: what a client says about money is only ever compared. */
export interface LessonQuote {
  durationMinutes: number
  title: string
  lessonType: LessonType
  /** Before everything in `lines`. */
  listPriceCents: Cents
  /** What makes the price of the list price, in the order in which it is shown. A new component of the price is one more: quote, receipt and evidence show them all. */
  lines: PriceLine[]
  discount: Discount | null
  discountCents: Cents
  /** What is charged. */
  priceCents: Cents
  cancellationPolicy: CancellationPolicy
  agreed: AgreedLesson | null
}

export type QuoteRequest = DiscountRequest & {
  durationMinutes: number
  proposalId?: string | undefined
  conversationId?: string | undefined
}

export type QuoteRefusal = DiscountRefusal | AgreedLessonRefusal | 'duration_not_offered'

/**
 * Prices one lesson: the agreed price of an accepted proposal, else the coach's rate for its minutes, less one discount.
 * Agreed prices are not discounted.
 */
export async function readQuote(
  { db, answers }: { db: Queryable; answers: Answers },
  offer: Offer,
  request: QuoteRequest,
  viewer: Omit<DiscountViewer, 'instructorId'>,
): Promise<{ ok: true; quote: LessonQuote } | Refused<QuoteRefusal>> {
  const { instructorId } = offer
  const { proposalId, conversationId } = request
  const named = { proposalId, conversationId, studentId: viewer.studentId, instructorId }
  const found = await answers.agreed_lesson(db, named)
  if (!found.ok) return found
  const { agreed } = found
  const offered = agreed ? [agreed.durationMinutes] : offer.durations
  if (!offered.includes(request.durationMinutes)) return refused('duration_not_offered')
  if (agreed && (request.offerToken !== undefined || request.promoCode !== undefined))
    return refused('not_with_package')
  const asked = await findDiscount(db, request, { ...viewer, instructorId })
  if (!asked.ok) return asked
  const { discount } = asked
  const { durationMinutes } = request
  const listPriceCents = agreed?.priceCents ?? priceLesson(offer.hourlyRateCents, durationMinutes)
  const discountCents = discount ? discountOn(listPriceCents, discount, discount.fundedBy) : 0
  const lines = discount && discountCents > 0 ? [discountLine(listPriceCents, discount, discountCents)] : []
  return {
    ok: true,
    quote: {
      durationMinutes,
      title: agreed?.title ?? defaultLessonTitle(durationMinutes),
      lessonType: agreed?.lessonType ?? 'individual',
      listPriceCents,
      lines,
      discount: discountCents > 0 ? discount : null,
      discountCents,
      priceCents: lines.reduce((sum, { cents }) => sum + cents, listPriceCents),
      cancellationPolicy: offer.cancellationPolicy,
      agreed,
    },
  }
}

function discountLine(listPriceCents: Cents, discount: Discount, cents: Cents): PriceLine {
  return { label: discountName(discount, shownPercentOff(listPriceCents, discount, cents)), cents: -cents }
}

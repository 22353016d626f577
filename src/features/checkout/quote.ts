import { defaultLessonTitle, type LessonType, priceLesson } from '#features/bookings/booking.ts'
import type { Offer } from '#features/bookings/queries.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import {
  type Discount,
  type DiscountRefusal,
  type DiscountViewer,
  discountOn,
} from '#features/discounts/discount.ts'
import { findDiscount } from '#features/discounts/queries.ts'
import type { DiscountRequest } from '#features/discounts/schema.ts'
import type { Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import type { AgreedLessonRefusal } from './agreed-lesson.ts'
import { type AgreedLesson, findAgreedLesson } from './agreed-lesson-queries.ts'

/** What a lesson is and costs, all of it from our own books: what a client says about money is only ever compared. */
export interface LessonQuote {
  durationMinutes: number
  title: string
  lessonType: LessonType
  /** Before any discount. */
  listPriceCents: Cents
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
  db: Queryable,
  offer: Offer,
  request: QuoteRequest,
  viewer: Omit<DiscountViewer, 'instructorId'>,
): Promise<{ ok: true; quote: LessonQuote } | Refused<QuoteRefusal>> {
  const { instructorId } = offer
  const found = await findAgreedLesson(db, request, { studentId: viewer.studentId, instructorId })
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
  return {
    ok: true,
    quote: {
      durationMinutes,
      title: agreed?.title ?? defaultLessonTitle(durationMinutes),
      lessonType: agreed?.lessonType ?? 'individual',
      listPriceCents,
      discount: discountCents > 0 ? discount : null,
      discountCents,
      priceCents: listPriceCents - discountCents,
      cancellationPolicy: offer.cancellationPolicy,
      agreed,
    },
  }
}

import { defaultLessonTitle, type LessonType, priceLesson } from '#features/bookings/booking.ts'
import { bookableKinds } from '#features/bookings/lesson-kinds.ts'
import type { Offer } from '#features/bookings/offer.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import {
  type Discount,
  type DiscountRefusal,
  type DiscountViewer,
  discountName,
  discountOn,
  isDiscountRefusal,
  shownPercentOff,
} from '#features/discounts/discount.ts'
import { findDiscount } from '#features/discounts/eligibility.ts'
import type { DiscountRequest } from '#features/discounts/schema.ts'
import type { PriceLine } from '#features/payments/schema.ts'
import type { Answers } from '#platform/answers.ts'
import type { Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import type { AgreedLessonRefusal } from './agreed-lesson.ts'
import { findHoldToResume } from './open-holds.ts'
import type { AgreedLesson, OfferedPackage, PackageRefusal } from './questions.ts'
import type { BookLessonInput } from './schema.ts'

/** A lesson with its price, computed from our own data; amounts sent by clients are only compared. */
export interface LessonQuote {
  durationMinutes: number
  title: string
  lessonType: LessonType
  /** The price before the items in `lines`. */
  listPriceCents: Cents
  /**
   * The items between list price and price, in display order. Quote, receipt and dispute evidence show all of
   * them, so a new price component only needs a new item here.
   */
  lines: PriceLine[]
  discount: Discount | null
  discountCents: Cents
  /** The amount charged. */
  priceCents: Cents
  cancellationPolicy: CancellationPolicy
  agreed: AgreedLesson | null
  /** The package of the profile that it buys. */
  offered: OfferedPackage | null
}

export type QuoteRequest = DiscountRequest & {
  durationMinutes: number
  /** A private lesson when omitted. */
  lessonType?: LessonType | undefined
  proposalId?: string | undefined
  conversationId?: string | undefined
  packageOfferId?: string | undefined
}

export type QuoteRefusal =
  | DiscountRefusal
  | AgreedLessonRefusal
  | PackageRefusal
  | 'kind_not_offered'
  | 'duration_not_offered'

/**
 * Prices one lesson: the agreed price of an accepted proposal, the price of a package, or the coach's rate for
 * its kind and duration, minus one discount. Agreed prices and packages are not discounted.
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
  const offerId = agreed ? undefined : request.packageOfferId
  const onSale = offerId ? await answers.package_on_sale(db, { offerId, instructorId }) : null
  if (onSale && !onSale.ok) return onSale
  const offered = onSale?.offered ?? null
  const priced = agreed ?? offered
  const { lessonType = 'individual' } = request
  const kind = bookableKinds(offer).find(({ type }) => type === lessonType)
  if (!priced && !kind) return refused('kind_not_offered')
  const durations = priced ? [priced.durationMinutes] : kind?.durations
  if (!durations?.includes(request.durationMinutes)) return refused('duration_not_offered')
  if (priced && (request.offerToken !== undefined || request.promoCode !== undefined))
    return refused('not_with_package')
  const asked = await findDiscount(db, request, { ...viewer, instructorId })
  if (!asked.ok) return asked
  const { discount } = asked
  const { durationMinutes } = request
  const listPriceCents = priced?.priceCents ?? priceLesson(kind?.hourlyRateCents ?? 0, durationMinutes)
  const discountCents = discount ? discountOn(listPriceCents, discount, discount.fundedBy) : 0
  const lines = discount && discountCents > 0 ? [discountLine(listPriceCents, discount, discountCents)] : []
  return {
    ok: true,
    quote: {
      durationMinutes,
      title: priced?.title ?? defaultLessonTitle(durationMinutes, lessonType),
      lessonType: priced?.lessonType ?? lessonType,
      listPriceCents,
      lines,
      discount: discountCents > 0 ? discount : null,
      discountCents,
      priceCents: lines.reduce((sum, { cents }) => sum + cents, listPriceCents),
      cancellationPolicy: offer.cancellationPolicy,
      agreed,
      offered,
    },
  }
}

/** Refusals for which a hold of the viewer's own may be the reason, because it is a use. */
const endWithTheHold: readonly QuoteRefusal[] = ['code_used_by_you', 'code_used_up', 'offer_in_use']

/**
 * Prices a lesson as {@link readQuote} does. When the viewer holds the lesson already, the discount of that hold still applies.
 * @returns `endedDiscount`: why another hold would not get the discount, which has ended since
 */
export async function readQuoteOfHolder(
  services: Pick<Services, 'db' | 'answers' | 'clock'>,
  offer: Offer,
  request: QuoteRequest & Pick<BookLessonInput, 'start' | 'idempotencyKey'>,
  viewer: Omit<DiscountViewer, 'instructorId'>,
): Promise<{ ok: true; quote: LessonQuote; endedDiscount?: QuoteRefusal } | Refused<QuoteRefusal>> {
  const read = await readQuote(services, offer, request, viewer)
  const { studentId } = viewer
  if (read.ok || !studentId || !isDiscountRefusal(read.reason)) return read
  // Looked for only now, because another request of the student may have held the lesson meanwhile.
  const own = await findHoldToResume(services, studentId, { ...request, instructorId: offer.instructorId })
  if (!own) return read
  const held = await readQuote(services, offer, request, { ...viewer, ownHoldId: own.bookingId })
  return held.ok && !endWithTheHold.includes(read.reason) ? { ...held, endedDiscount: read.reason } : held
}

function discountLine(listPriceCents: Cents, discount: Discount, cents: Cents): PriceLine {
  return { label: discountName(discount, shownPercentOff(listPriceCents, discount, cents)), cents: -cents }
}

import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import {
  type Discount,
  type DiscountRefusal,
  type DiscountViewer,
  EXIT_OFFER_LIMIT_DAYS,
  EXIT_OFFER_REQUIREMENTS,
  EXIT_OFFERS_PER_COACH,
} from './discount.ts'
import type { DiscountRequest } from './schema.ts'
import { bookingDiscounts, exitOffers, promoCodes } from './tables.ts'

/**
 * Whether a discount may be had, and what it is. Null when none is asked for.
 * @param options.lock takes turns on the code or offer, so that two holds cannot both take its last use; an own hold counts
 * as every other one
 */
export async function findDiscount(
  db: Queryable,
  request: DiscountRequest,
  viewer: DiscountViewer,
  options: { lock: boolean } = { lock: false },
): Promise<{ ok: true; discount: Discount | null } | Refused<DiscountRefusal>> {
  if (request.offerToken !== undefined && request.promoCode !== undefined) return refused('one_discount_only')
  const held = options.lock ? null : await findHeldDiscount(db, request, viewer)
  if (held) return { ok: true, discount: held }
  if (request.offerToken !== undefined) return await findExitOffer(db, viewer, options)
  if (request.promoCode !== undefined) return await findPromoCode(db, request.promoCode, viewer, options)
  return { ok: true, discount: null }
}

type Found = { ok: true; discount: Discount } | Refused<DiscountRefusal>

/** The requested discount, when the viewer's own hold has it: the hold keeps it, also after the code or the offer has ended. */
async function findHeldDiscount(
  db: Queryable,
  { promoCode }: DiscountRequest,
  { ownHoldId, offerId }: DiscountViewer,
): Promise<Discount | null> {
  if (!ownHoldId) return null
  const [held] = await db
    .select({ promo: promoCodes, offer: exitOffers })
    .from(bookingDiscounts)
    .leftJoin(promoCodes, eq(promoCodes.id, bookingDiscounts.promoCodeId))
    .leftJoin(exitOffers, eq(exitOffers.id, bookingDiscounts.exitOfferId))
    .where(and(eq(bookingDiscounts.bookingId, ownHoldId), isNull(bookingDiscounts.redeemedAt)))
  if (held?.promo && held.promo.code === promoCode) return codeDiscount(held.promo)
  return held?.offer && held.offer.id === offerId ? offerDiscount(held.offer.id, held.offer.percentOff) : null
}

const codeDiscount = ({ id, ...promo }: typeof promoCodes.$inferSelect): Discount => ({
  percentOff: promo.percentOff,
  amountOffCents: promo.amountOffCents,
  exitOfferId: null,
  promoCodeId: id,
  fundedBy: promo.fundedBy,
  code: promo.code,
})

const offerDiscount = (exitOfferId: string, percentOff: number): Discount => ({
  percentOff,
  amountOffCents: null,
  exitOfferId,
  promoCodeId: null,
  fundedBy: 'shared',
  code: null,
})

async function findPromoCode(
  db: Queryable,
  code: string,
  viewer: DiscountViewer,
  { lock }: { lock: boolean },
): Promise<Found> {
  const ofCode = db
    .select()
    .from(promoCodes)
    .where(and(eq(promoCodes.code, code), promoCodes.isActive))
  const [promo] = lock ? await ofCode.for('no key update') : await ofCode
  if (!promo) return refused('code_unknown')
  if (promo.validFrom > viewer.now) return refused('code_not_yet')
  if (promo.validUntil !== null && promo.validUntil <= viewer.now) return refused('code_expired')
  if (promo.instructorId && promo.instructorId !== viewer.instructorId) return refused('code_other_coach')
  // A statement of its own: with the row locked it sees every use that was committed before. Raw: bookings by their alias.
  const uses = await db.execute<{ used: number; used_by_student: number }>(sql`
    select count(*)::int as used, (count(*) filter (where d.student_id = ${viewer.studentId}::uuid))::int as used_by_student
    from booking_discounts d join bookings b on b.id = d.booking_id
    where d.promo_code_id = ${promo.id}::uuid and (d.redeemed_at is not null or ${isHeld(new Date(viewer.now))})`)
  const { used, used_by_student: usedByStudent } = uses.rows[0] ?? { used: 0, used_by_student: 0 }
  if (promo.maxUsesPerStudent !== null && usedByStudent >= promo.maxUsesPerStudent)
    return refused('code_used_by_you')
  if (promo.maxUses !== null && used >= promo.maxUses) return refused('code_used_up')
  return { ok: true, discount: codeDiscount(promo) }
}

/** The booking `b` still waits for its payment. */
export const isHeld = (now: Date) => sql`(b.status = 'pending' and b.hold_expires_at > ${now})`

/**
 * Whether exit offers are made and taken for the coach `c` now: shown to everybody, taking part, with lessons taught to
 * several students for a while ({@link EXIT_OFFER_REQUIREMENTS}), and fewer than {@link EXIT_OFFERS_PER_COACH} used lately.
 */
export const mayBeOffered = (now: Date) => sql`(
  c.is_listed and c.funds_exit_offers and not c.takes_demo_bookings
  and (select count(*) >= ${EXIT_OFFER_REQUIREMENTS.lessons} and count(distinct b.student_id) >= ${EXIT_OFFER_REQUIREMENTS.students}
      and min(b.lesson_end) <= ${now}::timestamptz - make_interval(days => ${EXIT_OFFER_REQUIREMENTS.days})
    from bookings b where b.instructor_id = c.user_id and b.status = 'completed' and not b.no_show
      and b.payment_status = 'completed' and not b.is_demonstration)
  and (select count(*) < ${EXIT_OFFERS_PER_COACH} from booking_discounts d join exit_offers x on x.id = d.exit_offer_id
    where x.instructor_id = c.user_id
      and d.redeemed_at > ${now}::timestamptz - make_interval(days => ${EXIT_OFFER_LIMIT_DAYS})))`

/**
 * Whether an exit offer may be had by this student, in this browser, for this coach.
 * @param options.lock takes turns on the offer
 */
export async function findExitOffer(
  db: Queryable,
  viewer: DiscountViewer,
  { lock }: { lock: boolean },
): Promise<{ ok: true; discount: Discount } | Refused<DiscountRefusal>> {
  if (!viewer.offerId) return refused('offer_invalid')
  const now = new Date(viewer.now)
  // Raw, with the next: conditions on a coach and on bookings by their alias.
  const found = await db.execute<{
    session_id: string
    instructor_id: string
    device_id: string | null
    percent_off: number
    expired: boolean
    may_be_offered: boolean
  }>(sql`
    select o.session_id, o.instructor_id, o.device_id, o.percent_off, o.expires_at <= ${now} as expired,
      ${mayBeOffered(now)} as may_be_offered
    from exit_offers o join instructor_profiles c on c.user_id = o.instructor_id
    where o.id = ${viewer.offerId}::uuid ${lock ? sql`for update of o` : sql``}`)
  const offer = found.rows[0]
  if (!offer) return refused('offer_invalid')
  if (offer.session_id !== viewer.sessionId) return refused('offer_other_session')
  if (offer.instructor_id !== viewer.instructorId) return refused('offer_other_coach')
  const uses = await db.execute<{ used: boolean; kept: boolean; before: boolean }>(sql`
    select bool_or(o.id = ${viewer.offerId}::uuid and d.redeemed_at is not null) as used,
      bool_or(o.id = ${viewer.offerId}::uuid and d.redeemed_at is null and ${isHeld(now)}) as kept,
      bool_or(o.id <> ${viewer.offerId}::uuid and (d.redeemed_at is not null or ${isHeld(now)})) as before
    from booking_discounts d join bookings b on b.id = d.booking_id join exit_offers o on o.id = d.exit_offer_id
    where o.id = ${viewer.offerId}::uuid or d.student_id = ${viewer.studentId}::uuid or o.device_id = ${offer.device_id}::uuid`)
  const { used, kept, before } = uses.rows[0] ?? { used: false, kept: false, before: false }
  if (used) return refused('offer_used')
  if (kept) return refused('offer_in_use')
  if (offer.expired) return refused('offer_expired')
  if (before) return refused('offer_used_before')
  if (!offer.may_be_offered) return refused('offer_ended')
  return { ok: true, discount: offerDiscount(viewer.offerId, offer.percent_off) }
}

/** The card that paid for an order with an exit offer, which one card uses once; asked before anything is locked. */
export async function findCardOfOffer(
  services: Pick<Services, 'db' | 'payments'>,
  event: { orderId: string; paymentIntentId: string },
): Promise<string | null> {
  if (!z.uuid().safeParse(event.orderId).success) return null
  const offered = await services.db
    .select({ exitOfferId: bookingDiscounts.exitOfferId })
    .from(bookingDiscounts)
    .innerJoin(payments, eq(payments.bookingId, bookingDiscounts.bookingId))
    .where(and(eq(payments.orderId, event.orderId), isNotNull(bookingDiscounts.exitOfferId)))
  if (offered.length === 0) return null
  return (await services.payments.findCard(event.paymentIntentId))?.fingerprint ?? null
}

import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Discount, DiscountAsker, DiscountFunder, DiscountRefusal } from './discount.ts'
import { findExitOffer, isHeld } from './offers/queries.ts'
import type { DiscountWish } from './schema.ts'

/**
 * Whether a discount may be had, and what it is. Null when none is asked for.
 * @param options.lock takes turns on the code or offer, so that two holds cannot both take its last use
 */
export async function findDiscount(
  db: Queryable,
  wish: DiscountWish,
  asker: DiscountAsker,
  options: { lock: boolean } = { lock: false },
): Promise<{ ok: true; discount: Discount | null } | Refused<DiscountRefusal>> {
  if (wish.offerToken !== undefined && wish.promoCode !== undefined) return refused('one_discount_only')
  if (wish.offerToken !== undefined) return await findExitOffer(db, asker, options)
  if (wish.promoCode !== undefined) return await findPromoCode(db, wish.promoCode, asker, options)
  return { ok: true, discount: null }
}

type Found = { ok: true; discount: Discount } | Refused<DiscountRefusal>

interface CodeRow extends Record<string, unknown> {
  id: string
  code: string
  percent_off: number | null
  amount_off_cents: number | null
  instructor_id: string | null
  funded_by: DiscountFunder
  max_uses: number | null
  max_uses_per_student: number | null
  not_yet: boolean
  over: boolean
}

async function findPromoCode(
  db: Queryable,
  code: string,
  asker: DiscountAsker,
  { lock }: { lock: boolean },
): Promise<Found> {
  const now = new Date(asker.now)
  const found = await db.execute<CodeRow>(sql`
    select p.id, p.code, p.percent_off, p.amount_off_cents, p.instructor_id, p.funded_by, p.max_uses, p.max_uses_per_student,
      p.valid_from > ${now} as not_yet, coalesce(p.valid_until <= ${now}, false) as over
    from promo_codes p where p.code = ${code} and p.is_active ${lock ? sql`for no key update` : sql``}`)
  const promo = found.rows[0]
  if (!promo) return refused('code_unknown')
  if (promo.not_yet) return refused('code_not_yet')
  if (promo.over) return refused('code_expired')
  if (promo.instructor_id && promo.instructor_id !== asker.instructorId) return refused('code_other_coach')
  // A statement of its own: with the row locked it sees every use that was committed before.
  const uses = await db.execute<{ used: number; used_by_student: number }>(sql`
    select count(*)::int as used, (count(*) filter (where d.student_id = ${asker.studentId}::uuid))::int as used_by_student
    from booking_discounts d join bookings b on b.id = d.booking_id
    where d.promo_code_id = ${promo.id}::uuid and (d.redeemed_at is not null or ${isHeld(now)})`)
  const { used, used_by_student: usedByStudent } = uses.rows[0] ?? { used: 0, used_by_student: 0 }
  if (promo.max_uses_per_student !== null && usedByStudent >= promo.max_uses_per_student)
    return refused('code_used_by_you')
  if (promo.max_uses !== null && used >= promo.max_uses) return refused('code_used_up')
  return {
    ok: true,
    discount: {
      percentOff: promo.percent_off,
      amountOffCents: promo.amount_off_cents,
      exitOfferId: null,
      promoCodeId: promo.id,
      fundedBy: promo.funded_by,
      code: promo.code,
    },
  }
}

import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const discountsOwnData: OwnData = {
  export: (db, id) =>
    readParts(db, {
      discounts: sql`
        select booking_id, round(amount_cents / 100.0, 2) as amount, redeemed_at, created_at from booking_discounts
        where student_id = ${id} order by created_at`,
      promo_codes: sql`
        select code, percent_off, round(amount_off_cents / 100.0, 2) as amount_off, valid_from, valid_until, is_active
        from promo_codes where instructor_id = ${id} order by created_at`,
    }),
}

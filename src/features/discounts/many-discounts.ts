import { sql } from 'drizzle-orm'
import { bookingDiscounts } from './tables.ts'

/** Students who redeemed at least this many discounts in 30 days are listed for review. */
const MANY = 5

/** Students with many discounts in the last 30 days: how many, their sum in cents, and when the newest was redeemed. */
export const manyDiscountsByStudent = sql`
  select d.student_id, count(*)::int as discounts, sum(d.amount_cents)::int as cents, max(d.redeemed_at) as newest
  from ${bookingDiscounts} d where d.redeemed_at > current_instant() - interval '30 days'
  group by d.student_id having count(*) >= ${sql.raw(String(MANY))}`

import { count, gt, gte, sql } from 'drizzle-orm'
import type { AttentionSource } from '#ports/services.ts'
import { bookingDiscounts as discounts } from './tables.ts'

/** Students who redeemed at least this many discounts in 30 days are listed for review. */
const MANY = 5

export const manyDiscounts: AttentionSource = {
  id: 'discounts',
  label: 'Students with many discounts this month',
  href: '/?tab=money-findings',
  async read(db) {
    const students = await db
      .select({ id: discounts.studentId })
      .from(discounts)
      .where(gt(discounts.redeemedAt, sql`current_instant() - interval '30 days'`))
      .groupBy(discounts.studentId)
      .having(gte(count(), MANY))
    return { count: students.length, oldest: null }
  },
}

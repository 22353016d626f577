import { sql } from 'drizzle-orm'
import type { AttentionSource } from '#ports/services.ts'
import { manyDiscountsByStudent } from './many-discounts.ts'

export const manyDiscounts: AttentionSource = {
  id: 'discounts',
  label: 'Students with many discounts this month',
  href: '/?tab=money-findings&kind=many_discounts',
  async read(db) {
    // Raw: the same students as in the list.
    const { rows } = await db.execute<{ n: number }>(
      sql`select count(*)::int as n from (${manyDiscountsByStudent}) many`,
    )
    return { count: rows[0]?.n ?? 0, oldest: null }
  },
}

import { sql } from 'drizzle-orm'
import parsePhoneNumber from 'libphonenumber-js/max'
import type { Queryable } from '#platform/db.ts'

export type TextingState = 'not_served' | 'not_agreed' | 'agreed' | 'stopped'

/** The United States and its territories, where texts have the same price. */
const servedCountries: ReadonlySet<string> = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP'])

/**
 * Number types that may be mobile phones. In these countries the numbering plan does not distinguish mobile
 * from landline.
 */
const textableKinds: ReadonlySet<string> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE', 'VOIP'])

/** Whether we text a number: excludes foreign and premium numbers. @param phone E.164 */
export function isServedNumber(phone: string): boolean {
  const parsed = parsePhoneNumber(phone)
  return servedCountries.has(parsed?.country ?? '') && textableKinds.has(parsed?.getType() ?? '')
}

/**
 * Whether a person may be texted at a number: it must be served, verified with their consent, not withdrawn
 * since, and not stopped by its owner afterwards.
 * @param phone E.164
 */
export async function readTextingState(db: Queryable, userId: string, phone: string): Promise<TextingState> {
  if (!isServedNumber(phone)) return 'not_served'
  // Raw: two scalar subqueries in one SELECT without a FROM clause.
  const found = await db.execute<{ own: boolean | null; phones: string | null }>(sql`
    select
      (select c.action = 'given' and c.is_proved from sms_consents c where c.user_id = ${userId} and c.phone = ${phone}
        order by c.id desc limit 1) as own,
      (select c.action from sms_consents c where c.phone = ${phone} and c.source = 'text_message'
        order by c.id desc limit 1) as phones`)
  const row = found.rows[0]
  if (row?.phones === 'withdrawn') return 'stopped'
  return row?.own ? 'agreed' : 'not_agreed'
}

/** Whether a person agreed to texts at a number, see `readTextingState`. @param phone E.164 */
export const mayText = async (db: Queryable, userId: string, phone: string): Promise<boolean> =>
  (await readTextingState(db, userId, phone)) === 'agreed'

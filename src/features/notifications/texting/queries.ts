import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'

export type TextingState = 'not_agreed' | 'agreed' | 'stopped'

/**
 * Whether somebody may be texted at a number: they said yes for this number, not no since, and whoever holds the phone did
 * not text STOP after that. @param phone E.164
 */
export async function readTextingState(db: Queryable, userId: string, phone: string): Promise<TextingState> {
  const found = await db.execute<{ own: string | null; phones: string | null }>(sql`
    select
      (select c.action from sms_consents c where c.user_id = ${userId} and c.phone = ${phone}
        order by c.id desc limit 1) as own,
      (select c.action from sms_consents c where c.phone = ${phone} and c.source = 'text_message'
        order by c.id desc limit 1) as phones`)
  const row = found.rows[0]
  if (row?.phones === 'withdrawn') return 'stopped'
  return row?.own === 'given' ? 'agreed' : 'not_agreed'
}

export const mayText = async (db: Queryable, userId: string, phone: string): Promise<boolean> =>
  (await readTextingState(db, userId, phone)) === 'agreed'

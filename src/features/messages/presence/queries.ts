import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'

/** Whether those somebody talks to see when they are there; yes until they say no. */
export async function sharesPresence(db: Queryable, userId: string): Promise<boolean> {
  const found = await db.execute<{ share_presence: boolean }>(
    sql`select share_presence from message_preferences where user_id = ${userId}`,
  )
  return found.rows[0]?.share_presence ?? true
}

import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'

/** True for the accounts of people who do not exist. */
export async function isDemoAccount(db: Queryable, userId: string): Promise<boolean> {
  const found = await db.execute(sql`select 1 from profiles where id = ${userId} and is_demo`)
  return found.rows.length > 0
}

import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Choices } from '../notification.ts'

/** What a person chose, where it differs from what the product does by itself. */
export async function readChoices(db: Queryable, userId: string): Promise<Choices> {
  const found = await db.execute<{ choice: string; enabled: boolean }>(sql`
    select kind || ':' || channel as choice, enabled from notification_preferences where user_id = ${userId}`)
  return new Map(found.rows.map((row) => [row.choice, row.enabled]))
}

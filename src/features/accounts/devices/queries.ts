import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import { deviceWords } from './device.ts'
import type { DeviceSession } from './schema.ts'

/** Where somebody is signed in: this browser first, then the latest. @param now milliseconds UTC */
export async function listSessions(
  db: Queryable,
  userId: string,
  thisSession: string | null,
  now: number,
): Promise<DeviceSession[]> {
  const found = await db.execute<{
    id: string
    user_agent: string | null
    created: string
    seen: string
  }>(sql`
    select id, user_agent, extract(epoch from created_at) * 1000 as created, extract(epoch from updated_at) * 1000 as seen
    from sessions where user_id = ${userId}::uuid and expires_at > ${toIso(now)}::timestamptz
    order by id = ${thisSession}::uuid desc nulls last, updated_at desc limit 100`)
  return found.rows.map((row) => ({
    id: row.id,
    device: deviceWords(row.user_agent),
    signedInAt: toIso(Math.round(Number(row.created))),
    lastSeenAt: toIso(Math.round(Number(row.seen))),
    isThisOne: row.id === thisSession,
  }))
}

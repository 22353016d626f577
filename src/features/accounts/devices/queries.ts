import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import { sessions } from '../tables.ts'
import { deviceWords } from './device.ts'
import type { DeviceSession } from './schema.ts'

/** The sessions of a user: the current one first, then the most recent. @param now milliseconds UTC */
export async function listSessions(
  db: Queryable,
  userId: string,
  thisSession: string | null,
  now: number,
): Promise<DeviceSession[]> {
  const found = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date(now))))
    .orderBy(sql`${sessions.id} = ${thisSession}::uuid desc nulls last`, desc(sessions.updatedAt))
    .limit(100)
  return found.map((row) => ({
    id: row.id,
    device: deviceWords(row.userAgent),
    signedInAt: toIso(row.createdAt.getTime()),
    lastSeenAt: toIso(row.updatedAt.getTime()),
    isThisOne: row.id === thisSession,
  }))
}

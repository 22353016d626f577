import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { profiles } from './tables.ts'

/** An account and its access version, which is incremented whenever its means of access change. */
export interface AccountAccess {
  userId: string
  version: number
}

/** The account with an email address; null if there is none. */
export async function findAccess(db: Queryable, email: string): Promise<AccountAccess | null> {
  const [access] = await db
    .select({ userId: profiles.id, version: profiles.accessVersion })
    .from(profiles)
    .where(and(sql`lower(${profiles.email}) = lower(${email})`, isNull(profiles.closedAt)))
  return access ?? null
}

/** @returns null for a closed account */
export async function readAccessVersion(db: Queryable, userId: string): Promise<number | null> {
  const [access] = await db
    .select({ version: profiles.accessVersion })
    .from(profiles)
    .where(and(eq(profiles.id, userId), isNull(profiles.closedAt)))
  return access?.version ?? null
}

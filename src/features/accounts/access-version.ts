import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { profiles } from './tables.ts'

/** Whose account it is, and a number that is raised whenever who can get in changes. */
export interface Access {
  userId: string
  version: number
}

/** The account of an address; null when nobody has it. */
export async function findAccess(db: Queryable, email: string): Promise<Access | null> {
  const [access] = await db
    .select({ userId: profiles.id, version: profiles.accessVersion })
    .from(profiles)
    .where(and(sql`lower(${profiles.email}) = lower(${email})`, isNull(profiles.closedAt)))
  return access ?? null
}

/** @returns null for an account that is closed */
export async function readAccessVersion(db: Queryable, userId: string): Promise<number | null> {
  const [access] = await db
    .select({ version: profiles.accessVersion })
    .from(profiles)
    .where(and(eq(profiles.id, userId), isNull(profiles.closedAt)))
  return access?.version ?? null
}

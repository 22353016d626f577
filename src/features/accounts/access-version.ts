import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'

/** Whose account it is, and a number that is raised whenever who can get in changes. */
export interface Access {
  userId: string
  version: number
}

/** The account of an address; null when nobody has it. */
export async function findAccess(db: Queryable, email: string): Promise<Access | null> {
  const found = await db.execute<{ id: string; access_version: number }>(
    sql`select id, access_version from profiles where lower(email) = lower(${email}) and closed_at is null`,
  )
  const row = found.rows[0]
  return row ? { userId: row.id, version: row.access_version } : null
}

/** @returns null for an account that is closed */
export async function readAccessVersion(db: Queryable, userId: string): Promise<number | null> {
  const found = await db.execute<{ access_version: number }>(
    sql`select access_version from profiles where id = ${userId}::uuid and closed_at is null`,
  )
  return found.rows[0]?.access_version ?? null
}

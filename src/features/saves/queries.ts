import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import type { Database } from '#platform/db.ts'
import { instructorSaves } from './tables.ts'

/**
 * True when a student has saved a coach. A save made before signing up counts once the student has proved that the address
 * is theirs: anybody can open an account with an address.
 */
export async function hasSavedCoach(db: Database, userId: string, instructorId: string): Promise<boolean> {
  const saidBefore = and(
    isNull(instructorSaves.userId),
    profiles.emailVerified,
    sql`lower(${instructorSaves.email}) = lower(${profiles.email})`,
  )
  const found = await db
    .select({ id: instructorSaves.id })
    .from(instructorSaves)
    .innerJoin(profiles, eq(profiles.id, userId))
    .where(
      and(
        eq(instructorSaves.instructorId, instructorId),
        or(eq(instructorSaves.userId, profiles.id), saidBefore),
      ),
    )
    .limit(1)
  return found.length > 0
}

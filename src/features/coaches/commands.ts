import { eq } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Queryable } from '#platform/db.ts'
import { instructorProfiles } from './tables.ts'

/** Changes columns of a coach's profile. @returns false when the coach has no profile */
export async function changeProfile(
  tx: Queryable,
  coachId: string,
  change: PgUpdateSetSource<typeof instructorProfiles>,
): Promise<boolean> {
  const changed = await tx
    .update(instructorProfiles)
    .set(change)
    .where(eq(instructorProfiles.userId, coachId))
    .returning({ id: instructorProfiles.userId })
  return changed.length > 0
}

/** Gives coaches their profiles; those who have one keep it. @returns how many were created */
export async function insertProfiles(
  tx: Queryable,
  profiles: (typeof instructorProfiles.$inferInsert)[],
): Promise<number> {
  const created = await tx
    .insert(instructorProfiles)
    .values(profiles)
    .onConflictDoNothing()
    .returning({ id: instructorProfiles.userId })
  return created.length
}

import { and, desc, eq, isNull, max, or, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { coachDefaults, coachLabel } from '#features/coaches/coach.ts'
import { locationIn } from '#features/coaches/queries.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type { SavedCoach } from './schema.ts'
import { instructorSaves } from './tables.ts'

/**
 * True when a student has saved a coach. A save made before signing up counts only once the student has
 * verified the address, because anyone can open an account with any address.
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

/**
 * Condition: a save of the user `p` in profiles, made with the account, or before it with an address that is
 * verified now.
 */
export const isOwnSave = sql`(${instructorSaves.userId} = p.id or (${instructorSaves.userId} is null
  and p.email_verified and lower(${instructorSaves.email}) = lower(p.email)))`

/** Lists the coaches a student saved, without duplicates, newest first; including coaches on a break. */
export async function listSavedCoaches(db: Queryable, userId: string): Promise<SavedCoach[]> {
  const c = instructorProfiles
  const savedAt = max(instructorSaves.createdAt)
  const rows = await db
    .select({
      id: c.userId,
      name: sql<string | null>`coalesce(${c.displayName}, ${profiles.fullName})`,
      imageUrl: c.profileImageUrl,
      location: locationIn(sql`${c}`),
      hourlyRateCents: c.hourlyRate,
      rating: c.rating,
      reviewCount: c.reviewCount,
      // Raw: access belongs to availability. A pause stops instant booking and bookings by access alike.
      mayBook: sql<boolean>`(${c.isListed} and (${c.instantBookOpen} or (${c.instantBookPausedAt} is null and exists (
        select from student_calendar_access a where a.student_id = ${userId} and a.instructor_id = ${c.userId}))))`,
      isOnShow: c.isListed,
      savedAt,
    })
    .from(instructorSaves)
    .innerJoin(c, eq(c.userId, instructorSaves.instructorId))
    .innerJoin(profiles, eq(profiles.id, c.userId))
    .where(
      and(
        isNull(profiles.closedAt),
        sql`exists (select from profiles p where p.id = ${userId} and ${isOwnSave})`,
      ),
    )
    .groupBy(c.userId, profiles.id)
    .orderBy(desc(savedAt), c.userId)
    .limit(200)
  return rows.map((row) => ({
    ...row,
    name: row.name ?? coachDefaults.name,
    label: coachLabel(row.name),
    location: row.location ?? coachDefaults.location,
    savedAt: toIso(row.savedAt ?? 0),
  }))
}

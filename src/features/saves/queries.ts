import type { Database } from '#platform/db.ts'

/**
 * True when a student has saved a coach. A save made before signing up counts once the student has proved that the address
 * is theirs: anybody can open an account with an address.
 */
export async function hasSavedCoach(db: Database, userId: string, instructorId: string): Promise<boolean> {
  const found = await db.$client.query(
    `select 1 from instructor_saves s join profiles p on p.id = $1
     where s.instructor_id = $2
       and (s.user_id = p.id or (s.user_id is null and p.email_verified and lower(s.email) = lower(p.email)))`,
    [userId, instructorId],
  )
  return found.rows.length > 0
}

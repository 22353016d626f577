import type { Database } from '#platform/db.ts'

/** True when a student has saved a coach. Saves go by email: one made before signing up counts. */
export async function hasSavedCoach(db: Database, email: string, instructorId: string): Promise<boolean> {
  const found = await db.$client.query(
    'select 1 from instructor_saves where lower(email) = lower($1) and instructor_id = $2',
    [email, instructorId],
  )
  return found.rows.length > 0
}

import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { profiles } from '#features/accounts/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { instructorProfiles } from './tables.ts'

/** The accounts of the two people of a lesson, a proposal or a package, as one statement joins both. */
export const coachAccount = alias(profiles, 'coach')
export const studentAccount = alias(profiles, 'student')

/** What the coach is called; of a statement that joins the coach's profile and {@link coachAccount}. */
export const coachName = sql<
  string | null
>`coalesce(${instructorProfiles.displayName}, ${coachAccount.fullName})`

/** A table whose rows belong to a coach and a student. */
interface OfAPair {
  instructorId: PgColumn
  studentId: PgColumn
}

/**
 * Locks the accounts of a coach and a student before rows of theirs are locked. Closing and suspending an account lock in this order; a
 * command that refers to the accounts later on (a notification does) would otherwise wait for a closing that waits for the row.
 * @param which the row whose two people are meant
 */
export async function lockPairOf(tx: Queryable, table: PgTable & OfAPair, which: SQL): Promise<void> {
  const people = tx
    .select({ id: sql`unnest(array[${table.instructorId}, ${table.studentId}])` })
    .from(table as PgTable)
    .where(which)
  await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(inArray(profiles.id, people))
    .orderBy(profiles.id)
    .for('key share')
}

/** Whether the coach may teach and the student's account is open: neither is suspended or closed. */
export async function areBothInUse(
  tx: Queryable,
  { instructorId, studentId }: { instructorId: string; studentId: string },
): Promise<boolean> {
  const [open] = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, instructorId))
    .where(and(eq(profiles.id, studentId), eq(profiles.isOpen, true), eq(instructorProfiles.mayTeach, true)))
  return open !== undefined
}

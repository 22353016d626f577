import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { studentCalendarAccess } from './tables.ts'

/**
 * Gives a student access to a coach's open times although instant booking is off.
 * @returns false when the student already had access
 */
export async function grantCalendarAccess(
  db: Queryable,
  access: { studentId: string; instructorId: string },
): Promise<boolean> {
  const given = await db
    .insert(studentCalendarAccess)
    .values(access)
    .onConflictDoNothing()
    .returning({ studentId: studentCalendarAccess.studentId })
  return given.length > 0
}

/** Revokes the access; booked lessons stay. */
export async function takeCalendarAccess(
  db: Queryable,
  { studentId, instructorId }: { studentId: string; instructorId: string },
): Promise<void> {
  const { studentId: student, instructorId: instructor } = studentCalendarAccess
  await db.delete(studentCalendarAccess).where(and(eq(student, studentId), eq(instructor, instructorId)))
}

/** Whether a coach gave this student access although instant booking is off. */
export async function hasCalendarAccess(
  db: Queryable,
  studentId: string,
  instructorId: string,
): Promise<boolean> {
  const access = studentCalendarAccess
  const found = await db
    .select({ one: sql`1` })
    .from(access)
    .where(and(eq(access.studentId, studentId), eq(access.instructorId, instructorId)))
    .limit(1)
  return found.length > 0
}

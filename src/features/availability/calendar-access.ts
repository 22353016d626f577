import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { studentCalendarAccess } from './tables.ts'

/** Lets a student book a coach's open times although instant booking is off. @returns false when they could before */
export async function giveCalendarAccess(
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

/** Takes it back; lessons that are booked stay. */
export async function takeCalendarAccess(
  db: Queryable,
  { studentId, instructorId }: { studentId: string; instructorId: string },
): Promise<void> {
  const { studentId: student, instructorId: instructor } = studentCalendarAccess
  await db.delete(studentCalendarAccess).where(and(eq(student, studentId), eq(instructor, instructorId)))
}

/** True when a coach opened the calendar to this student although instant booking is off. */
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

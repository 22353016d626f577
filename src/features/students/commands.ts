import { and, eq } from 'drizzle-orm'
import { grantCalendarAccess, takeCalendarAccess } from '#features/availability/calendar-access.ts'
import { present } from '#platform/columns.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { announceAccess } from './emails.ts'
import { isStudentOf } from './known-students.ts'
import { findNote, noNote } from './queries.ts'
import type { KeptNote } from './schema.ts'
import { studentNotes } from './tables.ts'

const CHANGES_AN_HOUR = { points: 300, seconds: 3600 }

/**
 * Gives or revokes a student's access to a coach's open times while instant booking is off. Booked lessons
 * stay.
 * @throws AppError no_such_student, too_many_requests
 */
export async function setCalendarAccess(
  services: Services,
  coachId: string,
  { studentId, mayBook }: { studentId: string; mayBook: boolean },
): Promise<void> {
  await services.rateLimits.count('calendar-access', coachId, CHANGES_AN_HOUR)
  await services.db.transaction(async (tx) => {
    await refuseStrangers(tx, coachId, studentId)
    const access = { studentId, instructorId: coachId }
    if (!mayBook) return await takeCalendarAccess(tx, access)
    if (await grantCalendarAccess(tx, access)) await announceAccess(services, tx, access)
  })
}

/**
 * Saves a coach's private note about a student; an empty one is deleted.
 * @throws AppError no_such_student, changed_elsewhere when the note has changed since it was read,
 * too_many_requests
 */
export async function saveNote(
  services: Services,
  coachId: string,
  { studentId, note, basedOn }: { studentId: string; note: string; basedOn: number },
): Promise<KeptNote> {
  await services.rateLimits.count('student-note', coachId, CHANGES_AN_HOUR)
  return await services.db.transaction(async (tx) => {
    await refuseStrangers(tx, coachId, studentId)
    const written = await writeNote(tx, { coachId, studentId, note, basedOn })
    if (!written) throw changedElsewhere()
    return (await findNote(tx, coachId, studentId)) ?? noNote
  })
}

/** Detects concurrent saves from two windows by the version. */
async function writeNote(
  tx: Queryable,
  {
    coachId,
    studentId,
    note,
    basedOn,
  }: { coachId: string; studentId: string; note: string; basedOn: number },
): Promise<boolean> {
  const isTheirs = and(eq(studentNotes.instructorId, coachId), eq(studentNotes.studentId, studentId))
  const asRead = and(isTheirs, eq(studentNotes.version, basedOn))
  const version = { version: studentNotes.version }
  if (basedOn === 0) {
    if (note === '') return (await tx.select(version).from(studentNotes).where(isTheirs)).length === 0
    const row = { instructorId: coachId, studentId, note }
    return (await tx.insert(studentNotes).values(row).onConflictDoNothing().returning(version)).length > 0
  }
  if (note === '') return (await tx.delete(studentNotes).where(asRead).returning(version)).length > 0
  const changed = await tx
    .update(studentNotes)
    .set({ note, version: basedOn + 1, updatedAt: present })
    .where(asRead)
    .returning(version)
  return changed.length > 0
}

async function refuseStrangers(tx: Queryable, coachId: string, studentId: string) {
  if (!(await isStudentOf(tx, coachId, studentId))) throw noSuchStudent()
}

/** Thrown for users who are not the coach's students or do not exist. */
export const noSuchStudent = () =>
  new AppError('not_found', 'no_such_student', 'You do not have a student like this.')

const changedElsewhere = () =>
  new AppError(
    'conflict',
    'changed_elsewhere',
    'This note was changed in another window. What you typed is still here.',
  )

import { createHash } from 'node:crypto'
import { and, count, eq, inArray, isNull, notExists } from 'drizzle-orm'
import type { z } from 'zod'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { previewLetter } from '#features/notifications/letter-preview.ts'
import { openBroughtPackage } from '#features/proposals/packages/brought.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { broughtLetter, readCoachLabel } from '../emails.ts'
import { sendBroughtLettersJob } from '../jobs.ts'
import { broughtStudents, studentImports, studentNotes } from '../tables.ts'
import { IMPORTS_A_DAY, MOST_BROUGHT } from './bring.ts'
import { type BroughtNote, withBrought } from './brought-note.ts'
import { findUnconfirmed, isInvitationWithdrawn, knownAmong, listAccepted } from './queries.ts'
import type {
  BroughtLetter,
  bringStudentsSchema,
  confirmLetterSchema,
  letterWordsSchema,
  previewStudentsSchema,
  StudentsBrought,
  StudentsPreview,
} from './schema.ts'
import { guessStudentMapping, readStudents, readStudentTable } from './student-file.ts'

type Coach = Pick<Actor, 'userId' | 'email'>

const SHOWN_STUDENTS = 5
const SHOWN_BAD = 200
/** Limits parsing and rendering. */
const READS = { points: 120, seconds: 3_600 }
const CHANGES = { points: 300, seconds: 3_600 }

/**
 * Previews the students of a file without saving anything.
 * @throws AppError not_a_table, too_many_rows, too_many_requests
 */
export async function previewStudents(
  services: Services,
  coach: Coach,
  input: z.output<typeof previewStudentsSchema>,
): Promise<StudentsPreview> {
  await services.rateLimits.count('student-file', coach.userId, READS)
  const table = readStudentTable(input.text)
  const mapping = input.mapping ?? guessStudentMapping(table)
  const { students, bad } = readStudents(table, mapping, coach.email)
  const emails = students.map(({ email }) => email)
  const known = await knownAmong(services.db, coach.userId, emails, services.clock.now())
  const fresh = students.filter(({ email }) => !known.has(email))
  return {
    headings: table.headings,
    mapping,
    sample: students.slice(0, SHOWN_STUDENTS),
    newCount: fresh.length,
    knownCount: students.length - fresh.length,
    lessons: fresh.reduce((sum, { lessons }) => sum + lessons, 0),
    bad: bad.slice(0, SHOWN_BAD),
    badCount: bad.length,
    durations: await readDurations(services.db, coach.userId),
  }
}

/**
 * Brings the students of a file into the coach's list. No letter is sent, and no account is looked up. A person whose address has
 * accepted an invitation of this coach gets the lessons owed at once. People who are in the list already are not changed, so the same
 * file again has no effect. People whose invitation the coach withdrew are in no list, and are brought like new ones. The result does
 * not depend on who has an account.
 * @throws AppError not_a_table, too_many_rows, no_students, no_such_length, too_many_brought, too_many_requests
 */
export async function bringStudents(
  services: Services,
  coach: Coach,
  { text, mapping, minutes }: z.output<typeof bringStudentsSchema>,
): Promise<StudentsBrought> {
  const { students, bad } = readStudents(readStudentTable(text), mapping, coach.email)
  if (students.length === 0)
    throw new AppError('bad_input', 'no_students', 'No line of this file is a student with an email address.')
  const instructorId = coach.userId
  if (!(await readDurations(services.db, instructorId)).includes(minutes))
    throw new AppError('bad_input', 'no_such_length', 'Choose one of the lengths of your lessons.')
  await services.rateLimits.count('student-imports', instructorId, IMPORTS_A_DAY)
  const now = services.clock.now()
  const { importId, newCount, claimedCount } = await services.db.transaction(async (tx) => {
    const [held] = await tx
      .select({ n: count() })
      .from(broughtStudents)
      .where(eq(broughtStudents.instructorId, instructorId))
    if ((held?.n ?? 0) + students.length > MOST_BROUGHT)
      throw new AppError('conflict', 'too_many_brought', `You can bring ${MOST_BROUGHT} people in total.`)
    const [made] = await tx
      .insert(studentImports)
      .values({ instructorId, lessonMinutes: minutes, importedAt: now })
      .returning({ id: studentImports.id })
    const importId = String(made?.id)
    const addresses = students.map(({ email }) => email)
    await tx
      .delete(broughtStudents)
      .where(
        and(
          eq(broughtStudents.instructorId, instructorId),
          inArray(broughtStudents.email, addresses),
          isInvitationWithdrawn(now),
        ),
      )
    const brought = await tx
      .insert(broughtStudents)
      .values(
        students.map(({ lessons, ...person }) => ({
          ...person,
          importId,
          instructorId,
          lessonsOwed: lessons,
          createdAt: now,
        })),
      )
      .onConflictDoNothing({ target: [broughtStudents.instructorId, broughtStudents.email] })
      .returning({ email: broughtStudents.email })
    if (brought.length === 0) await tx.delete(studentImports).where(eq(studentImports.id, importId))
    const emails = brought.map(({ email }) => email)
    const accepted = await listAccepted(tx, instructorId, emails)
    for (const { email, studentId } of accepted)
      await claimBrought(services, tx, { instructorId, email, studentId })
    return {
      importId: brought.length > accepted.length ? importId : null,
      newCount: brought.length,
      claimedCount: accepted.length,
    }
  })
  return {
    importId,
    newCount,
    claimedCount,
    knownCount: students.length - newCount,
    bad: bad.slice(0, SHOWN_BAD),
    badCount: bad.length,
  }
}

async function readDurations(db: Queryable, coachId: string): Promise<number[]> {
  const [coach] = await db
    .select({ durations: instructorProfiles.lessonDurations })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, coachId))
  return coach?.durations ?? []
}

/**
 * Connects a brought student with the account that accepted: the lessons owed become a package, and the coach's note is kept with the
 * student. Has no effect when there is no such student, or for a second time.
 */
export async function claimBrought(
  services: Pick<Services, 'clock'>,
  tx: Queryable,
  claim: { instructorId: string; email: string; studentId: string },
): Promise<void> {
  const { instructorId, email, studentId } = claim
  const at = services.clock.now()
  const [found] = await tx
    .update(broughtStudents)
    .set({ studentId, acceptedAt: at })
    .where(
      and(
        eq(broughtStudents.instructorId, instructorId),
        eq(broughtStudents.email, email),
        isNull(broughtStudents.studentId),
      ),
    )
    .returning()
  if (!found) return
  await addToNote(tx, { instructorId, studentId, at }, found)
  if (found.lessonsOwed === 0) return
  const [from] = await tx
    .select({ minutes: studentImports.lessonMinutes })
    .from(studentImports)
    .where(eq(studentImports.id, found.importId))
  await openBroughtPackage(services, tx, {
    instructorId,
    studentId,
    lessons: found.lessonsOwed,
    durationMinutes: from?.minutes ?? 60,
  })
}

/** Adds the note and the phone number of a file below what the coach wrote about the student. */
async function addToNote(
  tx: Queryable,
  { instructorId, studentId, at }: { instructorId: string; studentId: string; at: number },
  brought: BroughtNote,
): Promise<void> {
  const note = withBrought('', brought)
  if (note === '') return
  const written = await tx
    .insert(studentNotes)
    .values({ instructorId, studentId, note, updatedAt: at })
    .onConflictDoNothing()
    .returning({ version: studentNotes.version })
  if (written.length > 0) return
  const isTheirs = and(eq(studentNotes.instructorId, instructorId), eq(studentNotes.studentId, studentId))
  const [kept] = await tx.select().from(studentNotes).where(isTheirs).for('update')
  const longer = kept && withBrought(kept.note, brought)
  if (kept && longer && longer !== kept.note)
    await tx
      .update(studentNotes)
      .set({ note: longer, version: kept.version + 1, updatedAt: at })
      .where(isTheirs)
}

/**
 * The letter to the people of a coach's files as the first of them will get it, and their number. Nothing is sent.
 * @throws AppError nobody_to_write_to, too_many_requests
 */
export async function previewBroughtLetter(
  services: Services,
  coachId: string,
  words: z.output<typeof letterWordsSchema>,
): Promise<BroughtLetter> {
  await services.rateLimits.count('student-file', coachId, READS)
  return await renderLetter(services, coachId, words)
}

async function renderLetter(
  services: Services,
  coachId: string,
  { message }: z.output<typeof letterWordsSchema>,
): Promise<BroughtLetter> {
  const open = await findUnconfirmed(services.db, coachId)
  if (!open)
    throw new AppError(
      'conflict',
      'nobody_to_write_to',
      'There is nobody left to write to. Bring a file first.',
    )
  const letter = broughtLetter(services.env.appUrl, {
    coachLabel: await readCoachLabel(services.db, coachId),
    name: open.first.name,
    lessons: open.first.lessons,
    message: message ?? null,
    token: 'of-this-person',
  })
  const email = await previewLetter(services, letter)
  const { subject, html } = email ?? { subject: '', html: '' }
  const mark = createHash('sha256')
    .update(JSON.stringify([subject, html, open.count, open.first.email]))
    .digest('base64url')
  return { subject, html, count: open.count, to: { name: open.first.name, email: open.first.email }, mark }
}

/**
 * Confirms the letter to the people of a coach's files. The letters go out at once, at most `LETTERS_A_DAY` within 24 hours.
 * @returns the number of letters confirmed
 * @throws AppError letter_changed when the letter or the number of people is not the one shown; nobody_to_write_to, too_many_requests
 */
export async function confirmBroughtLetter(
  services: Services,
  coachId: string,
  { message, mark }: z.output<typeof confirmLetterSchema>,
): Promise<{ count: number }> {
  await services.rateLimits.count('student-file', coachId, READS)
  const letter = await renderLetter(services, coachId, { message })
  if (letter.mark !== mark)
    throw new AppError(
      'conflict',
      'letter_changed',
      'The letter or the list has changed since it was shown. Look at it again.',
    )
  await services.db.transaction(async (tx) => {
    await tx
      .update(studentImports)
      .set({ message: message ?? null, confirmedAt: services.clock.now() })
      .where(and(eq(studentImports.instructorId, coachId), isNull(studentImports.confirmedAt)))
    await services.jobs.send(tx, sendBroughtLettersJob, {})
  })
  return { count: letter.count }
}

/**
 * Removes a person of a file from the coach's list, before the letter was sent.
 * @throws AppError no_such_student, too_many_requests
 */
export async function removeBrought(services: Services, coachId: string, broughtId: string): Promise<void> {
  await services.rateLimits.count('brought-students', coachId, CHANGES)
  const removed = await services.db
    .delete(broughtStudents)
    .where(
      and(
        eq(broughtStudents.id, broughtId),
        eq(broughtStudents.instructorId, coachId),
        isNull(broughtStudents.writtenAt),
        isNull(broughtStudents.studentId),
      ),
    )
    .returning({ id: broughtStudents.id })
  if (removed.length === 0)
    throw new AppError('not_found', 'no_such_student', 'You do not have a student like this.')
}

/**
 * Undoes an import, or all imports whose letter is not confirmed: removes everyone who has not been written to. People whose address had
 * accepted an invitation before stay, with their lessons owed. The file can be brought again.
 * @returns the number of people removed
 * @throws AppError nobody_to_remove, too_many_requests
 */
export async function undoImports(
  services: Services,
  coachId: string,
  importId: string | undefined,
): Promise<{ removed: number }> {
  await services.rateLimits.count('brought-students', coachId, CHANGES)
  return await services.db.transaction(async (tx) => {
    // Locked, so that a letter is not confirmed meanwhile.
    const open = await tx
      .select({ id: studentImports.id })
      .from(studentImports)
      .where(
        and(
          eq(studentImports.instructorId, coachId),
          isNull(studentImports.confirmedAt),
          importId === undefined ? undefined : eq(studentImports.id, importId),
        ),
      )
      .orderBy(studentImports.id)
      .for('update')
    const ids = open.map(({ id }) => id)
    const removed = await tx
      .delete(broughtStudents)
      .where(
        and(
          inArray(broughtStudents.importId, ids),
          isNull(broughtStudents.writtenAt),
          isNull(broughtStudents.studentId),
        ),
      )
      .returning({ id: broughtStudents.id })
    if (removed.length === 0)
      throw new AppError(
        'conflict',
        'nobody_to_remove',
        'The letter to these students was sent meanwhile, or they were removed already.',
      )
    const stay = tx
      .select({ id: broughtStudents.id })
      .from(broughtStudents)
      .where(eq(broughtStudents.importId, studentImports.id))
    await tx.delete(studentImports).where(and(inArray(studentImports.id, ids), notExists(stay)))
    return { removed: removed.length }
  })
}

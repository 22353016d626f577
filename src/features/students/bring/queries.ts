import { and, asc, count, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import { broughtStudents, studentImports, studentInvitations } from '../tables.ts'

/**
 * People of a file who were written to and whose invitation the coach withdrew: they are in no list, and can be
 * brought again. Not people who declined, nor people who got the reminder within a day: the letters of a day are
 * counted.
 * @param now milliseconds since 1970, UTC
 */
export const isInvitationWithdrawn = (now: number) =>
  and(
    isNotNull(broughtStudents.writtenAt),
    isNull(broughtStudents.studentId),
    or(isNull(broughtStudents.remindedAt), lte(broughtStudents.remindedAt, now - DAY)),
    sql`exists (select from ${studentInvitations} i where i.instructor_id = ${broughtStudents.instructorId}
      and i.email = ${broughtStudents.email} and i.withdrawn_at is not null and i.declined_at is null)`,
  )

/**
 * The addresses of this list that the coach has brought before and cannot bring again. Only the
 * coach's own list is read.
 * @param now milliseconds since 1970, UTC
 */
export async function knownAmong(
  db: Queryable,
  instructorId: string,
  emails: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set()
  const found = await db
    .select({ email: broughtStudents.email })
    .from(broughtStudents)
    .where(
      and(
        eq(broughtStudents.instructorId, instructorId),
        inArray(broughtStudents.email, [...emails]),
        sql`not (${isInvitationWithdrawn(now)})`,
      ),
    )
  return new Set(found.map(({ email }) => email))
}

/** People of a coach whom no confirmed letter goes to yet: the first of them, and their number. */
export async function findUnconfirmed(db: Queryable, instructorId: string) {
  const isOpen = and(
    eq(broughtStudents.instructorId, instructorId),
    isNull(broughtStudents.writtenAt),
    isNull(broughtStudents.studentId),
    isNull(studentImports.confirmedAt),
  )
  const [first] = await db
    .select({
      email: broughtStudents.email,
      name: broughtStudents.name,
      lessons: broughtStudents.lessonsOwed,
    })
    .from(broughtStudents)
    .innerJoin(studentImports, eq(studentImports.id, broughtStudents.importId))
    .where(isOpen)
    .orderBy(asc(broughtStudents.createdAt), asc(broughtStudents.line), asc(broughtStudents.id))
    .limit(1)
  if (!first) return null
  const [all] = await db
    .select({ n: count() })
    .from(broughtStudents)
    .innerJoin(studentImports, eq(studentImports.id, broughtStudents.importId))
    .where(isOpen)
  return { first, count: all?.n ?? 0 }
}

/** The letters of a coach to people from files: not confirmed, and confirmed but not sent yet. */
export async function countLettersToCome(db: Queryable, instructorId: string) {
  const [found] = await db
    .select({
      toConfirm: sql`count(*) filter (where ${studentImports.confirmedAt} is null)`.mapWith(Number),
      toSend: sql`count(*) filter (where ${studentImports.confirmedAt} is not null)`.mapWith(Number),
    })
    .from(broughtStudents)
    .innerJoin(studentImports, eq(studentImports.id, broughtStudents.importId))
    .where(
      and(
        eq(broughtStudents.instructorId, instructorId),
        isNull(broughtStudents.writtenAt),
        isNull(broughtStudents.studentId),
      ),
    )
  return found ?? { toConfirm: 0, toSend: 0 }
}

/** The lessons that a coach owes to the owner of an address, who has not accepted yet. */
export async function findLessonsOwed(db: Queryable, instructorId: string, email: string): Promise<number> {
  const [found] = await db
    .select({ lessons: broughtStudents.lessonsOwed })
    .from(broughtStudents)
    .where(and(eq(broughtStudents.instructorId, instructorId), eq(broughtStudents.email, email)))
  return found?.lessons ?? 0
}

/** The accounts that accepted an invitation of the coach to one of the addresses, by address. */
export async function listAccepted(
  db: Queryable,
  instructorId: string,
  emails: readonly string[],
): Promise<{ email: string; studentId: string }[]> {
  if (emails.length === 0) return []
  const i = studentInvitations
  const found = await db
    .select({ email: i.email, studentId: i.studentId })
    .from(i)
    .where(and(eq(i.instructorId, instructorId), inArray(i.email, [...emails])))
  return found.flatMap(({ email, studentId }) => (studentId ? [{ email, studentId }] : []))
}

import { createHmac } from 'node:crypto'
import { and, asc, count, eq, gt, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import { instructorProfiles } from '#features/coaches/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import { doEach } from '#platform/each-item.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { readCoachLabel, sendBroughtLetter } from '../emails.ts'
import { AGAIN_AFTER_DAYS, INVITATION_DAYS, LETTERS_TO_AN_ADDRESS } from '../invitations/invitation.ts'
import { hashOfInvitation, unwantedAmong } from '../invitations/queries.ts'
import { sendBroughtLettersJob } from '../jobs.ts'
import { broughtStudents, studentImports, studentInvitations } from '../tables.ts'
import { LETTERS_A_DAY, REMIND_AFTER_DAYS } from './bring.ts'

type Person = typeof broughtStudents.$inferSelect

/**
 * Sends the confirmed letters to people whom coaches brought, then one reminder to people who have not answered: at most `LETTERS_A_DAY`
 * of each coach within 24 hours. Coaches who are suspended or gone send none.
 */
export async function sendBroughtLetters(services: Services): Promise<{ coaches: number }> {
  const now = services.clock.now()
  const waits = services.db
    .selectDistinct({ id: broughtStudents.instructorId })
    .from(broughtStudents)
    .innerJoin(studentImports, eq(studentImports.id, broughtStudents.importId))
    .innerJoin(
      instructorProfiles,
      and(eq(instructorProfiles.userId, broughtStudents.instructorId), instructorProfiles.mayTeach),
    )
    .where(and(isNotNull(studentImports.confirmedAt), or(toWrite(), toRemind(now))))
  const coaches = await doEach(services, {
    name: sendBroughtLettersJob.name,
    items: (await waits).map(({ id }) => id),
    idOf: (id) => id,
    work: (id) => services.db.transaction((tx) => sendOfCoach(services, tx, id, now)),
  })
  return { coaches }
}

const toWrite = () => and(isNull(broughtStudents.writtenAt), isNull(broughtStudents.studentId))
const toRemind = (now: number) =>
  and(
    lte(broughtStudents.writtenAt, now - REMIND_AFTER_DAYS * DAY),
    isNull(broughtStudents.remindedAt),
    isNull(broughtStudents.studentId),
  )

async function sendOfCoach(
  services: Services,
  tx: Queryable,
  instructorId: string,
  now: number,
): Promise<boolean> {
  // One run at a time counts a coach's letters.
  await tx
    .select({ id: studentImports.id })
    .from(studentImports)
    .where(eq(studentImports.instructorId, instructorId))
    .orderBy(studentImports.id)
    .for('update')
  const [sent] = await tx
    .select({
      n: sql`count(*) filter (where ${gt(broughtStudents.writtenAt, now - DAY)})
        + count(*) filter (where ${gt(broughtStudents.remindedAt, now - DAY)})`.mapWith(Number),
    })
    .from(broughtStudents)
    .where(eq(broughtStudents.instructorId, instructorId))
  const withdrawn = await countWithdrawn(tx, instructorId, now)
  const room = Math.max(0, LETTERS_A_DAY - (sent?.n ?? 0) - withdrawn)
  if (room === 0) return false
  const first = await listPeople(tx, instructorId, { which: toWrite(), now, most: room })
  const again = await listPeople(tx, instructorId, { which: toRemind(now), now, most: room - first.length })
  const label = await readCoachLabel(tx, instructorId)
  const unwanted = await unwantedAmong(
    tx,
    instructorId,
    [...first, ...again].map(({ person }) => person.email),
  )
  for (const { person, message } of first)
    await write(services, tx, { person, message, label, now, isUnwanted: unwanted.has(person.email) })
  for (const { person, message } of again)
    await remind(services, tx, { person, message, label, now, isUnwanted: unwanted.has(person.email) })
  return first.length + again.length > 0
}

/** Letters of a day to people whose invitation was withdrawn, and who were removed or brought again since. */
async function countWithdrawn(tx: Queryable, instructorId: string, now: number): Promise<number> {
  const i = studentInvitations
  const counted = tx
    .select({ id: broughtStudents.id })
    .from(broughtStudents)
    .where(
      and(
        eq(broughtStudents.instructorId, i.instructorId),
        eq(broughtStudents.email, i.email),
        gt(broughtStudents.writtenAt, now - DAY),
      ),
    )
  const [found] = await tx
    .select({ n: count() })
    .from(i)
    .where(
      and(
        eq(i.instructorId, instructorId),
        isNotNull(i.withdrawnAt),
        gt(i.sentAt, now - DAY),
        notExists(counted),
      ),
    )
  return found?.n ?? 0
}

/**
 * People to write to, in the order they were brought, without people who got an invitation of this coach in the last days, or within a
 * day one that was withdrawn.
 */
async function listPeople(
  tx: Queryable,
  instructorId: string,
  { which, now, most }: { which: ReturnType<typeof toWrite>; now: number; most: number },
) {
  if (most <= 0) return []
  const lately = sql`exists (select from ${studentInvitations} i where i.instructor_id = ${broughtStudents.instructorId}
    and i.email = ${broughtStudents.email} and i.declined_at is null
    and i.sent_at > case when i.withdrawn_at is null then ${new Date(now - AGAIN_AFTER_DAYS * DAY)}::timestamptz else ${new Date(now - DAY)} end)`
  return await tx
    .select({ person: broughtStudents, message: studentImports.message })
    .from(broughtStudents)
    .innerJoin(studentImports, eq(studentImports.id, broughtStudents.importId))
    .where(
      and(
        eq(broughtStudents.instructorId, instructorId),
        isNotNull(studentImports.confirmedAt),
        which,
        sql`not ${lately}`,
      ),
    )
    .orderBy(asc(broughtStudents.createdAt), asc(broughtStudents.line), asc(broughtStudents.id))
    .limit(most)
    .for('update', { of: broughtStudents })
}

interface Letter {
  person: Person
  message: string | null
  label: string
  now: number
  /** The owner of the address blocked the coach: no letter is sent, and the coach is not told. */
  isUnwanted: boolean
}

/** The first letter, with a new link. A person who declined before, or is the coach's student, gets none. */
async function write(services: Services, tx: Queryable, letter: Letter): Promise<void> {
  const { person, message, label, now, isUnwanted } = letter
  const { instructorId, email, name } = person
  const before = await findInvitation(tx, person)
  const isAnswered = before?.declinedAt != null || before?.acceptedAt != null
  if (!isAnswered && !(await mayWriteTo(services, email))) return
  await tx.update(broughtStudents).set({ writtenAt: now }).where(eq(broughtStudents.id, person.id))
  if (isAnswered) return
  const token = tokenOf(services, person)
  const values = {
    name,
    message,
    tokenHash: hashOfInvitation(token),
    sentAt: now,
    expiresAt: now + INVITATION_DAYS * DAY,
    withdrawnAt: null,
  }
  const [invited] = await tx
    .insert(studentInvitations)
    .values({ instructorId, email, createdAt: now, ...values })
    .onConflictDoUpdate({ target: [studentInvitations.instructorId, studentInvitations.email], set: values })
    .returning({ id: studentInvitations.id })
  if (!invited || isUnwanted) return
  await sendBroughtLetter(services, tx, {
    ...{ email, name, message, token, coachLabel: label, lessons: person.lessonsOwed },
    invitationId: invited.id,
    isReminder: false,
  })
}

/** The reminder, with the link of the first letter. Nothing is sent once the invitation was answered, withdrawn or sent again. */
async function remind(services: Services, tx: Queryable, letter: Letter): Promise<void> {
  const { person, message, label, now, isUnwanted } = letter
  const { email, name } = person
  const token = tokenOf(services, person)
  const invitation = await findInvitation(tx, person)
  const isOpen =
    invitation &&
    invitation.withdrawnAt === null &&
    invitation.declinedAt === null &&
    invitation.acceptedAt === null &&
    invitation.expiresAt > now &&
    hashOfInvitation(token).equals(invitation.tokenHash)
  if (isOpen && !(await mayWriteTo(services, email))) return
  await tx.update(broughtStudents).set({ remindedAt: now }).where(eq(broughtStudents.id, person.id))
  if (!isOpen || isUnwanted) return
  await sendBroughtLetter(services, tx, {
    ...{ email, name, message, token, coachLabel: label, lessons: person.lessonsOwed },
    invitationId: invitation.id,
    isReminder: true,
  })
}

async function findInvitation(tx: Queryable, { instructorId, email }: Person) {
  const [found] = await tx
    .select()
    .from(studentInvitations)
    .where(and(eq(studentInvitations.instructorId, instructorId), eq(studentInvitations.email, email)))
    .for('update')
  return found ?? null
}

/** Letters to one address are limited for all coaches together; the next run tries again. */
async function mayWriteTo({ rateLimits }: Services, email: string): Promise<boolean> {
  try {
    await rateLimits.count('invitation-letters', email, LETTERS_TO_AN_ADDRESS)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** The secret of the link, computed from our secret so that the reminder has the same link. Only its hash is stored. */
function tokenOf({ env }: Pick<Services, 'env'>, { id }: Person): string {
  const key = createHmac('sha256', env.SESSION_SECRET).update('brought student').digest()
  return createHmac('sha256', key).update(id).digest('base64url')
}

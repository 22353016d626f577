import { randomUUID } from 'node:crypto'
import { and, eq, isNull, ne, notExists, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import { NOBODY } from '#platform/own-data.ts'
import { publish } from '#platform/reactions.ts'
import type { TransactionServices } from '#ports/services.ts'
import { INVITED_AGAIN_AFTER_DAYS } from './account.ts'
import { credentials, invitedStudents, profiles, userRoles } from './tables.ts'

/** An invitation to an email address, with the name entered by the coach. */
interface Invitation {
  coachId: string
  name: string
  email: string
  /** The owner of the address has blocked the coach, so no email is sent. */
  isUnwanted: boolean
}

export interface InvitedStudent {
  userId: string
  email: string
}

/**
 * Finds or creates the profile of a person invited by email address, with the name entered by the coach. The
 * result does not reveal whether the address has an account; an existing account is linked only by accepting.
 * @param now milliseconds since 1970, UTC
 * @returns null if the person declined an invitation of this coach within {@link INVITED_AGAIN_AFTER_DAYS}
 */
export async function inviteStudent(
  tx: Queryable,
  { coachId, name, email, isUnwanted }: Invitation,
  now: number,
): Promise<InvitedStudent | null> {
  const address = email.toLowerCase()
  const studentId = randomUUID()
  const profile = { id: studentId, fullName: name, email: `invited-${studentId}@invited.invalid` }
  await tx.insert(profiles).values({ ...profile, isInvited: true })
  const [made] = await tx
    .insert(invitedStudents)
    .values({ studentId, instructorId: coachId, address, isUnwanted, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: invitedStudents.studentId })
  if (made) return { userId: studentId, email: address }
  await tx.delete(profiles).where(eq(profiles.id, studentId))
  const [known] = await tx
    .select()
    .from(invitedStudents)
    .where(and(eq(invitedStudents.instructorId, coachId), eq(invitedStudents.address, address)))
    .for('update')
  if (!known) throw new Error('an invitation that exists cannot be found')
  const { declinedAt } = known
  if (declinedAt !== null && declinedAt > now - INVITED_AGAIN_AFTER_DAYS * DAY) return null
  await tx
    .update(invitedStudents)
    .set({ isUnwanted, declinedAt: null })
    .where(eq(invitedStudents.studentId, known.studentId))
  await tx.update(profiles).set({ fullName: name }).where(eq(profiles.id, known.studentId))
  return { userId: known.studentId, email: address }
}

/** The open student account with an address; null if there is none. */
export async function findStudentAt(db: Queryable, email: string): Promise<InvitedStudent | null> {
  const otherRoles = db
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(and(eq(userRoles.userId, profiles.id), ne(userRoles.role, 'student')))
  const [known] = await db
    .select({ userId: profiles.id, email: profiles.email })
    .from(profiles)
    .where(
      and(
        eq(sql`lower(${profiles.email})`, email.toLowerCase()),
        eq(profiles.userType, 'student'),
        eq(profiles.isInvited, false),
        profiles.isOpen,
        notExists(otherRoles),
      ),
    )
  return known ?? null
}

/** Whether a profile is an invited student without an account. */
export async function isInvitedStudent(db: Queryable, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, userId), eq(profiles.isInvited, true)))
  return found.length > 0
}

/**
 * Whether emails about a lesson may be sent to an invited student: they have neither declined nor blocked the
 * coach, and the address does not belong to an account other than a student's.
 */
export async function mayWriteToInvited(db: Queryable, studentId: string): Promise<boolean> {
  const [invited] = await db.select().from(invitedStudents).where(eq(invitedStudents.studentId, studentId))
  if (!invited?.address || invited.isUnwanted || invited.declinedAt !== null) return false
  if (await findStudentAt(db, invited.address)) return true
  const others = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(sql`lower(${profiles.email})`, invited.address))
  return others.length === 0
}

/** The invited students for whom an account may respond: those with the account's own, confirmed address. */
export const invitedAs = (userId: string) => sql`(
  select i.student_id from invited_students i join profiles a on lower(a.email) = i.address
  where a.id = ${userId}::uuid and a.email_verified and a.is_open and a.user_type = 'student' and not i.is_unwanted)`

/** Whether an account may respond for an invited student. */
export async function mayAnswerFor(db: Queryable, userId: string, studentId: string): Promise<boolean> {
  const found = await db
    .select({ id: invitedStudents.studentId })
    .from(invitedStudents)
    .where(
      and(
        eq(invitedStudents.studentId, studentId),
        sql`${invitedStudents.studentId} in ${invitedAs(userId)}`,
      ),
    )
  return found.length > 0
}

/**
 * Links an account to the coach who invited its address: data entered for the invited student now belongs to
 * the account.
 * @returns false if the account may not respond to this invitation, or if it was answered concurrently
 */
export async function acceptInvited(
  services: TransactionServices,
  tx: Queryable,
  invitedId: string,
  studentId: string,
): Promise<boolean> {
  const [invited] = await tx
    .select()
    .from(invitedStudents)
    .where(eq(invitedStudents.studentId, invitedId))
    .for('update')
  if (!invited || !(await mayAnswerFor(tx, studentId, invitedId))) return false
  const { instructorId } = invited
  await publish(services, tx, 'invited_student_accepted', { invitedId, studentId, instructorId })
  await tx.delete(profiles).where(and(eq(profiles.id, invitedId), eq(profiles.isInvited, true)))
  return true
}

/**
 * Records that the person declined: this coach cannot email them for a while.
 * @param now milliseconds since 1970, UTC
 */
export async function declineInvited(tx: Queryable, invitedId: string, now: number): Promise<void> {
  await tx
    .update(invitedStudents)
    .set({ declinedAt: now })
    .where(and(eq(invitedStudents.studentId, invitedId), isNull(invitedStudents.declinedAt)))
}

/**
 * Erases the names that a coach entered for invited students.
 * @param studentIds a query for ids; accounts among them keep their names
 */
export const eraseInvitedNames = (studentIds: SQL): SQL =>
  sql`update profiles set full_name = ${NOBODY} where is_invited and id in (${studentIds})`

/**
 * The account for the sign-in link of an invited student: the one with their address, or a new one with the
 * name entered by the coach.
 * @returns the account's id; null if it has another way to sign in by now
 */
export async function openInvitedAccount(
  tx: Queryable,
  link: { userId: string; email: string },
): Promise<string | null> {
  const [invited] = await tx
    .select({ name: profiles.fullName })
    .from(profiles)
    .where(and(eq(profiles.id, link.userId), eq(profiles.isInvited, true)))
  if (!invited) return link.userId
  const [made] = await tx
    .insert(profiles)
    .values({ fullName: invited.name, email: link.email })
    .onConflictDoNothing()
    .returning({ id: profiles.id })
  if (made) return made.id
  const waysIn = tx
    .select({ id: credentials.id })
    .from(credentials)
    .where(eq(credentials.userId, profiles.id))
  const [known] = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(sql`lower(${profiles.email})`, link.email), profiles.isOpen, notExists(waysIn)))
  return known?.id ?? null
}

import { createHash } from 'node:crypto'
import { and, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import { maskEmail } from '#features/accounts/links/link.ts'
import { profiles } from '#features/accounts/tables.ts'
import { coachDefaults, coachLabel } from '#features/coaches/coach.ts'
import { locationIn } from '#features/coaches/queries.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import type { MessageQuestions } from '#features/messages/questions.ts'
import type { Queryable } from '#platform/db.ts'
import { findLessonsOwed } from '../bring/queries.ts'
import { studentInvitations } from '../tables.ts'
import { stateOfInvitation } from './invitation.ts'
import type { SeenInvitation } from './schema.ts'

export const hashOfInvitation = (token: string) => createHash('sha256').update(token).digest()

/**
 * Whether an invitation can be accepted now.
 * @param now milliseconds since 1970, UTC
 */
export async function isInvitationOpen(db: Queryable, invitationId: string, now: number): Promise<boolean> {
  const [found] = await db.select().from(studentInvitations).where(eq(studentInvitations.id, invitationId))
  return stateOfInvitation(found ?? null, now) === 'open'
}

/** The pairs of a coach, of a student, or of both, in which the student accepted an invitation of the coach. */
export async function listInvitationPairs(
  db: Queryable,
  about: MessageQuestions['invitation_pairs']['about'],
): Promise<MessageQuestions['invitation_pairs']['answer']> {
  const { instructorId, studentId, acceptedAt } = studentInvitations
  const found = await db
    .select({ instructorId, studentId, acceptedAt })
    .from(studentInvitations)
    .where(
      and(
        isNotNull(studentId),
        'instructorId' in about ? eq(instructorId, about.instructorId) : undefined,
        'studentId' in about ? eq(studentId, about.studentId) : undefined,
      ),
    )
  return found.flatMap((pair) =>
    pair.studentId !== null && pair.acceptedAt !== null
      ? [{ instructorId: pair.instructorId, studentId: pair.studentId, acceptedAt: pair.acceptedAt }]
      : [],
  )
}

/** Locks the invitation of a token, if its coach still teaches; null for other tokens. */
export async function lockInvitation(tx: Queryable, token: string) {
  const [found] = await tx
    .select(getTableColumns(studentInvitations))
    .from(studentInvitations)
    .innerJoin(profiles, eq(profiles.id, studentInvitations.instructorId))
    .where(and(eq(studentInvitations.tokenHash, hashOfInvitation(token)), profiles.isOpen))
    .for('update', { of: studentInvitations })
  return found ?? null
}

/**
 * The invitation as shown to visitors of its link. Has no side effects.
 * @param viewerId the signed-in user
 * @param now milliseconds since 1970, UTC
 */
export async function readInvitation(
  db: Queryable,
  token: string,
  viewerId: string | null,
  now: number,
): Promise<SeenInvitation> {
  const c = instructorProfiles
  const [found] = await db
    .select({
      invitation: getTableColumns(studentInvitations),
      name: sql<string>`coalesce(${c.displayName}, ${profiles.fullName})`,
      imageUrl: c.profileImageUrl,
      location: locationIn(sql`${c}`),
      hourlyRateCents: c.hourlyRate,
      rating: c.rating,
      reviewCount: c.reviewCount,
    })
    .from(studentInvitations)
    .innerJoin(c, eq(c.userId, studentInvitations.instructorId))
    .innerJoin(profiles, eq(profiles.id, c.userId))
    .where(and(eq(studentInvitations.tokenHash, hashOfInvitation(token)), profiles.isOpen))
  const invitation = found?.invitation ?? null
  const state = stateOfInvitation(invitation, now)
  // Reveals no details of an invitation that no longer exists.
  if (!found || !invitation || state === 'gone') return nothing
  const { name, location, ...coach } = found
  return {
    state,
    coach: {
      id: invitation.instructorId,
      name,
      label: coachLabel(name),
      imageUrl: coach.imageUrl,
      location: location ?? coachDefaults.location,
      hourlyRateCents: coach.hourlyRateCents,
      rating: coach.rating,
      reviewCount: coach.reviewCount,
    },
    email: maskEmail(invitation.email),
    name: state === 'open' ? invitation.name : null,
    message: state === 'open' ? invitation.message : null,
    givesAccess: invitation.givesAccess,
    lessonsOwed: state === 'open' ? await findLessonsOwed(db, invitation.instructorId, invitation.email) : 0,
    isOwn: invitation.studentId !== null && invitation.studentId === viewerId,
  }
}

const nothing: SeenInvitation = {
  state: 'gone',
  coach: null,
  email: null,
  name: null,
  message: null,
  givesAccess: false,
  lessonsOwed: 0,
  isOwn: false,
}

/** The addresses of this list, in lower case, whose owners blocked the coach. No email is sent to them, and the coach is not informed. */
export async function unwantedAmong(
  db: Queryable,
  coachId: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  if (addresses.length === 0) return new Set()
  // Raw: compares addresses in lower case.
  const found = await db.execute<{ address: string }>(sql`
    select distinct lower(p.email) as address from profiles p
    join conversations c on c.student_id = p.id and c.instructor_id = ${coachId}
    join conversation_participants q on q.conversation_id = c.id and q.user_id = p.id and q.blocked_at is not null
    where lower(p.email) in (${sql.join(
      addresses.map((address) => sql`${address}`),
      sql`, `,
    )})`)
  return new Set(found.rows.map(({ address }) => address))
}

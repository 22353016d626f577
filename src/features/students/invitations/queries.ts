import { createHash } from 'node:crypto'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { maskEmail } from '#features/accounts/links/link.ts'
import { profiles } from '#features/accounts/tables.ts'
import { coachDefaults, coachLabel } from '#features/coaches/coach.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import type { Queryable } from '#platform/db.ts'
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
      location: c.location,
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
  isOwn: false,
}

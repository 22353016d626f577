import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, ne, notInArray, sql } from 'drizzle-orm'
import { grantCalendarAccess } from '#features/availability/calendar-access.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import { AppError, type Refused, refused } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { claimBrought } from '../bring/commands.ts'
import { announceInvitationAccepted, sendInvitation } from '../emails.ts'
import { broughtStudents, studentInvitations } from '../tables.ts'
import {
  AGAIN_AFTER_DAYS,
  INVITATION_DAYS,
  INVITATIONS_A_DAY,
  type InviteRefusal,
  LETTERS_TO_AN_ADDRESS,
  MOST_WAITING,
  stateOfInvitation,
} from './invitation.ts'
import { hashOfInvitation, lockInvitation, unwantedAmong } from './queries.ts'

const ANSWERS_PER_ADDRESS = { points: 60, seconds: 15 * 60 }

interface Invitation {
  email: string
  name?: string | undefined
  message?: string | undefined
  givesAccess: boolean
}

/**
 * Invites a person by email to become the coach's student. There is one invitation per coach and address;
 * sending it again after some days replaces the link. The result does not reveal whether the address has an
 * account.
 * @throws AppError too_many_requests
 */
export async function inviteByEmail(
  services: Services,
  coach: Pick<Actor, 'userId' | 'email'>,
  { email, name, message, givesAccess }: Invitation,
): Promise<{ ok: true; invitationId: string } | Refused<InviteRefusal>> {
  const address = email.toLowerCase()
  if (address === coach.email.toLowerCase()) return refused('own_address')
  await services.rateLimits.count('student-invitations', coach.userId, INVITATIONS_A_DAY)
  const now = services.clock.now()
  const token = randomBytes(24).toString('base64url')
  return await services.db.transaction(async (tx) => {
    const why = await whyNotInvite(tx, coach.userId, address, now)
    if (why) return refused(why)
    await services.rateLimits.count('invitation-letters', address, LETTERS_TO_AN_ADDRESS)
    const values = {
      email: address,
      name: name ?? null,
      message: message ?? null,
      givesAccess,
      tokenHash: hashOfInvitation(token),
      sentAt: now,
      expiresAt: now + INVITATION_DAYS * DAY,
      withdrawnAt: null,
    }
    const [written] = await tx
      .insert(studentInvitations)
      .values({ instructorId: coach.userId, createdAt: now, ...values })
      .onConflictDoUpdate({
        target: [studentInvitations.instructorId, studentInvitations.email],
        set: values,
        // A double click: the first request has already sent the email.
        setWhere: sql`${studentInvitations.sentAt} <= ${againBefore(now)} or ${studentInvitations.withdrawnAt} is not null`,
      })
      .returning({ id: studentInvitations.id })
    if (!written) return refused('invited_lately')
    if (!(await unwantedAmong(tx, coach.userId, [address])).has(address))
      await sendInvitation(services, tx, {
        id: written.id,
        instructorId: coach.userId,
        email: address,
        name: values.name,
        message: values.message,
        givesAccess,
        token,
      })
    return { ok: true, invitationId: written.id }
  })
}

const againBefore = (now: number) => new Date(now - AGAIN_AFTER_DAYS * DAY)

async function whyNotInvite(
  tx: Queryable,
  coachId: string,
  address: string,
  now: number,
): Promise<InviteRefusal | null> {
  const i = studentInvitations
  const [before] = await tx
    .select()
    .from(i)
    .where(and(eq(i.instructorId, coachId), eq(i.email, address)))
    .for('update')
  if (before?.acceptedAt) return 'already_student'
  if (before?.declinedAt) return 'invitation_declined'
  if (before && before.withdrawnAt === null && before.sentAt > now - AGAIN_AFTER_DAYS * DAY)
    return 'invited_lately'
  // People from the coach's files have their own limit.
  const brought = tx
    .select({ email: broughtStudents.email })
    .from(broughtStudents)
    .where(eq(broughtStudents.instructorId, coachId))
  const waiting = await tx
    .select({ id: i.id })
    .from(i)
    .where(
      and(
        eq(i.instructorId, coachId),
        isNull(i.studentId),
        isNull(i.withdrawnAt),
        isNull(i.declinedAt),
        gt(i.expiresAt, now),
        ne(i.email, address),
        notInArray(i.email, brought),
      ),
    )
    .limit(MOST_WAITING)
  return waiting.length >= MOST_WAITING ? 'too_many_waiting' : null
}

/**
 * Withdraws an open invitation, or restores a withdrawn one with its original link.
 * @throws AppError no_such_invitation
 */
export async function setInvitationOpen(
  services: Services,
  coachId: string,
  { invitationId, isOpen }: { invitationId: string; isOpen: boolean },
): Promise<void> {
  const i = studentInvitations
  const changed = await services.db
    .update(i)
    .set({ withdrawnAt: isOpen ? null : services.clock.now() })
    .where(and(eq(i.id, invitationId), eq(i.instructorId, coachId), isNull(i.studentId)))
    .returning({ id: i.id })
  if (changed.length === 0)
    throw new AppError('not_found', 'no_such_invitation', 'This invitation does not exist.')
}

/**
 * Accepts an invitation: the user becomes the coach's student, and lessons that the coach owes become a package. Idempotent.
 * @throws AppError invitation_not_good, too_many_requests
 */
export async function acceptInvitation(
  services: Services,
  student: Pick<Actor, 'userId'>,
  token: string,
  from: { ip: string },
): Promise<{ instructorId: string }> {
  await services.rateLimits.count('answer-invitation', from.ip, ANSWERS_PER_ADDRESS)
  return await services.db.transaction(async (tx) => {
    const invitation = await lockInvitation(tx, token)
    const instructorId = invitation?.instructorId ?? ''
    if (invitation?.studentId === student.userId) return { instructorId }
    const now = services.clock.now()
    if (!invitation || stateOfInvitation(invitation, now) !== 'open') throw invitationNotGood()
    await tx
      .update(studentInvitations)
      .set({ acceptedAt: now, studentId: student.userId })
      .where(eq(studentInvitations.id, invitation.id))
    const pair = { studentId: student.userId, instructorId }
    const { givesAccess } = invitation
    if (givesAccess) await grantCalendarAccess(tx, pair)
    await claimBrought(services, tx, { ...pair, email: invitation.email })
    await announceInvitationAccepted(services, tx, { ...pair, invitationId: invitation.id, givesAccess })
    return { instructorId }
  })
}

/**
 * Declines an invitation. This coach can send no further invitations to the address.
 * @throws AppError invitation_not_good, too_many_requests
 */
export async function declineInvitation(
  services: Services,
  token: string,
  from: { ip: string },
): Promise<void> {
  await services.rateLimits.count('answer-invitation', from.ip, ANSWERS_PER_ADDRESS)
  await services.db.transaction(async (tx) => {
    const invitation = await lockInvitation(tx, token)
    if (!invitation || invitation.acceptedAt !== null) throw invitationNotGood()
    if (invitation.declinedAt !== null) return
    await tx
      .update(studentInvitations)
      .set({ declinedAt: services.clock.now(), name: null, message: null })
      .where(eq(studentInvitations.id, invitation.id))
  })
}

const invitationNotGood = () =>
  new AppError(
    'gone',
    'invitation_not_good',
    'This invitation was answered, withdrawn or has expired. Please ask your coach for a new one.',
  )

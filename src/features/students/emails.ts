import { eq } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { mayReach } from '#features/messages/may-reach.ts'
import { notifyUser, sendLetter } from '#features/notifications/commands.ts'
import { fillIn, type Letter } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import { dateIn } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { lessonsWaitText } from './bring/bring.ts'
import {
  broughtStudentInvitation,
  broughtStudentReminder,
  calendarAccessGiven,
  calendarAccessKind,
  invitationAccepted,
  invitationAcceptedKind,
  invitationKind,
  studentInvitation,
} from './letters.ts'

type Sending = Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>
interface Pair {
  studentId: string
  instructorId: string
}

/** Tells a student that a coach opened the calendar, at most once a day. Says nothing while one of them blocks the other. */
export async function announceAccess(services: Sending, tx: Queryable, pair: Pair): Promise<void> {
  const { studentId, instructorId } = pair
  if (!(await mayReach(tx, pair, { carriesText: false }))) return
  const names = await readNames(tx, pair)
  const { label } = names.coach
  await notifyUser(services, tx, {
    userId: studentId,
    kind: calendarAccessKind,
    businessKey: `${instructorId}:${dateIn(services.clock.now(), 'UTC')}`,
    title: `You can book ${label} directly`,
    body: 'The calendar is open to you: choose a time and book it at once.',
    href: `/instant-book/${instructorId}`,
    email: fillIn(calendarAccessGiven, {
      full_name: names.student,
      coach_name: label,
      booking_url: `${services.env.appUrl}/instant-book/${instructorId}`,
    }),
    about: { what: 'calendar_access', studentId, instructorId },
  })
}

/**
 * What an accepted invitation means for the student, in its letter.
 * @param mayBook the open times can be booked: the invitation gives access, or instant booking is on
 */
export const accessOfferedText = (mayBook: boolean, coach: string): string =>
  mayBook
    ? 'You see the open times of your coach, book and pay in a minute, and keep your lessons in one place.'
    : `You and ${coach} find each other here: lessons, messages and payments in one place.`

/** What an accepted invitation means, for the coach. */
export const accessGivenText = (mayBook: boolean): string =>
  mayBook
    ? 'You can write to each other, and your open times can be booked.'
    : 'You can write to each other and agree on lessons. Your open times cannot be booked directly; you can change this at any time.'

/**
 * Sends the email of an invitation.
 * @param invitation.token the secret of the link, which is only in the email
 */
export async function sendInvitation(
  services: Sending,
  tx: Queryable,
  invitation: {
    id: string
    instructorId: string
    email: string
    name: string | null
    message: string | null
    givesAccess: boolean
    token: string
  },
): Promise<void> {
  const { id, instructorId, email, name, message, givesAccess, token } = invitation
  const { label, isInstant } = (await readNames(tx, { instructorId })).coach
  const url = `${services.env.appUrl}/invitation?token=${token}`
  await sendLetter(services, tx, {
    // An invitation that is sent again has another token.
    key: `student-invitation:${id}:${token.slice(0, 12)}`,
    kind: invitationKind,
    userId: null,
    toEmail: email,
    ...(name ? { toName: name } : {}),
    letter: fillIn(studentInvitation, {
      greeting: name ? `Hello ${name},` : 'Hello,',
      coach_name: label,
      coach_message: message ?? '',
      access_line: accessOfferedText(givesAccess || isInstant, label),
      invitation_url: url,
      decline_url: `${url}&answer=decline`,
    }),
    about: { what: 'invitation', invitationId: id },
  })
}

/** What a letter to a brought student says. */
interface BroughtWords {
  coachLabel: string
  name: string | null
  /** The lessons that the coach owes. */
  lessons: number
  message: string | null
  token: string
  isReminder?: boolean
}

/** The letter to a student whom a coach brought from a file. Deterministic for the same words. */
export function broughtLetter(appUrl: string, words: BroughtWords): Letter {
  const { coachLabel: coach, name, lessons, message, token, isReminder } = words
  const url = `${appUrl}/invitation?token=${token}`
  return fillIn(isReminder ? broughtStudentReminder : broughtStudentInvitation, {
    greeting: name ? `Hello ${name},` : 'Hello,',
    coach_name: coach,
    coach_message: message ?? '',
    lessons_line:
      lessons > 0
        ? `${lessonsWaitText(lessons)}. You paid ${coach} before, so there is nothing to pay here.`
        : '',
    invitation_url: url,
    decline_url: `${url}&answer=decline`,
  })
}

/** Sends this letter, or its reminder. */
export async function sendBroughtLetter(
  services: Sending,
  tx: Queryable,
  letter: BroughtWords & { invitationId: string; email: string; isReminder: boolean },
): Promise<void> {
  const { invitationId, email, name, token, isReminder } = letter
  await sendLetter(services, tx, {
    key: `brought-student:${invitationId}:${token.slice(0, 12)}:${isReminder ? 'reminder' : 'first'}`,
    kind: invitationKind,
    userId: null,
    toEmail: email,
    ...(name ? { toName: name } : {}),
    letter: broughtLetter(services.env.appUrl, letter),
    about: { what: 'invitation', invitationId },
  })
}

/** How letters name a coach. */
export const readCoachLabel = async (db: Queryable, instructorId: string): Promise<string> =>
  (await readNames(db, { instructorId })).coach.label

/** Notifies a coach that an invitation was accepted. */
export async function announceInvitationAccepted(
  services: Sending,
  tx: Queryable,
  { invitationId, givesAccess, ...pair }: Pair & { invitationId: string; givesAccess: boolean },
): Promise<void> {
  const { coach, student } = await readNames(tx, pair)
  const access = accessGivenText(givesAccess || coach.isInstant)
  const href = `/your-students/${pair.studentId}`
  await notifyUser(services, tx, {
    userId: pair.instructorId,
    kind: invitationAcceptedKind,
    businessKey: invitationId,
    title: `${student} accepted your invitation`,
    body: access,
    href,
    email: fillIn(invitationAccepted, {
      full_name: coach.fullName,
      student_name: student,
      access_line: access,
      student_url: `${services.env.appUrl}${href}`,
    }),
    about: { what: 'account' },
  })
}

async function readNames(
  tx: Queryable,
  { instructorId, studentId }: { instructorId: string; studentId?: string },
) {
  const [coach] = await tx
    .select({
      fullName: profiles.fullName,
      displayName: instructorProfiles.displayName,
      isInstant: instructorProfiles.instantBookEnabled,
    })
    .from(profiles)
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, profiles.id))
    .where(eq(profiles.id, instructorId))
  const [student] = studentId
    ? await tx.select({ fullName: profiles.fullName }).from(profiles).where(eq(profiles.id, studentId))
    : []
  return {
    coach: {
      fullName: coach?.fullName ?? '',
      label: coachLabel(coach?.displayName ?? coach?.fullName ?? null),
      isInstant: coach?.isInstant ?? false,
    },
    student: student?.fullName ?? 'Your student',
  }
}

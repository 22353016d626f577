import { z } from 'zod'
import { hasCalendarAccess } from '#features/availability/calendar-access.ts'
import { defineMessageKind, defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, link, page, paragraph } from '#features/notifications/letter-markup.ts'
import { isInvitationOpen } from './invitations/queries.ts'

/** Notifications between coaches and students. */

export const calendarAccessKind = defineNotificationKind({
  id: 'calendar_access',
  setting: {
    label: 'Calendar access',
    description: 'A coach lets you book open times directly.',
    audience: 'student',
    isTransactional: false,
    texts: 'none',
    icon: 'calendar-check',
  },
  about: z.object({ what: z.literal('calendar_access'), studentId: z.uuid(), instructorId: z.uuid() }),
  goodForDays: 7,
  check: async ({ db }, { studentId, instructorId }) => ({
    why: (await hasCalendarAccess(db, studentId, instructorId)) ? null : 'the access was taken back',
  }),
})

export const invitationKind = defineMessageKind({
  id: 'student_invitation',
  about: z.object({ what: z.literal('invitation'), invitationId: z.uuid() }),
  goodForDays: 3,
  check: async ({ db, clock }, { invitationId }) => ({
    why: (await isInvitationOpen(db, invitationId, clock.now()))
      ? null
      : 'the invitation was answered or withdrawn',
  }),
})

export const invitationAcceptedKind = defineNotificationKind({
  id: 'invitation_accepted',
  setting: {
    label: 'Accepted invitations',
    description: 'Somebody you invited is your student now.',
    audience: 'coach',
    isTransactional: false,
    texts: 'none',
    icon: 'hand',
  },
  goodForDays: 7,
})

export const studentKinds = [calendarAccessKind, invitationAcceptedKind, invitationKind]

export const calendarAccessGiven = defineLetter({
  key: 'calendar-access-given',
  needs: ['booking_url'],
  variables: ['full_name', 'coach_name', 'booking_url'],
  readerName: 'full_name',
  email: {
    name: 'Calendar access: to the student',
    subject: 'You can book {{coach_name}} directly',
    html: page('You can book {{coach_name}} directly', [
      paragraph(
        'Hello {{full_name}}, {{coach_name}} opened the calendar to you. Choose any open time and book it at once, without asking first.',
      ),
      button('See the open times', 'booking_url'),
    ]),
  },
})

export const studentInvitation = defineLetter({
  key: 'student-invitation',
  needs: ['invitation_url', 'decline_url'],
  variables: ['greeting', 'coach_name', 'coach_message', 'access_line', 'invitation_url', 'decline_url'],
  email: {
    name: 'Invitation: to somebody a coach wants to teach',
    subject: '{{coach_name}} invites you to book golf lessons on {{site_name}}',
    html: page('{{coach_name}} invites you', [
      paragraph(
        '{{greeting}} {{coach_name}} teaches golf on {{site_name}} and would like you to book lessons there.',
      ),
      `<p style="margin:0 0 24px;white-space:pre-line">{{coach_message}}</p>`,
      button('Accept the invitation', 'invitation_url'),
      paragraph('{{access_line}}'),
      paragraph(
        `You don’t know {{coach_name}}? Ignore this letter, or ${link('decline', 'decline_url')} and you get no other one.`,
      ),
    ]),
  },
})

export const broughtStudentInvitation = defineLetter({
  key: 'brought-student-invitation',
  needs: ['invitation_url', 'decline_url'],
  variables: ['greeting', 'coach_name', 'coach_message', 'lessons_line', 'invitation_url', 'decline_url'],
  email: {
    name: 'Invitation: to a student of a coach who is new here',
    subject: '{{coach_name}} now takes bookings on {{site_name}}',
    html: page('{{coach_name}} moved to {{site_name}}', [
      paragraph(
        '{{greeting}} {{coach_name}} now takes bookings on {{site_name}}, and would like you to book your golf lessons there.',
      ),
      `<p style="margin:0 0 24px;white-space:pre-line">{{coach_message}}</p>`,
      paragraph('{{lessons_line}}'),
      button('Accept the invitation', 'invitation_url'),
      paragraph(
        'You see the open times of your coach, book in a minute, and keep your lessons in one place. You are connected with {{coach_name}} only if you accept.',
      ),
      paragraph(
        `You don’t know {{coach_name}}, or want no letters? ${link('Decline', 'decline_url')} and you get no other one.`,
      ),
    ]),
  },
})

export const broughtStudentReminder = defineLetter({
  key: 'brought-student-reminder',
  needs: ['invitation_url', 'decline_url'],
  variables: ['greeting', 'coach_name', 'coach_message', 'lessons_line', 'invitation_url', 'decline_url'],
  email: {
    name: 'Invitation: reminder to a student of a coach who is new here',
    subject: 'Your coach {{coach_name}} is on {{site_name}}',
    html: page('Your coach {{coach_name}} is on {{site_name}}', [
      paragraph('{{greeting}} {{coach_name}} invited you a week ago. This is the only reminder.'),
      `<p style="margin:0 0 24px;white-space:pre-line">{{coach_message}}</p>`,
      paragraph('{{lessons_line}}'),
      button('Accept the invitation', 'invitation_url'),
      paragraph(`You want no letters? ${link('Decline', 'decline_url')} and you get no other one.`),
    ]),
  },
})

export const invitationAccepted = defineLetter({
  key: 'invitation-accepted',
  needs: ['student_url'],
  variables: ['full_name', 'student_name', 'access_line', 'student_url'],
  readerName: 'full_name',
  email: {
    name: 'Invitation accepted: to the coach',
    subject: '{{student_name}} accepted your invitation',
    html: page('{{student_name}} is your student now', [
      paragraph('Hello {{full_name}}, {{student_name}} accepted your invitation. {{access_line}}'),
      button('See your student', 'student_url'),
    ]),
  },
})

export const studentLetters = [
  calendarAccessGiven,
  studentInvitation,
  broughtStudentInvitation,
  broughtStudentReminder,
  invitationAccepted,
]

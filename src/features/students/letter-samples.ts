import { fillIn } from '#features/notifications/letter.ts'
import { people, type SampleGroup, type SampleWorld } from '#features/notifications/sample.ts'
import { accessGivenText, accessOfferedText, broughtLetter } from './emails.ts'
import {
  calendarAccessGiven,
  calendarAccessKind,
  invitationAccepted,
  invitationAcceptedKind,
  invitationKind,
  studentInvitation,
} from './letters.ts'

export function studentSamples({ env: { appUrl } }: SampleWorld): SampleGroup[] {
  const invitation = {
    coach_name: people.coach,
    invitation_url: `${appUrl}/invitation?token=sample`,
    decline_url: `${appUrl}/invitation?token=sample&answer=decline`,
  }
  return [
    {
      name: 'Coaches and students',
      samples: [
        {
          to: 'student',
          kind: calendarAccessKind,
          title: 'A coach opened the calendar',
          letter: fillIn(calendarAccessGiven, {
            full_name: people.student,
            coach_name: people.coach,
            booking_url: `${appUrl}/instant-book/${people.coachId}`,
          }),
        },
        {
          to: 'visitor',
          kind: invitationKind,
          title: 'A coach invites someone, with a message',
          letter: fillIn(studentInvitation, {
            ...invitation,
            greeting: `Hello ${people.student},`,
            coach_message: 'It was good to meet you on the range. Here are my open times.',
            access_line: accessOfferedText(true, people.coach),
          }),
        },
        {
          to: 'visitor',
          kind: invitationKind,
          title: 'The same without a name, a word and access to open times',
          letter: fillIn(studentInvitation, {
            ...invitation,
            greeting: 'Hello,',
            coach_message: '',
            access_line: accessOfferedText(false, people.coach),
          }),
        },
        ...[false, true].map((isReminder) => ({
          to: 'visitor' as const,
          kind: invitationKind,
          title: isReminder
            ? 'The reminder of it'
            : 'A coach who is new here brings a student with lessons owed',
          letter: broughtLetter(appUrl, {
            coachLabel: people.coach,
            name: people.student,
            lessons: 5,
            message: 'I moved my bookings here. Your lessons came along.',
            token: 'sample',
            isReminder,
          }),
        })),
        {
          to: 'coach',
          kind: invitationAcceptedKind,
          title: 'An invitation was accepted',
          letter: fillIn(invitationAccepted, {
            full_name: people.coachName,
            student_name: people.student,
            access_line: accessGivenText(true),
            student_url: `${appUrl}/your-students/${people.coachId}`,
          }),
        },
      ],
    },
  ]
}

import { HOUR, people, type SampleGroup, type SampleWorld } from '#app/letters/sample.ts'
import { freedTimeGone, freedTimeKind, freedTimeOffered } from '#features/cancellation-list/letters.ts'
import {
  conversationNoticeKind,
  conversationPaused,
  conversationWarning,
} from '#features/messages/letters.ts'
import { fillIn } from '#features/notifications/letter.ts'
import {
  calendarAccessGiven,
  calendarAccessKind,
  invitationAccepted,
  invitationAcceptedKind,
  invitationKind,
  studentInvitation,
} from '#features/students/letters.ts'
import { formatLesson, formatMoment } from '#platform/time.ts'

/** Letters about freed times, and about who may book with whom. */
export function golferSamples({ env: { appUrl }, now }: SampleWorld): SampleGroup[] {
  // At half past nine in the morning, the day after tomorrow.
  const start = Math.ceil(now / (24 * HOUR)) * 24 * HOUR + 38.5 * HOUR
  const freed = {
    student_name: people.student,
    coach_name: people.coach,
    lesson_when: formatLesson(start, 60, people.zone),
    list_url: `${appUrl}/lessons#cancellation-list`,
    leave_url: `${appUrl}/leave-list?token=sample`,
  }
  const invitation = {
    coach_name: people.coach,
    invitation_url: `${appUrl}/invitation?token=sample`,
    decline_url: `${appUrl}/invitation?token=sample&answer=decline`,
  }
  const notice = { conversation_url: `${appUrl}/inbox?conversation=${people.conversationId}` }
  return [
    {
      name: 'Reported messages',
      samples: [
        {
          to: 'anybody',
          kind: conversationNoticeKind,
          title: 'A warning',
          letter: fillIn(conversationWarning, {
            ...notice,
            explanation: 'Please leave remarks about how somebody looks out of your messages.',
          }),
        },
        {
          to: 'anybody',
          kind: conversationNoticeKind,
          title: 'A conversation is paused: to both',
          letter: fillIn(conversationPaused, {
            ...notice,
            explanation:
              'Something in it was reported to us. Until we open it again, nobody can write in it.',
          }),
        },
      ],
    },
    {
      name: 'Freed times',
      samples: [
        {
          to: 'student',
          kind: freedTimeKind,
          title: 'A time somebody asked for opened',
          letter: fillIn(freedTimeOffered, {
            ...freed,
            place: 'Pine Hollow Golf Club',
            price: '$85.00',
            until: formatMoment(now + 2 * HOUR, people.zone),
          }),
        },
        {
          to: 'student',
          kind: freedTimeKind,
          title: 'The time was not taken, and went to the next',
          letter: fillIn(freedTimeGone, freed),
        },
      ],
    },
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
          title: 'A coach invites somebody, with a few words',
          letter: fillIn(studentInvitation, {
            ...invitation,
            greeting: `Hello ${people.student},`,
            coach_message: 'It was good to meet you on the range. Here are my open times.',
          }),
        },
        {
          to: 'visitor',
          kind: invitationKind,
          title: 'The same without a name or a word',
          letter: fillIn(studentInvitation, { ...invitation, greeting: 'Hello,', coach_message: '' }),
        },
        {
          to: 'coach',
          kind: invitationAcceptedKind,
          title: 'Somebody accepted an invitation',
          letter: fillIn(invitationAccepted, {
            full_name: people.coachName,
            student_name: people.student,
            student_url: `${appUrl}/your-students/${people.coachId}`,
          }),
        },
      ],
    },
  ]
}

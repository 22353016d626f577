import { fillIn } from '#features/notifications/letter.ts'
import { people, type SampleGroup, type SampleWorld, sampleOf } from '#features/notifications/sample.ts'
import { supportAnswer, supportAnswerVisitor, ticketReplyKind } from './letters.ts'

export function supportSamples({ env: { appUrl } }: SampleWorld): SampleGroup[] {
  const answer = {
    name: people.student,
    subject: 'Chat Support Request',
    answer: 'You can move a lesson on its page until the day before.\n\nJordan, Greenside',
    question: 'How do I move a lesson?',
  }
  return [
    {
      name: 'Support',
      samples: [
        sampleOf(
          'anybody',
          ticketReplyKind,
          'An answer to a member',
          fillIn(supportAnswer, { ...answer, ticket_url: `${appUrl}/support` }),
        ),
        sampleOf('visitor', ticketReplyKind, 'An answer to a visitor', fillIn(supportAnswerVisitor, answer)),
      ],
    },
  ]
}

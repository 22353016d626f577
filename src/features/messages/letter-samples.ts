import { fillIn } from '#features/notifications/letter.ts'
import {
  people,
  type SampleGroup,
  type SampleWorld,
  sampleConversation,
  sampleOf,
} from '#features/notifications/sample.ts'
import {
  conversationNoticeKind,
  conversationPaused,
  conversationWarning,
  newMessage,
  newMessageKind,
  newMessages,
} from './letters.ts'

export function messageSamples({ env: { appUrl } }: SampleWorld): SampleGroup[] {
  const conversation_url = sampleConversation(appUrl)
  const first = 'Could we start a little later on Thursday, at ten?'
  const message = (to: 'student' | 'coach', sender_name: string, title: string) =>
    sampleOf(
      to,
      newMessageKind,
      title,
      fillIn(newMessage, { sender_name, message_count: '1', message_text: first, conversation_url }),
    )
  const digest = (to: 'student' | 'coach', sender_name: string) =>
    sampleOf(
      to,
      newMessageKind,
      'Several messages in one email',
      fillIn(newMessages, {
        sender_name,
        message_count: '3',
        message_text: `${first}\nOr on Friday?\nSent a picture or video`,
        conversation_url,
      }),
    )
  return [
    {
      name: 'Messages',
      samples: [
        message('student', people.coach, 'The coach wrote'),
        message('student', `AI Caddie for ${people.coach}`, 'AI Caddie answered for the coach'),
        message('coach', people.student, 'The student wrote'),
        digest('student', people.coach),
        digest('coach', people.student),
      ],
    },
    {
      name: 'Reported messages',
      samples: [
        {
          to: 'anybody',
          kind: conversationNoticeKind,
          title: 'A warning',
          letter: fillIn(conversationWarning, {
            conversation_url,
            explanation: 'Please do not comment on a person’s appearance in your messages.',
          }),
        },
        {
          to: 'anybody',
          kind: conversationNoticeKind,
          title: 'A conversation is paused: to both',
          letter: fillIn(conversationPaused, {
            conversation_url,
            explanation:
              'A message was reported to us. No one can send messages here until we reopen the conversation.',
          }),
        },
      ],
    },
  ]
}

import { defineLetter } from '#features/notifications/letter.ts'
import { button, facts, page, paragraph } from '#features/notifications/letter-markup.ts'

/** What a coach reads when the assistant leaves a question to them. */

export const coachNeeded = defineLetter({
  key: 'coach-needed',
  variables: ['coach_name', 'student_name', 'reason', 'conversation_url'],
  email: {
    name: 'AI Caddie needs the coach',
    subject: '{{student_name}} needs you',
    html: page('{{student_name}} needs you', [
      paragraph('Hello {{coach_name}}, please answer {{student_name}} yourself.'),
      facts([['Why', '{{reason}}']]),
      button('Read and reply', 'conversation_url'),
      paragraph('We write to you about this conversation once, until you answer.'),
    ]),
  },
})

export const assistantLetters = [coachNeeded]

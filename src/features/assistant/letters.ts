import { z } from 'zod'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, facts, page, paragraph } from '#features/notifications/letter-markup.ts'
import { needsCoach } from './queries.ts'

/** What a coach reads when the assistant leaves a question to them. */

export const coachNeededKind = defineNotificationKind({
  id: 'coach_needed',
  setting: {
    label: 'AI Caddie needs you',
    description: 'A student needs an answer from you. Sent once per question.',
    audience: 'coach',
    isTransactional: false,
    texts: 'none',
    icon: 'hand',
  },
  about: z.object({ what: z.literal('call'), conversationId: z.uuid() }),
  goodForDays: 30,
  check: async ({ db }, { conversationId }) => ({
    why: (await needsCoach(db, conversationId)) ? null : 'the coach has answered',
  }),
})

export const assistantKinds = [coachNeededKind]

export const coachNeeded = defineLetter({
  key: 'coach-needed',
  needs: ['conversation_url'],
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

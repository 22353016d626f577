import { fillIn } from '#features/notifications/letter.ts'
import {
  people,
  type SampleGroup,
  type SampleWorld,
  sampleConversation,
  sampleOf,
} from '#features/notifications/sample.ts'
import { coachNeeded, coachNeededKind } from './letters.ts'

export function assistantSamples({ env: { appUrl } }: SampleWorld): SampleGroup[] {
  return [
    {
      name: 'AI Caddie',
      samples: [
        sampleOf(
          'coach',
          coachNeededKind,
          'AI Caddie leaves a question to the coach',
          fillIn(coachNeeded, {
            coach_name: people.coachName,
            student_name: people.student,
            reason: 'The student asked for the coach',
            conversation_url: sampleConversation(appUrl),
          }),
        ),
      ],
    },
  ]
}

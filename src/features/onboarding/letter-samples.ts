import { people, type SampleGroup, type SampleWorld, sampleOf } from '#features/notifications/sample.ts'
import { liveLetter } from './emails.ts'
import { coachLiveKind } from './letters.ts'

export function onboardingSamples({ env: { appUrl } }: SampleWorld): SampleGroup[] {
  return [
    {
      name: 'Becoming a coach',
      samples: [
        sampleOf(
          'coach',
          coachLiveKind,
          'The profile is live',
          liveLetter(appUrl, { userId: people.coachId, fullName: people.coachName, city: 'Charlotte' }),
        ),
      ],
    },
  ]
}

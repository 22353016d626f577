import { type SampleGroup, type SampleWorld, sampleOf } from '#features/notifications/sample.ts'
import { trialInterestLetter } from './emails.ts'
import { trialInterestKind } from './letters.ts'

export function prospectSamples({ now }: SampleWorld): SampleGroup[] {
  return [
    {
      name: 'Free trial',
      samples: [
        sampleOf(
          'anybody',
          trialInterestKind,
          'To Greenside: a free trial was requested',
          trialInterestLetter(
            {
              fullName: 'Jordan Ellis',
              email: 'jordan@example.com',
              phone: '(704) 555-0152',
              businessName: 'Ellis Golf Academy',
              message: 'There are three of us. Could we share one calendar?',
            },
            now,
          ),
        ),
      ],
    },
  ]
}

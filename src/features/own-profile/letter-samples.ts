import { people, type SampleGroup, type SampleWorld, sampleOf } from '#features/notifications/sample.ts'
import { requestLetter } from './emails.ts'
import { profileRequestKind } from './letters.ts'

export function ownProfileSamples({ env: { appUrl } }: SampleWorld): SampleGroup[] {
  const request = (
    title: string,
    answer: Pick<Parameters<typeof requestLetter>[1], 'of' | 'name' | 'refusal'>,
  ) =>
    sampleOf(
      'coach',
      profileRequestKind,
      title,
      requestLetter(appUrl, { coachId: people.coachId, coachName: people.coachName, ...answer }),
    )
  return [
    {
      name: 'Certificates and imported reviews',
      samples: [
        request('A certificate is checked', { of: 'check', name: 'PGA Class A', refusal: null }),
        request('A certificate is refused', {
          of: 'check',
          name: 'PGA Class A',
          refusal: 'The card you sent ran out in March. Please send the new one.',
        }),
        request('An imported review is shown', { of: 'review', name: 'Denise G.', refusal: null }),
        request('An imported review is refused', {
          of: 'review',
          name: 'Denise G.',
          refusal: 'We could not find it in the newsletter you named.',
        }),
      ],
    },
  ]
}

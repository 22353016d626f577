import { fillIn } from '#features/notifications/letter.ts'
import { people, type SampleGroup, type SampleWorld, sampleOf } from '#features/notifications/sample.ts'
import { clipKind, newClips } from './letters.ts'

export function clipSamples({ env: { appUrl } }: SampleWorld): SampleGroup[] {
  return [
    {
      name: 'Swing clips',
      samples: [
        sampleOf(
          'coach',
          clipKind,
          'New clips, drawings and comments',
          fillIn(newClips, {
            author_name: people.student,
            what_is_new: '1 clip and 2 drawings',
            clip_url: `${appUrl}/clips`,
          }),
        ),
      ],
    },
  ]
}

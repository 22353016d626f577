import { fillIn } from './letter.ts'
import { textsOn, textsOnKind } from './letters.ts'
import { type SampleGroup, sampleOf } from './sample.ts'

export const textSamples = (): SampleGroup[] => [
  {
    name: 'Text messages',
    samples: [sampleOf('anybody', textsOnKind, 'Texts turned on', fillIn(textsOn, {}))],
  },
]

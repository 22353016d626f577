import type { LetterCatalog } from '#platform/letter-template.ts'
import type { Services } from '#ports/services.ts'
import { declaredSamples } from './declared-samples.ts'
import { golferSamples } from './golfer-samples.ts'
import { lessonSamples } from './lesson-samples.ts'
import { letters } from './letters.ts'
import { otherSamples } from './other-samples.ts'
import { quizSamples } from './quiz-samples.ts'
import type { SampleGroup, SampleWorld } from './sample.ts'

/** Every letter with its samples, for the commands that look letters up by their key. */
export const letterCatalog = (env: Services['env']): LetterCatalog => ({
  templates: letters,
  samples: (now) =>
    allSamples({ env, now }).flatMap(({ samples }) =>
      samples.map(({ letter, ...sample }) => ({
        ...sample,
        key: letter.template.key,
        variables: letter.variables,
      })),
    ),
})

/** Every way a letter can come about, filled in with made-up people. A test holds that there is one of each letter. */
export const allSamples = (world: SampleWorld): SampleGroup[] => [
  ...lessonSamples(world),
  ...golferSamples(world),
  ...otherSamples(world),
  ...quizSamples(world),
  declaredSamples(world),
]

import { accountNewsKind } from '#features/accounts/letters.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { LetterCatalog } from '#platform/letter-template.ts'
import type { Services } from '#ports/services.ts'
import { lessonSamples } from './lesson-samples.ts'
import { letters } from './letters.ts'
import { otherSamples } from './other-samples.ts'
import { quizSamples } from './quiz-samples.ts'
import type { Sample, SampleGroup, SampleWorld } from './sample.ts'

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

/** The samples there are, and one of each letter that has none: its variables have their usual values, or say their names. */
export function allSamples(world: SampleWorld): SampleGroup[] {
  const groups = [...lessonSamples(world), ...otherSamples(world), ...quizSamples(world)]
  const written = groups.flatMap(({ samples }) => samples.map(({ letter }) => letter))
  const usual = Object.assign({}, ...written.map(({ variables }) => variables))
  const others = letters.filter((template) => !written.some((letter) => letter.template === template))
  if (others.length === 0) return groups
  const samples = others.map((template): Sample => {
    const values = template.variables.map((name) => [name, usual[name] ?? `[${name.replaceAll('_', ' ')}]`])
    const { email, text, key } = template
    const title = email?.name ?? text?.name ?? key
    return {
      title,
      to: 'anybody',
      kind: accountNewsKind,
      letter: fillIn(template, Object.fromEntries(values)),
    }
  })
  return [...groups, { name: 'Others', samples }]
}

import { sampleLesson } from '#features/bookings/sample-lesson.ts'
import { lessonVariables } from '#features/lesson-letters/lesson-letter.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Sample, SampleGroup, SampleWorld } from '#features/notifications/sample.ts'
import { DAY } from '#platform/duration.ts'
import { letters } from './letters.ts'

const money = { paidCents: 8_500, isDemo: false, shareCents: 7_650, package: null }

/** Letters that say themselves how they look filled in, about a lesson of three days ago where they name one. */
export function declaredSamples({ env, now }: SampleWorld): SampleGroup {
  const ofLesson = lessonVariables(env.appUrl, sampleLesson(now - 3 * DAY), money, now)
  const samples = letters.flatMap((template): Sample[] => {
    if (!template.sample) return []
    const { values, ...sample } = template.sample
    const known: Record<string, string | undefined> = { ...ofLesson, ...values(env.appUrl) }
    const named = template.variables.map((name) => [name, known[name] ?? `{{${name}}}`] as const)
    return [{ ...sample, letter: fillIn(template, Object.fromEntries(named)) }]
  })
  return { name: 'In one way each', samples }
}

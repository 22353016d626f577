import { accountSamples } from '#features/accounts/letter-samples.ts'
import { assistantSamples } from '#features/assistant/letter-samples.ts'
import { sampleLesson } from '#features/bookings/sample-lesson.ts'
import { cancellationListSamples } from '#features/cancellation-list/letter-samples.ts'
import { clipSamples } from '#features/clips/letter-samples.ts'
import { disputeSamples } from '#features/disputes/letter-samples.ts'
import { giftCardSamples } from '#features/gift-cards/letter-samples.ts'
import { lessonVariables } from '#features/lesson-letters/lesson-letter.ts'
import { lessonSamples } from '#features/lesson-letters/letter-samples.ts'
import { seatSamples } from '#features/lesson-letters/seat-samples.ts'
import { quizSamples } from '#features/match-quiz/follow-up/letter-samples.ts'
import { messageSamples } from '#features/messages/letter-samples.ts'
import { fillIn } from '#features/notifications/letter.ts'
import { textSamples } from '#features/notifications/letter-samples.ts'
import type { Sample, SampleGroup, SampleWorld } from '#features/notifications/sample.ts'
import { onboardingSamples } from '#features/onboarding/letter-samples.ts'
import { calendarSamples } from '#features/other-calendars/letter-samples.ts'
import { ownProfileSamples } from '#features/own-profile/letter-samples.ts'
import { payoutSamples } from '#features/payouts/letter-samples.ts'
import { proposalSamples } from '#features/proposals/letter-samples.ts'
import { prospectSamples } from '#features/prospects/letter-samples.ts'
import { rainCheckSamples } from '#features/rain-checks/letter-samples.ts'
import { studentSamples } from '#features/students/letter-samples.ts'
import { supportSamples } from '#features/support/letter-samples.ts'
import { videoReviewSamples } from '#features/video-reviews/letter-samples.ts'
import { workspaceSamples } from '#features/workspaces/letter-samples.ts'
import { DAY } from '#platform/duration.ts'
import type { LetterCatalog } from '#platform/letter-template.ts'
import type { Services } from '#ports/services.ts'
import { letters } from './letters.ts'

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

/** The samples of each feature, in the order of the gallery. */
const samples: readonly ((world: SampleWorld) => SampleGroup[])[] = [
  lessonSamples,
  seatSamples,
  rainCheckSamples,
  disputeSamples,
  payoutSamples,
  cancellationListSamples,
  studentSamples,
  ownProfileSamples,
  workspaceSamples,
  messageSamples,
  assistantSamples,
  clipSamples,
  videoReviewSamples,
  proposalSamples,
  giftCardSamples,
  calendarSamples,
  supportSamples,
  prospectSamples,
  accountSamples,
  onboardingSamples,
  textSamples,
  quizSamples,
]

/** All samples. A test requires one of each letter. */
export const allSamples = (world: SampleWorld): SampleGroup[] => [
  ...samples.flatMap((samplesOf) => samplesOf(world)),
  declaredSamples(world),
]

const money = { paidCents: 8_500, isDemo: false, shareCents: 7_650, package: null }

/** Letters that say themselves how they look filled in, about a lesson of three days ago where they name one. */
function declaredSamples({ env, now }: SampleWorld): SampleGroup {
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

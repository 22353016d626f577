import { fillInLesson } from '#features/lesson-letters/lesson-letter.ts'
import { sampleLessons, sampleOfLesson, samplePaid } from '#features/lesson-letters/letter-samples.ts'
import type { SampleGroup, SampleWorld } from '#features/notifications/sample.ts'
import { DAY } from '#platform/duration.ts'
import { problemForCoach } from './emails.ts'
import {
  disputeKind,
  disputeSettledKind,
  problemReportedStudent,
  problemSettledCoach,
  problemSettledStudent,
  settledWords,
} from './letters.ts'

const explanation = 'The range was closed for the second half hour.'

export function disputeSamples(world: SampleWorld): SampleGroup[] {
  const { now } = world
  const { past } = sampleLessons(now)
  const reported = sampleOfLesson(world)(disputeKind, past, samplePaid)
  const settled = sampleOfLesson(world)(disputeSettledKind, past, samplePaid)
  const problem = (title: string, sentOn: number | null) =>
    reported(title, problemForCoach(past, { money: samplePaid, sentOn, reportedAt: now }))
  return [
    {
      name: 'Problems with a lesson',
      samples: [
        reported('The student reports a problem', fillInLesson(problemReportedStudent, {})),
        problem('The student reports a problem: the share is held', null),
        problem('The student reports a problem: the share was sent', now - DAY),
        settled(
          'The problem is settled for the student',
          fillInLesson(problemSettledStudent, { explanation, decision: settledWords.student.resolved }),
        ),
        settled(
          'The problem is settled: to the coach',
          fillInLesson(problemSettledCoach, { explanation, decision: settledWords.coach.resolved }),
        ),
      ],
    },
  ]
}

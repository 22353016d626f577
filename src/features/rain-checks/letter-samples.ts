import { fillInLesson, type LessonMoney } from '#features/lesson-letters/lesson-letter.ts'
import { sampleLessons, sampleOfLesson, samplePaid } from '#features/lesson-letters/letter-samples.ts'
import { rainCheckKind } from '#features/lesson-letters/notification-kinds.ts'
import type { SampleGroup, SampleWorld } from '#features/notifications/sample.ts'
import { DAY } from '#platform/duration.ts'
import { choiceWords, otherwiseWords } from './choice-words.ts'
import { calledOffStudent, rainOfferedStudent } from './letters.ts'
import { weatherWords } from './rain-check.ts'

export function rainCheckSamples(world: SampleWorld): SampleGroup[] {
  const { coming } = sampleLessons(world.now)
  const ofPackage: LessonMoney = {
    ...samplePaid,
    paidCents: 0,
    package: { total: 5, left: 2, until: world.now + 150 * DAY, isEnded: false, isBoughtWithIt: false },
  }
  const forecast = weatherWords({ chanceOfRain: 80, isThunder: true, windMph: 20 })
  const offered = (title: string, money: LessonMoney) =>
    sampleOfLesson(world)(rainCheckKind, coming, money)(
      title,
      fillInLesson(rainOfferedStudent, { forecast, choices: choiceWords(money, true) }),
    )
  const calledOff = (title: string, money: LessonMoney, message_line: string) =>
    sampleOfLesson(world)(rainCheckKind, coming, money)(
      title,
      fillInLesson(calledOffStudent, {
        message_line,
        choices: choiceWords(money, true),
        otherwise: otherwiseWords(money),
      }),
    )
  return [
    {
      name: 'Weather',
      samples: [
        offered('Bad weather is forecast', samplePaid),
        offered('Bad weather is forecast for a lesson of a package', ofPackage),
        calledOff(
          'The coach called the lesson off',
          samplePaid,
          'Your coach writes: “The course is closed. I am sorry!”',
        ),
        calledOff('The coach called a lesson of a package off', ofPackage, ''),
      ],
    },
  ]
}

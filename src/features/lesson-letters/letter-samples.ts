import { sampleLesson } from '#features/bookings/sample-lesson.ts'
import type { Lesson } from '#features/bookings/schema.ts'
import type { Sample, SampleGroup, SampleWorld } from '#features/notifications/sample.ts'
import { type RefundReason, refundReasonText } from '#features/payments/refund.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import type { MessageKind } from '#platform/message-kind.ts'
import { calendarVariables, seriesCalendarUrl } from './calendar-links.ts'
import { fillInLesson, type LessonLetter, type LessonMoney, lessonVariables } from './lesson-letter.ts'
import {
  type Cancelled,
  cancelledForCoach,
  cancelledForStudent,
  confirmedForCoach,
  confirmedForStudent,
  invitedForStudent,
  movedFor,
  noShowForStudent,
  paidAfterwards,
  refundedForCoach,
  refundedForStudent,
  refundReturnedForStudent,
  reviewRequestForStudent,
  toPayForStudent,
} from './letter-words.ts'
import { bookingExpiredStudent, lessonReminderStudent } from './letters.ts'
import {
  holdExpiredKind,
  lessonBookedKind,
  lessonCancelledKind,
  lessonChangedKind,
  lessonInQuestionKind,
  lessonReminderKind,
  lessonToPayKind,
  noShowKind,
  refundKind,
  reviewRequestKind,
} from './notification-kinds.ts'
import {
  type RestCancelled,
  restCancelledFor,
  restCancelledForCoach,
  seriesConfirmedFor,
  seriesConfirmedForCoach,
} from './series-words.ts'
import { holdEndedStudent, inQuestionForCoach, inQuestionForStudent } from './unavailable-letters.ts'

/** What a lesson of {@link sampleLesson} costs, paid by card. */
export const samplePaid: LessonMoney = { paidCents: 8_500, isDemo: false, shareCents: 7_650, package: null }
const moneyOfPackage = (now: number, isBoughtWithIt: boolean): LessonMoney => ({
  paidCents: isBoughtWithIt ? 43_333 : 0,
  isDemo: false,
  shareCents: 7_799,
  package: { total: 5, left: isBoughtWithIt ? 4 : 2, until: now + 150 * DAY, isEnded: false, isBoughtWithIt },
})
const elsewhere: LessonMoney = { ...samplePaid, isPaidElsewhere: true, paidCents: 0, shareCents: 0 }
const demo: LessonMoney = { ...samplePaid, isDemo: true, shareCents: 0 }

/** A child of the student, who plays the lesson. */
export const sampleGolfer = {
  id: '0199aaaa-0000-7000-8000-000000000004',
  name: 'Emma Rivera',
  relation: 'child',
  yearOfBirth: 2014,
} as const

/** Two lessons at half past nine: four days ahead and three days ago. @param now milliseconds since 1970, UTC */
export function sampleLessons(now: number) {
  const start = Math.ceil(now / DAY) * DAY + 4 * DAY + 14.5 * HOUR
  return { start, coming: sampleLesson(start), past: sampleLesson(start - 7 * DAY) }
}

/** Fills in a letter about a lesson. @param at when it is sent, milliseconds since 1970, UTC */
export const sampleOfLesson =
  ({ env, now }: SampleWorld) =>
  (kind: MessageKind, lesson: Lesson, money: LessonMoney, at = now) =>
  (title: string, { template: { to }, complete }: LessonLetter): Sample => {
    const variables = {
      ...lessonVariables(env.appUrl, lesson, money, at),
      ...calendarVariables(env, lesson, to),
    }
    return { title, to, kind, letter: complete(variables) }
  }

/** All letters about a lesson, for each event that sends them. */
export function lessonSamples(world: SampleWorld): SampleGroup[] {
  const { env, now } = world
  const { start, coming, past } = sampleLessons(now)
  const paid = samplePaid

  const write = sampleOfLesson(world)

  const booked = (title: string, money: LessonMoney, lesson = coming) => {
    const sample = write(lessonBookedKind, lesson, money)
    return [
      sample(title, confirmedForStudent(lesson, money)),
      sample(
        title,
        confirmedForCoach(
          {
            ...lesson,
            note: 'I slice my driver. My son comes along to watch.',
            answers: [{ question: 'What is your handicap?', answer: 'About 18' }],
          },
          money,
        ),
      ),
    ]
  }
  const cancelled = (title: string, facts: Partial<Cancelled>, at = now) => {
    const all: Cancelled = {
      by: 'student',
      refundCents: 0,
      refundedBeforeCents: 0,
      returnsCredit: false,
      money: paid,
      now: at,
      ...facts,
    }
    const sample = write(lessonCancelledKind, { ...coming, status: 'cancelled' }, all.money, at)
    return [sample(title, cancelledForStudent(coming, all)), sample(title, cancelledForCoach(coming, all))]
  }
  const moved = (title: string, by: 'student' | 'coach' | 'admin', money = paid) => {
    const lesson = by === 'student' ? coming : afterMoveByCoach(coming)
    const sample = write(lessonChangedKind, lesson, money)
    const { name: locationName, address: locationAddress } = lesson.location
    const fromPlace = { locationName, locationAddress, timeZone: lesson.zone }
    const news = { by, from: start - 2 * DAY, fromPlace, money }
    return [sample(title, movedFor('student', lesson, news)), sample(title, movedFor('coach', lesson, news))]
  }
  const refund = (title: string, cents: number, reason: RefundReason | null, timeIsTaken = false) =>
    write(
      refundKind,
      coming,
      paid,
    )(
      title,
      refundedForStudent(coming, {
        cents,
        why: refundReasonText(reason, timeIsTaken),
        paidCents: 8_500,
        now,
      }),
    )
  const cameBack = (title: string, retryAt: number | null) =>
    write(
      refundKind,
      coming,
      paid,
    )(title, refundReturnedForStudent(coming, { cents: 8_500, endedAs: 'failed', retryAt }))
  const full = { refundCents: 8_500, money: { ...samplePaid, shareCents: 0 } }
  const half = { refundCents: 4_250, money: { ...samplePaid, shareCents: 3_825 } }
  const bundle = moneyOfPackage(now, false)
  const endedPackage = { ...bundle, package: bundle.package && { ...bundle.package, isEnded: true } }
  const endedOwed = {
    ...endedPackage,
    package: endedPackage.package && { ...endedPackage.package, isBrought: true },
  }
  const owed = { ...bundle, shareCents: 0, package: bundle.package && { ...bundle.package, isBrought: true } }
  const reminder = (title: string, lead: string, before: number) => {
    const sample = write(lessonReminderKind, coming, paid, start - before)
    return [sample(title, fillInLesson(lessonReminderStudent, { lead }))]
  }
  const weeklyLessons = (money: LessonMoney) =>
    [0, 1, 2, 3].map((week) => ({
      lesson: { ...sampleLesson(start + week * 7 * DAY), series: { id: '', position: week + 1, lessons: 4 } },
      money,
    }))
  const weekly = (title: string, money: LessonMoney, late = 0) => {
    const lessons = weeklyLessons(money)
    const booked = lessons.slice(late)
    const [first] = booked
    if (!first) return []
    const sample = write(lessonBookedKind, first.lesson, money)
    const url = (as: 'student' | 'coach') => seriesCalendarUrl(env, first.lesson, as)
    return [
      sample(title, seriesConfirmedFor(booked, lessons.slice(0, late), url('student'))),
      sample(title, seriesConfirmedForCoach(booked, url('coach'))),
    ]
  }
  const restCancelled = (title: string, facts: Partial<RestCancelled>, money = paid) => {
    const all: RestCancelled = { by: 'student', refundCents: 0, creditsBack: 0, now, ...facts }
    const [first, ...others] = weeklyLessons({ ...money, shareCents: 0 })
    if (!first) return []
    const sample = write(lessonCancelledKind, { ...first.lesson, status: 'cancelled' }, money)
    const url = (as: 'student' | 'coach') => seriesCalendarUrl(env, first.lesson, as)
    return [
      sample(title, restCancelledFor([first, ...others], all, url('student'))),
      sample(title, restCancelledForCoach([first, ...others], all, url('coach'))),
    ]
  }
  const objectUntil = Date.parse(past.start) + HOUR + 14 * DAY
  const missed = (title: string, money: LessonMoney) =>
    write(noShowKind, past, money)(title, noShowForStudent(env.appUrl, past, { money, objectUntil }))

  return [
    {
      name: 'Booking',
      samples: [
        ...booked('Booked and paid', paid),
        ...booked('Booked for a child', paid, { ...coming, golfer: sampleGolfer }),
        ...booked('Booked with a package of five lessons', moneyOfPackage(now, true)),
        ...booked('A lesson of a package', bundle),
        ...booked('A lesson owed', owed),
        ...booked('A demo booking', demo),
        write(
          lessonBookedKind,
          coming,
          elsewhere,
        )('Entered by the coach, paid elsewhere', confirmedForStudent(coming, elsewhere)),
        write(
          lessonToPayKind,
          coming,
          paid,
        )('Entered by the coach, to be paid here', toPayForStudent(coming, now)),
        write(lessonToPayKind, past, paid)('Already taught, to be paid here', toPayForStudent(past, now)),
        ...paidAfterwards(paid).map((letter) =>
          write(lessonBookedKind, past, paid)('Already taught, paid', letter),
        ),
        write(
          lessonBookedKind,
          coming,
          elsewhere,
        )('Entered by the coach for an address', invitedForStudent(coming)),
        write(
          holdExpiredKind,
          coming,
          paid,
        )('The hold expired unpaid', fillInLesson(bookingExpiredStudent, {})),
        write(
          holdExpiredKind,
          coming,
          paid,
        )('The coach takes no lessons any more', fillInLesson(holdEndedStudent, { search_url: env.appUrl })),
        refund('Paid late: someone else has the time', 8_500, 'late_payment', true),
        refund('Paid late: the time was released', 8_500, 'late_payment'),
        refund('The discount was used before', 8_500, 'discount_used'),
      ],
    },
    {
      name: 'Cancellation and refund',
      samples: [
        ...cancelled('Cancelled by the student: full refund', full),
        ...cancelled('Cancelled by the student: 50% refund', half),
        ...cancelled('Cancelled by the student: nothing back', {}),
        ...cancelled('Cancelled by the coach, with a message', {
          ...full,
          by: 'coach',
          message: 'My daughter is ill. I am sorry!',
        }),
        ...cancelled('Cancelled by Greenside', { ...full, by: 'admin' }),
        ...cancelled('A lesson of a package, cancelled in time', {
          returnsCredit: true,
          money: { ...bundle, shareCents: 0 },
        }),
        ...cancelled('A lesson of a package, cancelled too late', { money: bundle }),
        ...cancelled('A lesson owed, of an ended package', { by: 'coach', money: endedOwed }),
        ...cancelled('Cancelled after half was refunded already', {
          refundedBeforeCents: 4_250,
          money: { ...samplePaid, shareCents: 3_825 },
        }),
        refund('A reported problem is settled with a part', 2_000, 'dispute'),
        refund('Support sends a part', 2_000, 'support'),
        write(
          refundKind,
          coming,
          half.money,
        )(
          'Support sends a part: to the coach',
          refundedForCoach(half.money, { cents: 4_250, fromCoachCents: 3_825 }),
        ),
        write(
          refundKind,
          coming,
          full.money,
        )(
          'Support sends all: to the coach',
          refundedForCoach(full.money, { cents: 8_500, fromCoachCents: 7_650 }),
        ),
        cameBack('The bank returns a refund: it is sent again', now + DAY),
        cameBack('The bank sends a refund back again and again', null),
      ],
    },
    {
      name: 'Weekly lessons',
      samples: [
        ...weekly('Booked and paid', paid),
        ...weekly('Two were paid too late', paid, 2),
        ...weekly('Booked from a package', bundle),
        ...weekly('All but one were paid too late', paid, 3),
        ...weekly('Lessons owed', owed),
        ...restCancelled('The rest cancelled by the student', { refundCents: 17_000 }),
        ...restCancelled('The rest cancelled by the coach', {
          by: 'coach',
          message: 'I am moving to Oregon. Thank you for a good summer!',
          refundCents: 34_000,
        }),
        ...restCancelled('The rest of an ended package', { by: 'coach', refundCents: 34_000 }, endedPackage),
      ],
    },
    {
      name: 'In question',
      samples: [false, true].flatMap((isOpen) => {
        const facts = { isOpen, lessons: 1 }
        const found = { lesson: { ...coming, studentId: '', instructorId: '' }, money: paid }
        const sample = write(lessonInQuestionKind, coming, paid)
        const title = isOpen ? 'The suspension is lifted' : 'The other person is suspended, lessons are kept'
        return [
          sample(title, inQuestionForStudent(found, facts)),
          sample(title, inQuestionForCoach(found, facts)),
        ]
      }),
    },
    {
      name: 'Another time',
      samples: [
        ...moved('Moved by the student', 'student'),
        ...moved('Moved by the coach', 'coach'),
        ...moved('Moved by Greenside', 'admin'),
        ...moved('Moved, paid to the coach', 'coach', elsewhere),
      ],
    },
    {
      name: 'Reminders',
      samples: [
        ...reminder('A day before', 'Coming up', 24 * HOUR),
        ...reminder('Two hours before', 'Soon', 2 * HOUR),
      ],
    },
    {
      name: 'After the lesson',
      samples: [
        write(
          reviewRequestKind,
          past,
          paid,
        )(
          'Taught: a review, please',
          reviewRequestForStudent(env.appUrl, past, {
            publishedAt: Date.parse(past.start) + HOUR + 14 * DAY,
            objectUntil,
            now,
          }),
        ),
        missed('The coach reports a missed lesson', paid),
        missed('The same, of a package', bundle),
        missed('The same, paid to the coach directly', elsewhere),
      ],
    },
  ]
}

/** A student whose coach moved the lesson may cancel for all of the price until it begins. */
const afterMoveByCoach = (lesson: Lesson): Lesson => ({
  ...lesson,
  movedByCoach: true,
  terms: { ...lesson.terms, deadlines: [{ until: lesson.start, percent: 100 }] },
})

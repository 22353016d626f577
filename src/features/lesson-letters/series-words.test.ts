import { expect, test } from 'vitest'
import { sampleLesson } from '#features/bookings/sample-lesson.ts'
import { people } from '#features/notifications/sample.ts'
import { DAY } from '#platform/duration.ts'
import type { LessonMoney } from './lesson-letter.ts'
import { restCancelledFor, type SeriesLesson } from './series-words.ts'

const start = Date.parse('2026-03-02T15:00:00Z')
const now = start - 7 * DAY
const partCents = 8_000
const ofEndedPackage: LessonMoney = {
  paidCents: 0,
  isDemo: false,
  shareCents: 0,
  package: { total: 10, left: 6, until: start, isEnded: true, isBoughtWithIt: false },
}

/** The sentence about money in the letter about two canceled weekly lessons. */
function refundLine(money: LessonMoney, refundCents: number): string | undefined {
  const lesson: SeriesLesson = { lesson: { ...sampleLesson(start), priceCents: partCents }, money }
  const cancelled = { by: 'coach', refundCents, creditsBack: 0, now } as const
  const letter = restCancelledFor([lesson, lesson], cancelled, 'https://golf.example/series.ics')
  return letter.complete({} as Parameters<typeof letter.complete>[0]).variables.refund_line
}

test.each([
  ['a card', { paidCents: 80_000, giftCents: 0 }, 'to your card. '],
  ['a gift card', { paidCents: 80_000, giftCents: 80_000 }, 'to your gift card. It is there now.'],
  ['both', { paidCents: 80_000, giftCents: 20_000 }, 'to your gift card and your card. '],
])('weekly lessons of an ended package that was paid by %s', (_, paid, where) => {
  const money = { ...ofEndedPackage, package: ofEndedPackage.package && { ...ofEndedPackage.package, paid } }
  expect(refundLine(money, 16_000)).toContain(`We refund $160 of the $160 for these lessons ${where}`)
})

test('weekly lessons of an ended package of lessons owed', () => {
  const { package: bundle } = ofEndedPackage
  const owed = { ...ofEndedPackage, package: bundle && { ...bundle, isBrought: true } }
  expect(refundLine(owed, 0)).toBe(
    `Nothing was paid here for these lessons, so nothing is refunded. The package has ended: whatever is owed is between you and ${people.coach}.`,
  )
})

test('weekly lessons with payments of their own', () => {
  const money = { ...ofEndedPackage, package: null, paidCents: 8_500, giftCents: 8_500 }
  expect(refundLine(money, 8_500)).toContain('We refund $85 of the $170 for these lessons to your gift card.')
})

test('the rest of weekly lessons that is one lesson', () => {
  const money = { ...ofEndedPackage, package: null, paidCents: 8_500, giftCents: 8_500 }
  const lesson: SeriesLesson = { lesson: sampleLesson(start), money }
  const cancelled = { by: 'student', refundCents: 8_500, creditsBack: 0, now } as const
  const letter = restCancelledFor([lesson], cancelled, 'https://golf.example/series.ics')
  const { variables } = letter.complete({} as Parameters<typeof letter.complete>[0])
  expect(variables.weekly_lessons).toBe('1 weekly lesson')
  expect(variables.refund_line).toContain('We refund $85 of the $85 for this lesson to your gift card.')
})

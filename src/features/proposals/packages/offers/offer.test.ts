import { expect, test } from 'vitest'
import { savingsOf } from './offer.ts'

const fiveHours = { lessons: 5, durationMinutes: 60, priceCents: 60_000 }
const coach = {
  hourlyRateCents: 8_500,
  groupLessons: { hourlyRateCents: 14_000, size: 4, isBookable: false },
  playingRateCents: 11_000,
}

test('a package saves what single lessons of its own type cost more', () => {
  expect(savingsOf({ ...fiveHours, priceCents: 40_000, lessonType: 'individual' }, coach)).toBe(2_500)
  expect(savingsOf({ ...fiveHours, lessonType: 'group' }, coach)).toBe(10_000)
  expect(savingsOf({ ...fiveHours, priceCents: 50_000, lessonType: 'playing' }, coach)).toBe(5_000)
  expect(savingsOf({ ...fiveHours, lessonType: 'playing' }, coach)).toBe(0)
})

test('a package of a type without a rate of its own saves nothing', () => {
  const cheap = { ...fiveHours, priceCents: 10_000 }
  const privateOnly = { ...coach, groupLessons: null, playingRateCents: null }
  for (const lessonType of ['group', 'playing', 'video'] as const)
    expect(savingsOf({ ...cheap, lessonType }, privateOnly), lessonType).toBe(0)
})

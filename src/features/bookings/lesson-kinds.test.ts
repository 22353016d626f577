import { expect, test } from 'vitest'
import { bookableKinds, isSinglePrivateLesson, kindLabel, type OfferedKinds } from './lesson-kinds.ts'

/** Maya Bennett: $85 an hour alone, $140 for a group of four, $120 on the course. */
const maya: OfferedKinds = {
  hourlyRateCents: 8_500,
  durations: [60, 90],
  groupLessons: { hourlyRateCents: 14_000, size: 4, isBookable: true },
  playingRateCents: 12_000,
  playingMinutes: 150,
}
const typesOf = (coach: OfferedKinds) => bookableKinds(coach).map(({ type }) => type)

test('a coach’s kinds have their own prices and lengths', () => {
  expect(bookableKinds(maya)).toEqual([
    { type: 'individual', hourlyRateCents: 8_500, durations: [60, 90], players: null },
    { type: 'group', hourlyRateCents: 14_000, durations: [60, 90], players: 4 },
    { type: 'playing', hourlyRateCents: 12_000, durations: [150], players: null },
  ])
  expect(bookableKinds(maya).map(kindLabel)).toEqual([
    'Private lesson',
    'Group of up to 4',
    'On the course, 2.5 hours',
  ])
})

test.each<[string, Partial<OfferedKinds>, string[]]>([
  ['teaches no groups', { groupLessons: null }, ['individual', 'playing']],
  [
    'teaches groups on request',
    { groupLessons: { hourlyRateCents: 14_000, size: 4, isBookable: false } },
    ['individual', 'playing'],
  ],
  ['does not teach on the course', { playingRateCents: null }, ['individual', 'group']],
  ['teaches on the course on request', { playingMinutes: null }, ['individual', 'group']],
])('a coach who %s', (_, change, types) => {
  expect(typesOf({ ...maya, ...change })).toEqual(types)
})

test('a private lesson of a usual length is told apart from other kinds and from lengths of packages', () => {
  const is = (lessonType: 'group' | 'playing' | undefined, durationMinutes: number) =>
    isSinglePrivateLesson(maya, { lessonType, durationMinutes })
  expect([is(undefined, 60), is(undefined, 90)]).toEqual([true, true])
  expect(is(undefined, 45)).toBe(false)
  expect([is('group', 60), is('playing', 150)]).toEqual([false, false])
})

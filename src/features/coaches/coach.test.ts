import { expect, test } from 'vitest'
import { coachLabel, fallbackCover, ratingLabel, replyLabel } from './coach.ts'

test.each([
  ['Maya Bennett', 'Coach Maya'],
  ['Coach Carter', 'Coach Carter'],
  ['coach carter', 'coach carter'],
  ['Coachella Jones', 'Coach Coachella'],
  ['  Ruth   Yazzie ', 'Coach Ruth'],
  ['', 'Coach'],
  [null, 'Coach'],
  [undefined, 'Coach'],
])('%s is shown as %s [row 20]', (name, label) => {
  expect(coachLabel(name)).toBe(label)
})

test('covers cycle through fifty by position in the results [row 47]', () => {
  expect([1, 2, 50, 51, 101].map(fallbackCover)).toEqual(
    [1, 2, 50, 1, 1].map((n) => `/art/covers/cover-${n}`),
  )
})

test('a rating has one decimal, and without reviews it is New [row 49]', () => {
  expect([ratingLabel(4.88, 12), ratingLabel(5, 1), ratingLabel(0, 0)]).toEqual(['4.9', '5.0', 'New'])
})

test.each([
  [null, null],
  [0, 'Usually answers within an hour'],
  [61, 'Usually answers within three hours'],
  [400, 'Usually answers within eight hours'],
  [1_440, 'Usually answers within a day'],
  [1_441, 'Usually answers within two days'],
  [3_000, null],
])('a reply time of %s minutes in words', (minutes, words) => {
  expect(replyLabel(minutes)).toBe(words)
})

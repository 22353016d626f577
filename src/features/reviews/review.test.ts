import { expect, test } from 'vitest'
import { isPublished, meanRating, opensAt, readableWords } from './review.ts'

test('the mean of counted stars has one decimal and is 0 when nobody wrote', () => {
  expect(
    meanRating([
      { stars: 5, count: 49 },
      { stars: 4, count: 5 },
    ]),
  ).toBe(4.9)
  expect(meanRating([])).toBe(0)
  expect(meanRating([{ stars: 5, count: 0 }])).toBe(0)
})

test('a review opens with the coach’s words, or two weeks after the lesson', () => {
  const lessonEnd = Date.parse('2026-11-26T15:30:00Z')
  expect(isPublished({ lessonEnd, hasNote: false }, opensAt(lessonEnd) - 1)).toBe(false)
  expect(isPublished({ lessonEnd, hasNote: false }, opensAt(lessonEnd))).toBe(true)
  expect(isPublished({ lessonEnd, hasNote: true }, lessonEnd)).toBe(true)
})

test('the coach reads a waiting review not even in part', () => {
  const words = { review: { isPublished: false, rating: 2 }, note: 'Practise' }
  expect(readableWords(words, 'coach')).toEqual({ review: null, note: 'Practise' })
  expect(readableWords(words, 'student').review?.rating).toBe(2)
})

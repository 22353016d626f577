import { describe, expect, test } from 'vitest'
import { opensAt } from '#features/bookings/review-window.ts'
import { isPublished, meanRating, readableWords } from './review.ts'

test('the average of counted stars has one decimal, and is 0 without reviews', () => {
  expect(
    meanRating([
      { stars: 5, count: 49 },
      { stars: 4, count: 5 },
    ]),
  ).toBe(4.9)
  expect(meanRating([])).toBe(0)
  expect(meanRating([{ stars: 5, count: 0 }])).toBe(0)
})

test('a review opens with the coach’s note, or two weeks after the lesson', () => {
  const lessonEnd = Date.parse('2026-11-26T15:30:00Z')
  expect(isPublished({ lessonEnd, hasNote: false }, opensAt(lessonEnd) - 1)).toBe(false)
  expect(isPublished({ lessonEnd, hasNote: false }, opensAt(lessonEnd))).toBe(true)
  expect(isPublished({ lessonEnd, hasNote: true }, lessonEnd)).toBe(true)
})

describe('neither side sees the other’s review first', () => {
  const lessonEnd = Date.parse('2026-11-26T15:30:00Z')
  const review = { isPublished: false, rating: 2 }

  test('the coach sees no part of a pending review', () => {
    const words = { review, note: null, lessonEnd }
    expect(readableWords(words, 'coach', lessonEnd)).toEqual({ review: null, note: null, isWaiting: true })
    expect(readableWords(words, 'student', lessonEnd)).toEqual({ review, note: null, isWaiting: false })
  })

  test('the student sees the coach’s note after reviewing, or two weeks after the lesson', () => {
    const note = 'Practice putting'
    const words = { review: null, note, lessonEnd }
    expect(readableWords(words, 'student', lessonEnd)).toEqual({ review: null, note: null, isWaiting: true })
    expect(readableWords(words, 'student', opensAt(lessonEnd) - 1).note).toBeNull()
    expect(readableWords(words, 'student', opensAt(lessonEnd))).toEqual({
      review: null,
      note,
      isWaiting: false,
    })
    expect(readableWords({ ...words, review }, 'student', lessonEnd).note).toBe(note)
    expect(readableWords(words, 'coach', lessonEnd).note, 'her own').toBe(note)
  })
})

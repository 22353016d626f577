import { opensAt } from '#features/bookings/review-window.ts'

/** Reviews and notes after a lesson, and when the other side may read them. Pure. */

/** Whether a review is public. */
export const isPublished = (lesson: { lessonEnd: number; hasNote: boolean }, now: number): boolean =>
  lesson.hasNote || now >= opensAt(lesson.lessonEnd)

/**
 * Returns the review and note of a lesson that a user may read: their own at once, the other side's once both
 * have written or two weeks have passed. `isWaiting`: the other side has written something that is still
 * hidden.
 * @param lesson.lessonEnd and now in milliseconds since 1970, UTC
 */
export function readableWords<Review extends { isPublished: boolean }>(
  lesson: { review: Review | null; note: string | null; lessonEnd: number },
  party: 'student' | 'coach' | 'admin',
  now: number,
): { review: Review | null; note: string | null; isWaiting: boolean } {
  const { review, note } = lesson
  const hidesReview = party === 'coach' && review !== null && !review.isPublished
  const hidesNote = party === 'student' && note !== null && !review && now < opensAt(lesson.lessonEnd)
  return {
    review: hidesReview ? null : review,
    note: hidesNote ? null : note,
    isWaiting: hidesReview || hidesNote,
  }
}

/** The labels of one to five stars, in order. */
export const starWords = ['Poor', 'Not great', 'All right', 'Good', 'Excellent'] as const

/** The average of ratings counted by stars, with one decimal; 0 when there are none. */
export function meanRating(counts: readonly { stars: number; count: number }[]): number {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const stars = counts.reduce((sum, each) => sum + each.stars * each.count, 0)
  return total === 0 ? 0 : Math.round((stars / total) * 10) / 10
}

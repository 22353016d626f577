/** What student and coach write after a lesson, and when the other side may read it. Pure. */

/** Neither side reads the other before both have written, or so many days after the lesson. */
export const HIDDEN_FOR_DAYS = 14

/** Nobody remembers a lesson well for longer. */
export const REVIEW_WITHIN_DAYS = 60

const DAY = 86_400_000

export type ReviewRefusal = 'not_completed' | 'too_late' | 'already_written'

/**
 * Why a lesson cannot be written about now; null when it can.
 * @param lesson.lessonEnd and now in milliseconds since 1970, UTC
 */
export function whyNotReview(
  lesson: { status: string; noShow: boolean; lessonEnd: number },
  now: number,
): Exclude<ReviewRefusal, 'already_written'> | null {
  if (lesson.status !== 'completed' || lesson.noShow) return 'not_completed'
  return now > reviewUntil(lesson.lessonEnd) ? 'too_late' : null
}

/** The last instant at which a lesson can be written about, and when a review opens by itself. Milliseconds UTC. */
export const reviewUntil = (lessonEnd: number) => lessonEnd + REVIEW_WITHIN_DAYS * DAY
export const opensAt = (lessonEnd: number) => lessonEnd + HIDDEN_FOR_DAYS * DAY

/** Whether others may read a review. */
export const isPublished = (lesson: { lessonEnd: number; hasNote: boolean }, now: number): boolean =>
  lesson.hasNote || now >= opensAt(lesson.lessonEnd)

/**
 * What of a lesson's words somebody may read: her own at once, the other side's once both have written or the two weeks
 * are over. `isWaiting`: the other side has written what she may not read yet.
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

export const reviewRefusalTexts: Record<ReviewRefusal, string> = {
  not_completed: 'Only a lesson that took place can be reviewed.',
  too_late: `Lessons are reviewed within ${REVIEW_WITHIN_DAYS} days.`,
  already_written: 'You have written about this lesson already.',
}

/** What one to five stars mean, in that order. */
export const starWords = ['Poor', 'Not great', 'All right', 'Good', 'Excellent'] as const

/** The mean of reviews counted by their stars, with one decimal; 0 when there are none. */
export function meanRating(counts: readonly { stars: number; count: number }[]): number {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const stars = counts.reduce((sum, each) => sum + each.stars * each.count, 0)
  return total === 0 ? 0 : Math.round((stars / total) * 10) / 10
}

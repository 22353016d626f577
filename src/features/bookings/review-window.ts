import { DAY } from '#platform/duration.ts'

/** When lessons may be reviewed or noted, and when reviews and notes are published. Pure. */

/** Reviews and notes stay hidden until both sides have written, or this many days after the lesson. */
export const HIDDEN_FOR_DAYS = 14

/** After this many days, memories of a lesson are no longer reliable. */
export const REVIEW_WITHIN_DAYS = 60

export type ReviewRefusal = 'not_completed' | 'too_late' | 'already_written'

/**
 * Why a lesson cannot be reviewed or noted now; null when it can.
 * @param lesson.lessonEnd and now in milliseconds since 1970, UTC
 */
export function whyNotReview(
  lesson: { status: string; noShow: boolean; lessonEnd: number },
  now: number,
): Exclude<ReviewRefusal, 'already_written'> | null {
  if (lesson.status !== 'completed' || lesson.noShow) return 'not_completed'
  return now > reviewUntil(lesson.lessonEnd) ? 'too_late' : null
}

/**
 * The last instant at which a lesson can be reviewed or noted, and when a review is published automatically.
 * Milliseconds UTC.
 */
export const reviewUntil = (lessonEnd: number) => lessonEnd + REVIEW_WITHIN_DAYS * DAY
export const opensAt = (lessonEnd: number) => lessonEnd + HIDDEN_FOR_DAYS * DAY

export const reviewRefusalTexts: Record<ReviewRefusal, string> = {
  not_completed: 'Only a lesson that took place can be reviewed.',
  too_late: `Lessons are reviewed within ${REVIEW_WITHIN_DAYS} days.`,
  already_written: 'You have written about this lesson already.',
}

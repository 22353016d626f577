/** When a lesson may be reviewed or noted, until when, and when reviews and notes open. Pure. */

const DAY = 86_400_000

/** Neither side reads the other before both have written, or so many days after the lesson. */
export const HIDDEN_FOR_DAYS = 14

/** Nobody remembers a lesson well for longer. */
export const REVIEW_WITHIN_DAYS = 60

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

export const reviewRefusalTexts: Record<ReviewRefusal, string> = {
  not_completed: 'Only a lesson that took place can be reviewed.',
  too_late: `Lessons are reviewed within ${REVIEW_WITHIN_DAYS} days.`,
  already_written: 'You have written about this lesson already.',
}

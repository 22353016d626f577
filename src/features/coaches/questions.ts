import type { Clock } from '#platform/clock.ts'
import type { ReviewOrder } from './coach.ts'
import type { CoachReview, RatingCounts } from './schema.ts'

/** What the profiles of coaches ask features above them, which answer through `app/answers.ts`. Types only. */
export interface CoachQuestions {
  /** Published reviews from booked lessons. */
  reviews_of_coach: {
    about: { coachId: string; limit: number; offset: number; order: ReviewOrder }
    answer: CoachReview[]
  }
  /** How many reviews of lessons paid here gave five stars, four, three, two and one. */
  ratings_of_coach: { about: { coachId: string }; answer: RatingCounts }
  /** The median time in which a coach answers students, in minutes; null from too few conversations. */
  reply_minutes: { about: { coachId: string; clock: Clock }; answer: number | null }
}

declare module '#platform/answers.ts' {
  interface Questions extends CoachQuestions {}
}

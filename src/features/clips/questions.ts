/** What clips ask features above them, which answer through `app/answers.ts`. Types only. */
export interface ClipQuestions {
  /** The coach and the golfer of a paid video review to which its student can still add videos; null for others. */
  review_to_fill: {
    about: { videoReviewId: string; studentId: string }
    answer: { instructorId: string; golferId: string | null } | null
  }
}

declare module '#platform/answers.ts' {
  interface Questions extends ClipQuestions {}
}

/** Queries that golfers delegates to features above it, which register their answers in `app/answers.ts`. Types only. */
export interface GolferQuestions {
  /** How many lessons a golfer of an account has, and how many of them are held or still to come. `now`: milliseconds since 1970, UTC. */
  lessons_of_golfer: {
    about: { accountId: string; golferId: string; now: number }
    answer: { all: number; coming: number }
  }
  /** How many video reviews a golfer has, and how many of them are at the checkout or paid and not answered. */
  video_reviews_of_golfer: { about: string; answer: { all: number; open: number } }
  /** Who plays in the lesson that a student booked last; null for the student, or when there is none. */
  last_golfer: { about: string; answer: string | null }
}

declare module '#platform/answers.ts' {
  interface Questions extends GolferQuestions {}
}

import type { DisputeStatus } from './problem-window.ts'

/** What bookings ask features above them, which answer through `app/answers.ts`. Types only. */
export interface LessonQuestions {
  /** What student and coach wrote about lessons, each where there is something. */
  words_of_lessons: {
    about: readonly string[]
    answer: { reviews: { bookingId: string; rating: number; isPublished: boolean }[]; notedIds: string[] }
  }
  /** The packages lessons were taken from. */
  packages_of_lessons: {
    about: readonly string[]
    answer: { bookingId: string; title: string; isOpen: boolean }[]
  }
  /** The coach's shares of lessons; `at`: when each went out or is due, milliseconds since 1970, UTC. */
  shares_of_lessons: {
    about: readonly string[]
    answer: { bookingId: string; status: 'held' | 'sending' | 'sent' | 'nothing_due'; at: number }[]
  }
  /** The one payment a package was paid with. */
  payment_of_package: { about: string; answer: string }
  /** Where the problems stand that students reported about lessons, each where there is one. */
  problems_of_lessons: { about: readonly string[]; answer: { bookingId: string; status: DisputeStatus }[] }
  /** When a package runs out, milliseconds since 1970, UTC. Its student takes lessons until then. */
  package_runs_out: { about: { packageId: string }; answer: number }
  /** Whether lessons can still go back to a package. */
  is_package_open: { about: { packageId: string }; answer: boolean }
}

declare module '#platform/answers.ts' {
  interface Questions extends LessonQuestions {}
}

import type { DisputeStatus } from './problem-window.ts'

/** The package a lesson was taken from. */
export interface PackageOfLesson {
  bookingId: string
  title: string
  isOpen: boolean
  lessonsTotal: number
  /** Lessons that can still be booked. */
  lessonsLeft: number
  /** When it expires, milliseconds since 1970, UTC. */
  expiresAt: number
  /** The package was paid together with this lesson. */
  isBoughtWithIt: boolean
}

/** What bookings ask features above them, which answer through `app/answers.ts`. Types only. */
export interface LessonQuestions {
  /** What student and coach wrote about lessons, each where there is something. */
  words_of_lessons: {
    about: readonly string[]
    answer: { reviews: { bookingId: string; rating: number; isPublished: boolean }[]; notedIds: string[] }
  }
  /** The packages lessons were taken from. */
  packages_of_lessons: { about: readonly string[]; answer: PackageOfLesson[] }
  /** The coach's shares of lessons; `at`: when each went out or is due, milliseconds since 1970, UTC. */
  shares_of_lessons: {
    about: readonly string[]
    answer: { bookingId: string; status: 'held' | 'sending' | 'sent' | 'nothing_due'; at: number }[]
  }
  /** The one payment a package was paid with. */
  payment_of_package: { about: string; answer: string }
  /** Where the problems stand that students reported about lessons, each where there is one. */
  problems_of_lessons: { about: readonly string[]; answer: { bookingId: string; status: DisputeStatus }[] }
  /** Whether a problem with a lesson waits for a decision, reported by its student or by a bank. */
  has_open_problem: { about: string; answer: boolean }
  /** When a package runs out, milliseconds since 1970, UTC. Its student takes lessons until then. */
  package_runs_out: { about: { packageId: string }; answer: number }
  /** Whether lessons can still go back to a package. */
  is_package_open: { about: { packageId: string }; answer: boolean }
}

declare module '#platform/answers.ts' {
  interface Questions extends LessonQuestions {}
}

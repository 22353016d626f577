import type { Cents } from '#platform/money.ts'
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
  /** The package was bought together with this lesson. */
  isBoughtWithIt: boolean
  /** The coach brought the lessons along and owes them: nothing was paid here. */
  isBrought: boolean
  /** What was paid for the package, in cents, and the part of it that gift cards paid. */
  paidCents: Cents
  giftCents: Cents
  /** The lesson was cancelled and can be taken again. */
  isReturned: boolean
}

/**
 * Queries that bookings delegates to features above it, which register their answers in `app/answers.ts`.
 * Types only.
 */
export interface LessonQuestions {
  /** Reviews and notes of lessons that have any. */
  words_of_lessons: {
    about: readonly string[]
    answer: { reviews: { bookingId: string; rating: number; isPublished: boolean }[]; notedIds: string[] }
  }
  /** The packages of lessons. */
  packages_of_lessons: { about: readonly string[]; answer: PackageOfLesson[] }
  /** The coach's shares of lessons; `at`: when each was paid out or is due, milliseconds since 1970, UTC. */
  shares_of_lessons: {
    about: readonly string[]
    answer: { bookingId: string; status: 'held' | 'sending' | 'sent' | 'nothing_due'; at: number }[]
  }
  /** The single payment of a package; null when nothing was paid here for it. */
  payment_of_package: { about: string; answer: string | null }
  /** The status of the problem a student reported, for each lesson that has one. */
  problems_of_lessons: { about: readonly string[]; answer: { bookingId: string; status: DisputeStatus }[] }
  /** Whether a problem with a lesson, reported by its student or a bank, is undecided. */
  has_open_problem: { about: string; answer: boolean }
  /** When a package expires, milliseconds since 1970, UTC. Its student can take lessons until then. */
  package_runs_out: { about: { packageId: string }; answer: number }
  /** Whether lessons can still be returned to a package. */
  is_package_open: { about: { packageId: string }; answer: boolean }
}

declare module '#platform/answers.ts' {
  interface Questions extends LessonQuestions {}
}

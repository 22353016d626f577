import { hasOpenProblem, listProblemsOfLessons, readTakenByBanks } from '#features/disputes/queries.ts'
import { listSharesOfLessons } from '#features/payouts/queries.ts'
import {
  countAgreedLessons,
  findAgreedLesson,
  hasPackageOf,
  isStillOffered,
} from '#features/proposals/agreed-lessons.ts'
import {
  findPaymentOfPackage,
  isPackageOpen,
  listPackagesOfLessons,
  listUnusedLessonsOfPackages,
  readPackageEnd,
} from '#features/proposals/packages/queries.ts'
import { listWordsOfLessons } from '#features/reviews/queries.ts'
import type { Answers } from '#platform/answers.ts'

/** Who answers what features below want to know: bookings and checkout know no proposal, package, payout or review. */
export const answers = {
  words_of_lessons: listWordsOfLessons,
  packages_of_lessons: listPackagesOfLessons,
  shares_of_lessons: listSharesOfLessons,
  problems_of_lessons: listProblemsOfLessons,
  has_open_problem: hasOpenProblem,
  unused_lessons_of_packages: listUnusedLessonsOfPackages,
  payment_of_package: findPaymentOfPackage,
  package_runs_out: readPackageEnd,
  is_package_open: isPackageOpen,
  taken_by_banks: readTakenByBanks,
  agreed_lesson: findAgreedLesson,
  lessons_agreed: countAgreedLessons,
  has_package: hasPackageOf,
  is_still_offered: isStillOffered,
} satisfies Answers

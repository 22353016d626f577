import { findContact, hasNoMailbox, listHoldersOfAddress } from '#features/accounts/queries.ts'
import { findSchedule, listLessonsAround, listNextOpenings } from '#features/bookings/coach-schedule.ts'
import { countLessonsOfGolfer, findLastGolfer, findLikelyZone } from '#features/bookings/queries.ts'
import { listClinicsAround } from '#features/clinics/dates-there.ts'
import {
  hasOpenProblem,
  listDisputeShares,
  listProblemsOfLessons,
  readAskedByBanks,
  readTakenByBanks,
} from '#features/disputes/queries.ts'
import { findReplyMinutes } from '#features/messages/reply-time.ts'
import { listEntriesAround } from '#features/other-calendars/queries.ts'
import { listSharesOfLessons } from '#features/payouts/queries.ts'
import {
  findAgreedLesson,
  findPolicyOfPackage,
  hasPackageOf,
  isStillOffered,
  readLessonsPaid,
} from '#features/proposals/agreed-lessons.ts'
import { findOfferOnSale } from '#features/proposals/packages/offers/queries.ts'
import {
  findPackageOfPayment,
  findPaymentOfPackage,
  isPackageOpen,
  listPackagePairs,
  listPackagesOfLessons,
  listUnusedLessonsOfPackages,
  readPackageEnd,
} from '#features/proposals/packages/queries.ts'
import { countRatings, listCoachReviews } from '#features/reviews/public-reviews.ts'
import { listWordsOfLessons } from '#features/reviews/queries.ts'
import { listInvitationPairs } from '#features/students/invitations/queries.ts'
import { countReviewsOfGolfer, findReviewToFill, listReviewPairs } from '#features/video-reviews/queries.ts'
import type { Answers } from '#platform/answers.ts'

/** Who answers what features below want to know: bookings and checkout know no proposal, package, payout or review. */
export const answers = {
  contact: findContact,
  has_no_mailbox: hasNoMailbox,
  holders_of_address: listHoldersOfAddress,
  lessons_of_golfer: countLessonsOfGolfer,
  video_reviews_of_golfer: countReviewsOfGolfer,
  last_golfer: findLastGolfer,
  likely_zone: findLikelyZone,
  coach_schedule: (db, { coachId, request }) => findSchedule(db, coachId, request),
  next_openings: (db, { instructorIds, now }) => listNextOpenings(db, instructorIds, now),
  lessons_on_dates: async (db, about) => {
    const there = [...(await listLessonsAround(db, about)), ...(await listClinicsAround(db, about))]
    return there.sort((one, other) => one.start - other.start)
  },
  calendar_entries_around: (db, { coachId, ...lesson }) => listEntriesAround(db, coachId, lesson),
  reviews_of_coach: (db, { coachId, ...page }) => listCoachReviews(db, coachId, page),
  ratings_of_coach: (db, { coachId }) => countRatings(db, coachId),
  reply_minutes: (db, { coachId, clock }) => findReplyMinutes(db, clock, coachId),
  words_of_lessons: listWordsOfLessons,
  packages_of_lessons: listPackagesOfLessons,
  shares_of_lessons: listSharesOfLessons,
  problems_of_lessons: listProblemsOfLessons,
  has_open_problem: hasOpenProblem,
  unused_lessons_of_packages: listUnusedLessonsOfPackages,
  payment_of_package: findPaymentOfPackage,
  package_of_payment: findPackageOfPayment,
  package_runs_out: readPackageEnd,
  is_package_open: isPackageOpen,
  taken_by_banks: readTakenByBanks,
  dispute_shares: listDisputeShares,
  asked_by_banks: readAskedByBanks,
  agreed_lesson: findAgreedLesson,
  package_on_sale: findOfferOnSale,
  lessons_paid: readLessonsPaid,
  has_package: hasPackageOf,
  policy_of_package: findPolicyOfPackage,
  package_pairs: listPackagePairs,
  video_review_pairs: listReviewPairs,
  invitation_pairs: listInvitationPairs,
  is_still_offered: isStillOffered,
  review_to_fill: findReviewToFill,
} satisfies Answers

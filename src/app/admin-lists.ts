import { userList } from '#features/accounts/admin-list.ts'
import { analyticsLists } from '#features/analytics/admin-lists.ts'
import { actingList, auditList } from '#features/back-office/audit-list.ts'
import { promoCodeList } from '#features/discounts/admin-list.ts'
import { disputeList } from '#features/disputes/admin-list.ts'
import { giftCardList } from '#features/gift-cards/admin-list.ts'
import { lessonList } from '#features/lessons/admin-list.ts'
import { quizList } from '#features/match-quiz/admin-list.ts'
import { emailLogList, smsLogList, suppressedAddressList } from '#features/message-logs/log-lists.ts'
import { messageList, messageReportList } from '#features/messages/moderation/admin-lists.ts'
import { failedItemList, failedJobList } from '#features/operations/job-list.ts'
import { certificateList, importedReviewList } from '#features/own-profile/requests/admin-lists.ts'
import { moneyFindingList, paymentList } from '#features/payouts/admin-lists.ts'
import { trialList } from '#features/prospects/admin-list.ts'
import { reviewPatternList } from '#features/reviews/patterns.ts'
import { instructorSaveList, matchSaveList } from '#features/saves/admin-lists.ts'
import { ticketList } from '#features/support/admin-list.ts'
import { videoReviewList } from '#features/video-reviews/admin-list.ts'
import { waitlistList } from '#features/waitlist/admin-list.ts'
import type { AdminList } from '#ports/services.ts'
import { jobKinds } from './worker.ts'

/** Every list of the back office, as the features declare them. */
export const adminLists: readonly AdminList[] = [
  userList,
  lessonList,
  auditList,
  actingList,
  promoCodeList,
  disputeList,
  quizList,
  emailLogList,
  smsLogList,
  suppressedAddressList,
  messageList,
  messageReportList,
  certificateList,
  importedReviewList,
  reviewPatternList,
  moneyFindingList,
  paymentList,
  giftCardList,
  videoReviewList,
  trialList,
  instructorSaveList,
  matchSaveList,
  ticketList,
  waitlistList,
  failedItemList,
  failedJobList(jobKinds.map(({ name }) => name)),
  ...analyticsLists,
]

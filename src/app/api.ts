import { accessTokensApi } from '#features/access-tokens/api.ts'
import { accountsApi } from '#features/accounts/api.ts'
import { analyticsApi } from '#features/analytics/api.ts'
import { assistantApi } from '#features/assistant/api.ts'
import { availabilityApi } from '#features/availability/api.ts'
import { backOfficeApi } from '#features/back-office/api.ts'
import { bookingsApi } from '#features/bookings/api.ts'
import { cancellationListApi } from '#features/cancellation-list/api.ts'
import { checkoutApi } from '#features/checkout/api.ts'
import { clinicsApi } from '#features/clinics/api.ts'
import { clipsApi } from '#features/clips/api.ts'
import { coachesApi } from '#features/coaches/api.ts'
import { contentApi } from '#features/content/api.ts'
import { dashboardApi } from '#features/dashboard/api.ts'
import { discountsApi } from '#features/discounts/api.ts'
import { disputesApi } from '#features/disputes/api.ts'
import { giftCardsApi } from '#features/gift-cards/api.ts'
import { golfersApi } from '#features/golfers/api.ts'
import { lessonsApi } from '#features/lessons/desk/api.ts'
import { marketingApi } from '#features/marketing/api.ts'
import { matchQuizApi } from '#features/match-quiz/api.ts'
import { quizFollowUpApi } from '#features/match-quiz/follow-up/api.ts'
import { membersApi } from '#features/members/api.ts'
import { messageLogsApi } from '#features/message-logs/api.ts'
import { messagesApi } from '#features/messages/api.ts'
import { notificationsApi } from '#features/notifications/api.ts'
import { onboardingApi } from '#features/onboarding/api.ts'
import { operationsApi } from '#features/operations/api.ts'
import { otherCalendarsApi } from '#features/other-calendars/api.ts'
import { ownProfileApi } from '#features/own-profile/api.ts'
import { paymentsApi } from '#features/payments/api.ts'
import { payoutsApi } from '#features/payouts/api.ts'
import { proposalsApi } from '#features/proposals/api.ts'
import { prospectsApi } from '#features/prospects/api.ts'
import { publicApi } from '#features/public-api/api.ts'
import { rainChecksApi } from '#features/rain-checks/api.ts'
import { reviewsApi } from '#features/reviews/api.ts'
import { savesApi } from '#features/saves/api.ts'
import { scheduleApi } from '#features/schedule/api.ts'
import { searchApi } from '#features/search/api.ts'
import { studentsApi } from '#features/students/api.ts'
import { supportApi } from '#features/support/api.ts'
import { tasksApi } from '#features/tasks/api.ts'
import { templatesApi } from '#features/templates/api.ts'
import { videoReviewsApi } from '#features/video-reviews/api.ts'
import { waitlistApi } from '#features/waitlist/api.ts'
import { webhooksApi } from '#features/webhooks/api.ts'
import { workspacesApi } from '#features/workspaces/api.ts'

/** All procedures. Each has a level on the access ladder; tests/api/access-matrix.test.ts checks every one. */
export const api = {
  accessTokens: accessTokensApi,
  accounts: accountsApi,
  analytics: analyticsApi,
  assistant: assistantApi,
  availability: availabilityApi,
  backOffice: backOfficeApi,
  bookings: bookingsApi,
  cancellationList: cancellationListApi,
  checkout: checkoutApi,
  clinics: clinicsApi,
  clips: clipsApi,
  coaches: coachesApi,
  dashboard: dashboardApi,
  discounts: discountsApi,
  disputes: disputesApi,
  content: contentApi,
  giftCards: giftCardsApi,
  golfers: golfersApi,
  lessons: lessonsApi,
  marketing: marketingApi,
  matchQuiz: matchQuizApi,
  members: membersApi,
  messageLogs: messageLogsApi,
  messages: messagesApi,
  notifications: notificationsApi,
  onboarding: onboardingApi,
  operations: operationsApi,
  otherCalendars: otherCalendarsApi,
  ownProfile: ownProfileApi,
  payments: paymentsApi,
  payouts: payoutsApi,
  proposals: proposalsApi,
  prospects: prospectsApi,
  quizFollowUp: quizFollowUpApi,
  rainChecks: rainChecksApi,
  reviews: reviewsApi,
  saves: savesApi,
  schedule: scheduleApi,
  search: searchApi,
  students: studentsApi,
  support: supportApi,
  tasks: tasksApi,
  templates: templatesApi,
  /** The public API at `/api/v1`: the same procedures, with uniform pagination. */
  v1: publicApi,
  videoReviews: videoReviewsApi,
  waitlist: waitlistApi,
  webhooks: webhooksApi,
  workspaces: workspacesApi,
}

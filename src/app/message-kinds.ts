import { accountKinds } from '#features/accounts/letters.ts'
import { assistantKinds } from '#features/assistant/letters.ts'
import { cancellationListKinds } from '#features/cancellation-list/letters.ts'
import { clinicKinds } from '#features/clinics/letters.ts'
import { clipKinds } from '#features/clips/letters.ts'
import { termsKinds } from '#features/content/terms/letters.ts'
import { disputeKinds } from '#features/disputes/letters.ts'
import { giftCardKinds } from '#features/gift-cards/letters.ts'
import { lessonKinds } from '#features/lesson-letters/notification-kinds.ts'
import { tomorrowsLessonsKind } from '#features/lesson-letters/tomorrow.ts'
import { quizFollowUpKinds } from '#features/match-quiz/follow-up/letters.ts'
import { matchQuizKinds } from '#features/match-quiz/letters.ts'
import { conversationKinds } from '#features/messages/letters.ts'
import { textingKinds } from '#features/notifications/letters.ts'
import { onboardingKinds } from '#features/onboarding/letters.ts'
import { otherCalendarKinds } from '#features/other-calendars/letters.ts'
import { ownProfileKinds } from '#features/own-profile/letters.ts'
import { payoutKinds } from '#features/payouts/letters.ts'
import { proposalKinds } from '#features/proposals/letters.ts'
import { prospectKinds } from '#features/prospects/letters.ts'
import { rainCheckKinds } from '#features/rain-checks/letters.ts'
import { reviewKinds } from '#features/reviews/letters.ts'
import { studentKinds } from '#features/students/letters.ts'
import { supportKinds } from '#features/support/letters.ts'
import { videoReviewKinds } from '#features/video-reviews/letters.ts'
import { webhookKinds } from '#features/webhooks/letters.ts'
import { workspaceKinds } from '#features/workspaces/letters.ts'
import type { MessageKind } from '#platform/message-kind.ts'

/** Every kind of message, as the features declare them, in the order in which the settings show those one can choose about. */
export const messageKinds: readonly MessageKind[] = [
  ...lessonKinds,
  tomorrowsLessonsKind,
  ...rainCheckKinds,
  ...clinicKinds,
  ...cancellationListKinds,
  ...reviewKinds,
  ...conversationKinds,
  ...workspaceKinds,
  ...clipKinds,
  ...videoReviewKinds,
  ...assistantKinds,
  ...proposalKinds,
  ...studentKinds,
  ...ownProfileKinds,
  ...payoutKinds,
  ...giftCardKinds,
  ...otherCalendarKinds,
  ...disputeKinds,
  ...supportKinds,
  ...accountKinds,
  ...onboardingKinds,
  ...matchQuizKinds,
  ...quizFollowUpKinds,
  ...prospectKinds,
  ...textingKinds,
  ...webhookKinds,
  ...termsKinds,
]

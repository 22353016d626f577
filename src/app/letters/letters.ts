import { accountLetters } from '#features/accounts/letters.ts'
import { assistantLetters } from '#features/assistant/letters.ts'
import { cancellationListLetters } from '#features/cancellation-list/letters.ts'
import { clinicLetters } from '#features/clinics/letters.ts'
import { clipLetters } from '#features/clips/letters.ts'
import { termsLetters } from '#features/content/terms/letters.ts'
import { disputeLetters } from '#features/disputes/letters.ts'
import { giftCardLetters } from '#features/gift-cards/letters.ts'
import { lessonLetters } from '#features/lesson-letters/letters.ts'
import { tomorrowsLessonsCoach } from '#features/lesson-letters/tomorrow.ts'
import { quizFollowUpLetters } from '#features/match-quiz/follow-up/letters.ts'
import { matchQuizLetters } from '#features/match-quiz/letters.ts'
import { messageLetters } from '#features/messages/letters.ts'
import { notificationLetters } from '#features/notifications/letters.ts'
import { onboardingLetters } from '#features/onboarding/letters.ts'
import { otherCalendarLetters } from '#features/other-calendars/letters.ts'
import { ownProfileLetters } from '#features/own-profile/letters.ts'
import { payoutLetters } from '#features/payouts/letters.ts'
import { proposalLetters } from '#features/proposals/letters.ts'
import { prospectLetters } from '#features/prospects/letters.ts'
import { rainCheckLetters } from '#features/rain-checks/letters.ts'
import { reviewLetters } from '#features/reviews/letters.ts'
import { studentLetters } from '#features/students/letters.ts'
import { supportLetters } from '#features/support/letters.ts'
import { videoReviewLetters } from '#features/video-reviews/letters.ts'
import { webhookLetters } from '#features/webhooks/letters.ts'
import { workspaceLetters } from '#features/workspaces/letters.ts'
import type { LetterTemplate } from '#platform/letter-template.ts'

/** Every letter and text the product can send, as the features declare them. Seeding copies them into the template tables. */
export const letters: readonly LetterTemplate[] = [
  ...lessonLetters,
  tomorrowsLessonsCoach,
  ...rainCheckLetters,
  ...clinicLetters,
  ...cancellationListLetters,
  ...disputeLetters,
  ...messageLetters,
  ...workspaceLetters,
  ...clipLetters,
  ...videoReviewLetters,
  ...assistantLetters,
  ...reviewLetters,
  ...ownProfileLetters,
  ...payoutLetters,
  ...giftCardLetters,
  ...otherCalendarLetters,
  ...accountLetters,
  ...onboardingLetters,
  ...proposalLetters,
  ...prospectLetters,
  ...matchQuizLetters,
  ...quizFollowUpLetters,
  ...studentLetters,
  ...supportLetters,
  ...notificationLetters,
  ...webhookLetters,
  ...termsLetters,
]

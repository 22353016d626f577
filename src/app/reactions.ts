import { askAssistant } from '#features/assistant/question-queue.ts'
import { takeOverLessons } from '#features/bookings/invited-lessons.ts'
import { cancelLessonsOfSuspended } from '#features/bookings/suspended-accounts.ts'
import {
  offerCancelledTime,
  offerExpiredToNext,
  offerMovedTime,
  settleTaken,
  takeOverFreedTimes,
} from '#features/cancellation-list/freed-time-offers.ts'
import { settleBookedSeat } from '#features/cancellation-list/seats/commands.ts'
import { endHoldsOfSuspended, scheduleHoldExpiry } from '#features/checkout/hold-expiry.ts'
import { applyPayment } from '#features/checkout/payment-events.ts'
import { refundCancelled } from '#features/checkout/refunds.ts'
import { endClinicsOfClosing, endClinicsOfSuspended } from '#features/clinics/ending.ts'
import { closeCardDispute, openCardDispute, takeOverDisputes } from '#features/disputes/commands.ts'
import { drawGift, returnGift, spendGift } from '#features/gift-cards/draws.ts'
import {
  notifyCancelled,
  notifyCompleted,
  notifyConfirmed,
  notifyHoldExpired,
  notifyMoved,
  notifyRefund,
  notifyRefundCameBack,
  notifyRefundSentAgain,
} from '#features/lesson-letters/emails.ts'
import { notifySeatsCancelled, notifySeatsConfirmed } from '#features/lesson-letters/seats.ts'
import { notifySeriesCancelled, notifySeriesConfirmed } from '#features/lesson-letters/series.ts'
import {
  notifyOfKeptLessons,
  notifyThatLessonsTakePlace,
} from '#features/lesson-letters/unavailable-people.ts'
import { followDeclined, followEmailChange } from '#features/marketing/unsubscribe-crm.ts'
import { notifyReader } from '#features/messages/digests/commands.ts'
import { followClinicInGoogle } from '#features/other-calendars/google/clinics.ts'
import { followAfterSuspension, followInGoogle } from '#features/other-calendars/google/lessons.ts'
import { answerRecordedCheck } from '#features/own-profile/requests/commands.ts'
import { clawBackOverpaid } from '#features/payouts/clawback.ts'
import { requestAccountRefresh } from '#features/payouts/payout-account.ts'
import { schedulePayout, sendAfterSuspension } from '#features/payouts/payout-schedule.ts'
import { endPackagesOfClosing } from '#features/proposals/packages/closing.ts'
import { endPackagesOfSuspended, extendAfterSuspension } from '#features/proposals/packages/commands.ts'
import { returnCredit } from '#features/proposals/packages/credits.ts'
import { holdPackage } from '#features/proposals/packages/offers/commands.ts'
import { openPackage } from '#features/proposals/packages/opening.ts'
import { recordPackageRefund } from '#features/proposals/packages/refunds.ts'
import { withdrawProposalsOf } from '#features/proposals/unavailable-people.ts'
import { settleCancelled, settleMoved, takeOverRainChecks } from '#features/rain-checks/commands.ts'
import { refundReviewsOf } from '#features/video-reviews/due.ts'
import {
  announceCancellation,
  announceCompletion,
  announceConfirmation,
  announceMove,
  announceRefund,
  announceVideoReview,
} from '#features/webhooks/webhook-events.ts'
import type { Reactions } from '#platform/reactions.ts'
import type { TransactionServices } from '#ports/services.ts'

/** What follows from what: everything that runs when something happens to a lesson, its money or a conversation, in this order. */
export const reactions = {
  account_suspended: [
    endHoldsOfSuspended,
    withdrawProposalsOf,
    cancelLessonsOfSuspended,
    notifyOfKeptLessons,
    endPackagesOfSuspended,
    endClinicsOfSuspended,
    refundReviewsOf,
  ],
  suspension_lifted: [
    extendAfterSuspension,
    sendAfterSuspension,
    followAfterSuspension,
    notifyThatLessonsTakePlace,
  ],
  invited_student_accepted: [takeOverLessons, takeOverDisputes, takeOverRainChecks, takeOverFreedTimes],
  email_changed: [followEmailChange],
  account_closing: [withdrawProposalsOf, endPackagesOfClosing, endClinicsOfClosing, refundReviewsOf],
  time_held: [scheduleHoldExpiry],
  package_held: [holdPackage],
  hold_expired: [offerExpiredToNext, notifyHoldExpired],
  lesson_confirmed: [
    openPackage,
    notifyConfirmed,
    settleTaken,
    settleBookedSeat,
    followInGoogle,
    announceConfirmation,
  ],
  lesson_moved: [settleMoved, notifyMoved, offerMovedTime, followInGoogle, announceMove],
  lesson_details_changed: [followInGoogle],
  lesson_cancelled: [
    settleCancelled,
    refundCancelled,
    returnCredit,
    schedulePayout,
    notifyCancelled,
    offerCancelledTime,
    followInGoogle,
    announceCancellation,
  ],
  series_confirmed: [notifySeriesConfirmed],
  series_cancelled: [notifySeriesCancelled],
  seats_confirmed: [notifySeatsConfirmed],
  seats_cancelled: [notifySeatsCancelled],
  clinic_changed: [followClinicInGoogle],
  lesson_completed: [schedulePayout, notifyCompleted, announceCompletion],
  gift_asked: [drawGift],
  gift_spent: [spendGift],
  gift_returned: [returnGift],
  refund_owed: [clawBackOverpaid],
  refund_recorded: [announceRefund],
  refund_sent: [notifyRefund],
  refund_came_back: [notifyRefundCameBack],
  refund_sent_again: [notifyRefundSentAgain],
  video_review_changed: [announceVideoReview],
  payout_account_changed: [requestAccountRefresh],
  package_refunded: [recordPackageRefund],
  payment_heard: [applyPayment],
  payment_disputed: [openCardDispute],
  payment_dispute_closed: [closeCardDispute],
  credential_recorded: [answerRecordedCheck],
  emails_declined: [followDeclined],
  message_sent: [notifyReader, askAssistant],
} satisfies Reactions<TransactionServices>

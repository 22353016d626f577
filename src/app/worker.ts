import { mailLink } from '#features/accounts/links/commands.ts'
import { sendAccountLink } from '#features/accounts/links/jobs.ts'
import { answerMessage, sweepQuestions } from '#features/assistant/commands.ts'
import { answerMessageJob, sweepQuestionsJob } from '#features/assistant/jobs.ts'
import { measureDrives, measureDrivesJob } from '#features/availability/jobs.ts'
import { completeDueLessons } from '#features/bookings/completion/commands.ts'
import { completeLessonsJob } from '#features/bookings/jobs.ts'
import { announceOffer, passOnFreedTimes } from '#features/cancellation-list/commands.ts'
import { announceOfferJob, passOnFreedTimesJob } from '#features/cancellation-list/jobs.ts'
import { expireHold, sweepHolds } from '#features/checkout/hold-expiry.ts'
import {
  expireHoldJob,
  reconcileOlderPaymentsJob,
  reconcilePaymentsJob,
  refundPaymentJob,
  sweepHoldsJob,
} from '#features/checkout/jobs.ts'
import { REFUNDABLE_DAYS, reconcilePayments } from '#features/checkout/reconciliation.ts'
import { refundPayment } from '#features/checkout/refunds.ts'
import { sweepClipUploads } from '#features/clips/commands.ts'
import { tellOfClips } from '#features/clips/emails.ts'
import { sweepClipUploadsJob, tellOfClipsJob } from '#features/clips/jobs.ts'
import { locatePlaces, locatePlacesJob } from '#features/coaches/locating.ts'
import { tellOfTermsJob } from '#features/content/terms/jobs.ts'
import { tellOfTerms } from '#features/content/terms/telling.ts'
import { tellOfDecision } from '#features/disputes/desk/commands.ts'
import { tellOfDecisionJob } from '#features/disputes/jobs.ts'
import { remindOfLessonsJob, tellOfTomorrowJob } from '#features/lesson-letters/jobs.ts'
import { remindOfLessons } from '#features/lesson-letters/reminders.ts'
import { tellOfTomorrow } from '#features/lesson-letters/tomorrow.ts'
import { leaveCrmJob } from '#features/marketing/jobs.ts'
import { leaveCrm } from '#features/marketing/unsubscribing.ts'
import { sendDueFollowUps } from '#features/match-quiz/follow-up/commands.ts'
import { quizFollowUpsJob } from '#features/match-quiz/follow-up/jobs.ts'
import { cleanAttachments } from '#features/messages/attachments/commands.ts'
import { cleanAttachmentsJob } from '#features/messages/attachments/jobs.ts'
import { notifyOfMessage, sendDigest } from '#features/messages/digests/commands.ts'
import { sendMessageDigest, sendMessageNotification } from '#features/messages/digests/jobs.ts'
import { deliverEmail, deliverSms } from '#features/notifications/delivery.ts'
import { sendPush, sendTemplatedEmail, sendTemplatedSms } from '#features/notifications/jobs.ts'
import { deliverPush } from '#features/notifications/push.ts'
import { giveBackAccess } from '#features/other-calendars/google/access.ts'
import { writeLessons } from '#features/other-calendars/google/lessons.ts'
import { readCalendarJob, readCalendarsJob, writeLessonsJob } from '#features/other-calendars/jobs.ts'
import { readCalendar, sendDueReadings } from '#features/other-calendars/reading.ts'
import { cleanDocumentsJob } from '#features/own-profile/jobs.ts'
import { cleanDocuments } from '#features/own-profile/pictures/commands.ts'
import { deliverLocalEventsJob } from '#features/payments/jobs.ts'
import { clawBack } from '#features/payouts/clawback.ts'
import {
  clawBackJob,
  readPayoutAccountJob,
  releasePayoutsJob,
  rereadAccountsJob,
} from '#features/payouts/jobs.ts'
import { refreshAccount, rereadAccounts } from '#features/payouts/payout-account.ts'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import { lookAfterPackages, lookAfterProposals } from '#features/proposals/expiry.ts'
import { lookAfterPackagesJob, lookAfterProposalsJob } from '#features/proposals/jobs.ts'
import { keepHouse } from '#features/retention/commands.ts'
import { forgetOldRowsJob } from '#features/retention/jobs.ts'
import { publishDueReviews } from '#features/reviews/commands.ts'
import { publishReviewsJob } from '#features/reviews/jobs.ts'
import { tellOfTicketStatusJob } from '#features/support/jobs.ts'
import { tellOfStatus } from '#features/support/status-news.ts'
import { deliverWebhook } from '#features/webhooks/delivery.ts'
import { deliverWebhookJob } from '#features/webhooks/jobs.ts'
import { cleanDrillPictures } from '#features/workspaces/drill-picture-files.ts'
import { cleanDrillPicturesJob, tellWorkspaceNews } from '#features/workspaces/jobs.ts'
import { tellNews } from '#features/workspaces/news.ts'
import type { Services } from '#ports/services.ts'

/** Every kind of job there is, so that all can be sent from any process. */
export const jobKinds = [
  expireHoldJob,
  sweepHoldsJob,
  refundPaymentJob,
  completeLessonsJob,
  reconcilePaymentsJob,
  reconcileOlderPaymentsJob,
  releasePayoutsJob,
  readPayoutAccountJob,
  rereadAccountsJob,
  clawBackJob,
  publishReviewsJob,
  lookAfterProposalsJob,
  lookAfterPackagesJob,
  sendTemplatedEmail,
  sendTemplatedSms,
  sendPush,
  sendMessageNotification,
  sendMessageDigest,
  tellWorkspaceNews,
  cleanAttachmentsJob,
  locatePlacesJob,
  measureDrivesJob,
  announceOfferJob,
  passOnFreedTimesJob,
  remindOfLessonsJob,
  tellOfTomorrowJob,
  sendAccountLink,
  deliverLocalEventsJob,
  answerMessageJob,
  sweepQuestionsJob,
  forgetOldRowsJob,
  quizFollowUpsJob,
  tellOfTermsJob,
  readCalendarsJob,
  readCalendarJob,
  writeLessonsJob,
  sweepClipUploadsJob,
  tellOfClipsJob,
  cleanDocumentsJob,
  cleanDrillPicturesJob,
  leaveCrmJob,
  deliverWebhookJob,
  tellOfTicketStatusJob,
  tellOfDecisionJob,
]

/** Binds every job to what it does, in this process. */
export async function startWorker(services: Services): Promise<void> {
  const { jobs } = services
  await jobs.handle(expireHoldJob, async ({ bookingId }) => void (await expireHold(services, bookingId)))
  await jobs.handle(sweepHoldsJob, async () => void (await sweepHolds(services)))
  await jobs.handle(refundPaymentJob, async ({ bookingId }) => {
    await refundPayment(services, bookingId)
    if (services.localCheckouts) await jobs.send(services.db, deliverLocalEventsJob, {})
  })
  await jobs.handle(completeLessonsJob, async () => void (await completeDueLessons(services)))
  await jobs.handle(reconcilePaymentsJob, async () => void (await reconcilePayments(services)))
  await jobs.handle(
    reconcileOlderPaymentsJob,
    async () => void (await reconcilePayments(services, { days: REFUNDABLE_DAYS })),
  )
  await jobs.handle(releasePayoutsJob, async () => void (await releaseDuePayouts(services)))
  await jobs.handle(readPayoutAccountJob, async ({ accountId }) => {
    await refreshAccount(services, accountId)
  })
  await jobs.handle(rereadAccountsJob, async () => void (await rereadAccounts(services)))
  await jobs.handle(clawBackJob, ({ bookingId }) => clawBack(services, bookingId))
  await jobs.handle(publishReviewsJob, async () => void (await publishDueReviews(services)))
  await jobs.handle(lookAfterProposalsJob, async () => void (await lookAfterProposals(services)))
  await jobs.handle(lookAfterPackagesJob, async () => void (await lookAfterPackages(services)))
  await jobs.handle(cleanAttachmentsJob, async () => void (await cleanAttachments(services)))
  await jobs.handle(announceOfferJob, ({ offerId }) => announceOffer(services, offerId))
  await jobs.handle(passOnFreedTimesJob, async () => void (await passOnFreedTimes(services)))
  await jobs.handle(locatePlacesJob, async () => void (await locatePlaces(services)))
  await jobs.handle(measureDrivesJob, async () => void (await measureDrives(services)))
  await jobs.handle(sendTemplatedEmail, (message) => deliverEmail(services, message))
  await jobs.handle(sendTemplatedSms, (message) => deliverSms(services, message))
  await jobs.handle(sendPush, (push) => deliverPush(services, push))
  await jobs.handle(
    sendMessageNotification,
    async ({ messageId }) => void (await notifyOfMessage(services, messageId)),
  )
  await jobs.handle(sendMessageDigest, async (pair) => void (await sendDigest(services, pair)))
  await jobs.handle(tellWorkspaceNews, async (news) => void (await tellNews(services, news)))
  await jobs.handle(remindOfLessonsJob, async () => void (await remindOfLessons(services)))
  await jobs.handle(tellOfTomorrowJob, async () => void (await tellOfTomorrow(services)))
  await jobs.handle(sendAccountLink, (request) => mailLink(services, request))
  await jobs.handle(answerMessageJob, ({ messageId }) => answerMessage(services, messageId))
  await jobs.handle(sweepQuestionsJob, async () => void (await sweepQuestions(services)))
  await jobs.handle(forgetOldRowsJob, () => keepHouse(services))
  await jobs.handle(readCalendarsJob, async () => {
    await sendDueReadings(services)
    await giveBackAccess(services)
  })
  await jobs.handle(writeLessonsJob, ({ coachId }) => writeLessons(services, coachId))
  await jobs.handle(tellOfTermsJob, async () => void (await tellOfTerms(services)))
  await jobs.handle(quizFollowUpsJob, async () => void (await sendDueFollowUps(services)))
  await jobs.handle(readCalendarJob, ({ calendarId }) => readCalendar(services, calendarId))
  await jobs.handle(sweepClipUploadsJob, async () => void (await sweepClipUploads(services)))
  await jobs.handle(tellOfClipsJob, async (what) => void (await tellOfClips(services, what)))
  await jobs.handle(cleanDocumentsJob, async () => void (await cleanDocuments(services)))
  await jobs.handle(cleanDrillPicturesJob, async () => void (await cleanDrillPictures(services)))
  await jobs.handle(leaveCrmJob, (who) => leaveCrm(services, who))
  await jobs.handle(tellOfDecisionJob, (decision) => tellOfDecision(services, decision))
  await jobs.handle(tellOfTicketStatusJob, (change) => tellOfStatus(services, change))
  await jobs.handle(deliverWebhookJob, ({ deliveryId }) => deliverWebhook(services, deliveryId))
  const { localCheckouts } = services
  if (localCheckouts)
    await jobs.handle(deliverLocalEventsJob, async () => void (await localCheckouts.deliverEvents()))
}

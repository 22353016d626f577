import { mailLink } from '#features/accounts/links/commands.ts'
import { sendAccountLink } from '#features/accounts/links/jobs.ts'
import { recordMarketDay, updateMarketCoaches } from '#features/analytics/market/commands.ts'
import {
  recordMarketDayJob,
  updateMarketCoachesJob,
  updateMarketJob,
} from '#features/analytics/market/jobs.ts'
import { updateMarket } from '#features/analytics/market/updates.ts'
import { answerMessage, sweepQuestions } from '#features/assistant/commands.ts'
import { answerMessageJob, sweepQuestionsJob } from '#features/assistant/jobs.ts'
import { measureDrives, measureDrivesJob } from '#features/availability/jobs.ts'
import { completeDueLessons } from '#features/bookings/completion/commands.ts'
import { addUpRevenueJob, completeLessonsJob } from '#features/bookings/jobs.ts'
import { addUpRevenue } from '#features/bookings/revenue.ts'
import { announceOffer, offerFreedTimes } from '#features/cancellation-list/commands.ts'
import { announceOfferJob, offerFreedTimesJob, tellOfFreeSeatsJob } from '#features/cancellation-list/jobs.ts'
import { tellOfFreeSeats } from '#features/cancellation-list/seats/commands.ts'
import { expireHold, sweepHolds } from '#features/checkout/hold-expiry.ts'
import {
  expireHoldJob,
  reconcileOlderPaymentsJob,
  reconcilePaymentsJob,
  refundPaymentJob,
  refundSaleJob,
  sweepHoldsJob,
} from '#features/checkout/jobs.ts'
import { REFUNDABLE_DAYS, reconcilePayments } from '#features/checkout/reconciliation.ts'
import { refundPayment, sendRefunds } from '#features/checkout/refunds.ts'
import { settleClinics } from '#features/clinics/ending.ts'
import { settleClinicsJob } from '#features/clinics/jobs.ts'
import { sweepClipUploads } from '#features/clips/commands.ts'
import { sendClipNews } from '#features/clips/emails.ts'
import { clipNewsJob, sweepClipUploadsJob } from '#features/clips/jobs.ts'
import { locatePlaces, locatePlacesJob } from '#features/coaches/locate-places.ts'
import { sendTermsNoticesJob } from '#features/content/terms/jobs.ts'
import { sendTermsNotices } from '#features/content/terms/mailing.ts'
import { sendDecision } from '#features/disputes/desk/commands.ts'
import { sendDecisionJob } from '#features/disputes/jobs.ts'
import { deliverGiftCards, endGiftCheckouts } from '#features/gift-cards/commands.ts'
import { deliverGiftCardsJob } from '#features/gift-cards/jobs.ts'
import { remindOfLessonsJob, sendTomorrowOverviewsJob } from '#features/lesson-letters/jobs.ts'
import { remindOfLessons } from '#features/lesson-letters/reminders.ts'
import { sendTomorrowOverviews } from '#features/lesson-letters/tomorrow.ts'
import { unsubscribeFromCrmJob } from '#features/marketing/jobs.ts'
import { unsubscribeFromCrm } from '#features/marketing/unsubscribe-crm.ts'
import { sendDueFollowUps } from '#features/match-quiz/follow-up/commands.ts'
import { quizFollowUpsJob } from '#features/match-quiz/follow-up/jobs.ts'
import { cleanAttachments } from '#features/messages/attachments/commands.ts'
import { cleanAttachmentsJob } from '#features/messages/attachments/jobs.ts'
import { notifyOfMessage, sendDigest } from '#features/messages/digests/commands.ts'
import { sendMessageDigest, sendMessageNotification } from '#features/messages/digests/jobs.ts'
import { deliverEmail, deliverSms } from '#features/notifications/delivery.ts'
import { sendPush, sendTemplatedEmail, sendTemplatedSms } from '#features/notifications/jobs.ts'
import { deliverPush } from '#features/notifications/push.ts'
import { revokeQueuedTokens } from '#features/other-calendars/google/access.ts'
import { writeLessons } from '#features/other-calendars/google/lessons.ts'
import { readCalendarJob, readCalendarsJob, writeLessonsJob } from '#features/other-calendars/jobs.ts'
import { readCalendar, sendDueReadings } from '#features/other-calendars/reading.ts'
import { cleanDocumentsJob } from '#features/own-profile/jobs.ts'
import { cleanDocuments } from '#features/own-profile/pictures/commands.ts'
import { deliverLocalEventsJob } from '#features/payments/jobs.ts'
import { deleteEndedCustomers } from '#features/payments/saved-cards/commands.ts'
import { deleteCustomersJob } from '#features/payments/saved-cards/jobs.ts'
import { takeBack } from '#features/payouts/clawback.ts'
import {
  clawBackJob,
  readPayoutAccountJob,
  releasePayoutsJob,
  rereadAccountsJob,
} from '#features/payouts/jobs.ts'
import { refreshAccount, rereadAccounts } from '#features/payouts/payout-account.ts'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import { processDuePackages, processDueProposals } from '#features/proposals/due-proposals.ts'
import { duePackagesJob, dueProposalsJob } from '#features/proposals/jobs.ts'
import { refundCalledOff } from '#features/rain-checks/commands.ts'
import { checkForecasts } from '#features/rain-checks/forecasts.ts'
import { checkForecastsJob, refundCalledOffJob } from '#features/rain-checks/jobs.ts'
import { runRetention } from '#features/retention/commands.ts'
import { retentionJob } from '#features/retention/jobs.ts'
import { publishDueReviews } from '#features/reviews/commands.ts'
import { findReviewPatternsJob, publishReviewsJob } from '#features/reviews/jobs.ts'
import { findReviewPatterns } from '#features/reviews/patterns.ts'
import { rebuildOpenStartsJob } from '#features/search/open-times/jobs.ts'
import { rebuildChanged, rebuildOutdated, rebuildWhenAnnounced } from '#features/search/open-times/rebuild.ts'
import { sendBroughtLetters } from '#features/students/bring/sending.ts'
import { sendBroughtLettersJob } from '#features/students/jobs.ts'
import { sendTicketStatusJob } from '#features/support/jobs.ts'
import { sendTicketStatus } from '#features/support/status-notices.ts'
import { processDueReviews } from '#features/video-reviews/due.ts'
import { dueReviewsJob } from '#features/video-reviews/jobs.ts'
import { deliverWebhook } from '#features/webhooks/delivery.ts'
import { deliverWebhookJob } from '#features/webhooks/jobs.ts'
import { cleanDrillPictures } from '#features/workspaces/drill-picture-files.ts'
import { cleanDrillPicturesJob, deleteRemovedItemsJob, workspaceNewsJob } from '#features/workspaces/jobs.ts'
import { sendWorkspaceNews } from '#features/workspaces/news.ts'
import { deleteRemovedItems } from '#features/workspaces/removed-items.ts'
import type { JobKind } from '#platform/jobs.ts'
import type { Services } from '#ports/services.ts'

/** One kind of job, and how this process starts to run it. */
interface RegisteredJob {
  kind: Omit<JobKind<object>, 'payload'>
  start(services: Services): Promise<void>
}

/** Registers a kind of job with the function that runs it. */
const job = <T extends object>(
  kind: JobKind<T>,
  run: (services: Services, payload: T) => Promise<unknown>,
): RegisteredJob => ({
  kind,
  start: (services) =>
    services.jobs.handle(kind, async (payload) => {
      await run(services, payload)
    }),
})

/** All background jobs. */
const registered: readonly RegisteredJob[] = [
  job(expireHoldJob, (services, { bookingId }) => expireHold(services, bookingId)),
  job(sweepHoldsJob, (services) => sweepHolds(services)),
  job(deliverGiftCardsJob, async (services) => {
    await deliverGiftCards(services)
    await endGiftCheckouts(services)
  }),
  job(refundSaleJob, async (services, of) => {
    await sendRefunds(services, of)
    if (services.localCheckouts) await services.jobs.send(services.db, deliverLocalEventsJob, {})
  }),
  job(refundPaymentJob, async (services, { bookingId }) => {
    await refundPayment(services, bookingId)
    if (services.localCheckouts) await services.jobs.send(services.db, deliverLocalEventsJob, {})
  }),
  job(deliverLocalEventsJob, async ({ localCheckouts }) => await localCheckouts?.deliverEvents()),
  job(deleteCustomersJob, (services) => deleteEndedCustomers(services)),
  job(checkForecastsJob, (services) => checkForecasts(services)),
  job(refundCalledOffJob, (services) => refundCalledOff(services)),
  job(completeLessonsJob, (services) => completeDueLessons(services)),
  job(addUpRevenueJob, async ({ db }) => {
    await addUpRevenue(db)
  }),
  job(reconcilePaymentsJob, (services) => reconcilePayments(services)),
  job(reconcileOlderPaymentsJob, (services) => reconcilePayments(services, { days: REFUNDABLE_DAYS })),
  job(releasePayoutsJob, (services) => releaseDuePayouts(services)),
  job(readPayoutAccountJob, (services, { accountId }) => refreshAccount(services, accountId)),
  job(rereadAccountsJob, (services) => rereadAccounts(services)),
  job(clawBackJob, takeBack),
  job(publishReviewsJob, (services) => publishDueReviews(services)),
  job(findReviewPatternsJob, ({ db }) => findReviewPatterns(db)),
  job(settleClinicsJob, (services) => settleClinics(services)),
  job(dueProposalsJob, (services) => processDueProposals(services)),
  job(duePackagesJob, (services) => processDuePackages(services)),
  job(sendTemplatedEmail, deliverEmail),
  job(sendTemplatedSms, deliverSms),
  job(sendPush, deliverPush),
  job(sendMessageNotification, (services, { messageId }) => notifyOfMessage(services, messageId)),
  job(sendMessageDigest, sendDigest),
  job(workspaceNewsJob, sendWorkspaceNews),
  job(cleanAttachmentsJob, (services) => cleanAttachments(services)),
  job(locatePlacesJob, (services) => locatePlaces(services)),
  job(measureDrivesJob, (services) => measureDrives(services)),
  job(rebuildOpenStartsJob, async (services) => {
    await rebuildChanged(services)
    await rebuildOutdated(services)
  }),
  job(recordMarketDayJob, ({ db, clock }) => recordMarketDay(db, clock.now())),
  job(updateMarketJob, async (services) => {
    await updateMarket(services)
  }),
  job(updateMarketCoachesJob, ({ db }) => updateMarketCoaches(db)),
  job(announceOfferJob, (services, { offerId }) => announceOffer(services, offerId)),
  job(offerFreedTimesJob, (services) => offerFreedTimes(services)),
  job(tellOfFreeSeatsJob, (services) => tellOfFreeSeats(services)),
  job(remindOfLessonsJob, (services) => remindOfLessons(services)),
  job(sendTomorrowOverviewsJob, (services) => sendTomorrowOverviews(services)),
  job(sendAccountLink, mailLink),
  job(answerMessageJob, (services, { messageId }) => answerMessage(services, messageId)),
  job(sweepQuestionsJob, (services) => sweepQuestions(services)),
  job(retentionJob, (services) => runRetention(services)),
  job(quizFollowUpsJob, (services) => sendDueFollowUps(services)),
  job(sendTermsNoticesJob, (services) => sendTermsNotices(services)),
  job(readCalendarsJob, async (services) => {
    await sendDueReadings(services)
    await revokeQueuedTokens(services)
  }),
  job(readCalendarJob, (services, { calendarId }) => readCalendar(services, calendarId)),
  job(writeLessonsJob, (services, { coachId }) => writeLessons(services, coachId)),
  job(sweepClipUploadsJob, (services) => sweepClipUploads(services)),
  job(clipNewsJob, sendClipNews),
  job(dueReviewsJob, async (services) => {
    await processDueReviews(services)
  }),
  job(cleanDocumentsJob, (services) => cleanDocuments(services)),
  job(cleanDrillPicturesJob, (services) => cleanDrillPictures(services)),
  job(deleteRemovedItemsJob, (services) => deleteRemovedItems(services)),
  job(unsubscribeFromCrmJob, unsubscribeFromCrm),
  job(deliverWebhookJob, (services, { deliveryId }) => deliverWebhook(services, deliveryId)),
  job(sendBroughtLettersJob, (services) => sendBroughtLetters(services)),
  job(sendTicketStatusJob, sendTicketStatus),
  job(sendDecisionJob, sendDecision),
]

/** All kinds of jobs, so that every process can send them. */
export const jobKinds = registered.map(({ kind }) => kind)

/** Starts to run all jobs in this process. */
export async function startWorker(services: Services): Promise<void> {
  // The local processor's events exist only in a demo.
  for (const { kind, start } of registered)
    if (kind.name !== deliverLocalEventsJob.name || services.localCheckouts) await start(services)
  rebuildWhenAnnounced(services)
}

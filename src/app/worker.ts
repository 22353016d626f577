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
  job(refundPaymentJob, async (services, { bookingId }) => {
    await refundPayment(services, bookingId)
    if (services.localCheckouts) await services.jobs.send(services.db, deliverLocalEventsJob, {})
  }),
  job(deliverLocalEventsJob, async ({ localCheckouts }) => await localCheckouts?.deliverEvents()),
  job(completeLessonsJob, (services) => completeDueLessons(services)),
  job(reconcilePaymentsJob, (services) => reconcilePayments(services)),
  job(reconcileOlderPaymentsJob, (services) => reconcilePayments(services, { days: REFUNDABLE_DAYS })),
  job(releasePayoutsJob, (services) => releaseDuePayouts(services)),
  job(readPayoutAccountJob, (services, { accountId }) => refreshAccount(services, accountId)),
  job(rereadAccountsJob, (services) => rereadAccounts(services)),
  job(clawBackJob, (services, { bookingId }) => clawBack(services, bookingId)),
  job(publishReviewsJob, (services) => publishDueReviews(services)),
  job(lookAfterProposalsJob, (services) => lookAfterProposals(services)),
  job(lookAfterPackagesJob, (services) => lookAfterPackages(services)),
  job(sendTemplatedEmail, deliverEmail),
  job(sendTemplatedSms, deliverSms),
  job(sendPush, deliverPush),
  job(sendMessageNotification, (services, { messageId }) => notifyOfMessage(services, messageId)),
  job(sendMessageDigest, sendDigest),
  job(tellWorkspaceNews, tellNews),
  job(cleanAttachmentsJob, (services) => cleanAttachments(services)),
  job(locatePlacesJob, (services) => locatePlaces(services)),
  job(measureDrivesJob, (services) => measureDrives(services)),
  job(announceOfferJob, (services, { offerId }) => announceOffer(services, offerId)),
  job(passOnFreedTimesJob, (services) => passOnFreedTimes(services)),
  job(remindOfLessonsJob, (services) => remindOfLessons(services)),
  job(tellOfTomorrowJob, (services) => tellOfTomorrow(services)),
  job(sendAccountLink, mailLink),
  job(answerMessageJob, (services, { messageId }) => answerMessage(services, messageId)),
  job(sweepQuestionsJob, (services) => sweepQuestions(services)),
  job(forgetOldRowsJob, (services) => keepHouse(services)),
  job(quizFollowUpsJob, (services) => sendDueFollowUps(services)),
  job(tellOfTermsJob, (services) => tellOfTerms(services)),
  job(readCalendarsJob, async (services) => {
    await sendDueReadings(services)
    await giveBackAccess(services)
  }),
  job(readCalendarJob, (services, { calendarId }) => readCalendar(services, calendarId)),
  job(writeLessonsJob, (services, { coachId }) => writeLessons(services, coachId)),
  job(sweepClipUploadsJob, (services) => sweepClipUploads(services)),
  job(tellOfClipsJob, tellOfClips),
  job(cleanDocumentsJob, (services) => cleanDocuments(services)),
  job(cleanDrillPicturesJob, (services) => cleanDrillPictures(services)),
  job(leaveCrmJob, leaveCrm),
  job(deliverWebhookJob, (services, { deliveryId }) => deliverWebhook(services, deliveryId)),
  job(tellOfTicketStatusJob, tellOfStatus),
  job(tellOfDecisionJob, tellOfDecision),
]

/** All kinds of jobs, so that every process can send them. */
export const jobKinds = registered.map(({ kind }) => kind)

/** Starts to run all jobs in this process. */
export async function startWorker(services: Services): Promise<void> {
  // The local processor's events exist only in a demo.
  for (const { kind, start } of registered)
    if (kind.name !== deliverLocalEventsJob.name || services.localCheckouts) await start(services)
}

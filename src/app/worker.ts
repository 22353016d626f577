import { mailLink } from '#features/accounts/links/commands.ts'
import { sendAccountLink } from '#features/accounts/links/jobs.ts'
import { expireHold, sweepHolds } from '#features/bookings/expiry/commands.ts'
import { expireHoldJob, refundPaymentJob, sweepHoldsJob } from '#features/bookings/jobs.ts'
import { refundPayment } from '#features/bookings/refund/commands.ts'
import { deliverEmail, deliverSms } from '#features/notifications/commands.ts'
import { sendTemplatedEmail, sendTemplatedSms } from '#features/notifications/jobs.ts'
import { deliverLocalEventsJob } from '#features/payments/jobs.ts'
import type { Services } from '#ports/services.ts'

/** Every kind of job there is, so that all can be sent from any process. */
export const jobKinds = [
  expireHoldJob,
  sweepHoldsJob,
  refundPaymentJob,
  sendTemplatedEmail,
  sendTemplatedSms,
  sendAccountLink,
  deliverLocalEventsJob,
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
  await jobs.handle(sendTemplatedEmail, (message) => deliverEmail(services, message))
  await jobs.handle(sendTemplatedSms, (message) => deliverSms(services, message))
  await jobs.handle(sendAccountLink, (request) => mailLink(services, request))
  const { localCheckouts } = services
  if (localCheckouts)
    await jobs.handle(deliverLocalEventsJob, async () => void (await localCheckouts.deliverEvents()))
}

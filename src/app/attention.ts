import { lessonsOfSuspended } from '#features/bookings/attention.ts'
import { manyDiscounts } from '#features/discounts/attention.ts'
import { disputesToSettle } from '#features/disputes/attention.ts'
import { reportedMessages } from '#features/messages/attention.ts'
import { failedJobs, itemsNotDone } from '#features/operations/attention.ts'
import { restingVendors } from '#features/operations/vendors.ts'
import { certificatesToCheck, reviewsToApprove } from '#features/own-profile/attention.ts'
import { refundsWithErrors } from '#features/payments/attention.ts'
import { accountsNotReady, payoutsOfSuspended, payoutsWithErrors } from '#features/payouts/attention.ts'
import { trialRequests } from '#features/prospects/attention.ts'
import { unusualReviews } from '#features/reviews/attention.ts'
import { openTickets } from '#features/support/attention.ts'
import type { AttentionSource } from '#ports/services.ts'

/** The features' sources of items that need an admin's attention, most urgent first. */
export const attentionSources: readonly AttentionSource[] = [
  restingVendors,
  disputesToSettle,
  payoutsWithErrors,
  lessonsOfSuspended,
  payoutsOfSuspended,
  refundsWithErrors,
  reportedMessages,
  openTickets,
  certificatesToCheck,
  reviewsToApprove,
  unusualReviews,
  trialRequests,
  failedJobs,
  itemsNotDone,
  accountsNotReady,
  manyDiscounts,
]

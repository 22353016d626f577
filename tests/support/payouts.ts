import { takeBack } from '#features/payouts/clawback.ts'
import { type ReleaseOutcome, releaseShare } from '#features/payouts/release.ts'
import type { Services } from '#ports/services.ts'

/** Sends the coach's share of a lesson. */
export const releasePayout = (services: Services, bookingId: string): Promise<ReleaseOutcome> =>
  releaseShare(services, { bookingId, packageId: null })

/** Makes the due reversals of a lesson. */
export const clawBack = (services: Services, bookingId: string): Promise<void> =>
  takeBack(services, { bookingId })

import { coachShare, platformFee } from '#features/ledger/fee.ts'
import type { Lines } from '#features/ledger/ledger.ts'
import type { Cents } from '#platform/money.ts'

/** How the money of a package moves between accounts; every transaction sums to nothing. Pure. */

/** A package was paid: what a single lesson's payment had split is put together and waits until lessons are booked from it. */
export const packageOpenedLines = (priceCents: Cents): Lines => ({
  coach_held: coachShare(priceCents),
  platform_fee: platformFee(priceCents),
  package_held: -priceCents,
})

/** A lesson of it was booked: its part is split as if it had been paid by itself. */
export const creditUsedLines = (valueCents: Cents): Lines => ({
  package_held: valueCents,
  coach_held: -coachShare(valueCents),
  platform_fee: -platformFee(valueCents),
})

/** That lesson was cancelled in time: its part waits again. */
export const creditReturnedLines = (valueCents: Cents): Lines => ({
  package_held: -valueCents,
  coach_held: coachShare(valueCents),
  platform_fee: platformFee(valueCents),
})

/**
 * The package ended with lessons untaken. The refund is owed to the student; of what is kept the platform has its fee, and
 * the coach's share stays in the package's account until it is sent. What the student already has of the refund was paid by the
 * platform, which gets it now.
 */
export const packageEndedLines = ({
  refundCents,
  setOffCents,
  keptCents,
}: {
  refundCents: Cents
  setOffCents: Cents
  keptCents: Cents
}): Lines => ({
  package_held: refundCents + setOffCents + platformFee(keptCents),
  refunds_due: -refundCents,
  platform_fee: -platformFee(keptCents) - setOffCents,
})

import { coachShare, platformFee } from '#features/ledger/fee.ts'
import type { Lines } from '#features/ledger/ledger.ts'
import type { Cents } from '#platform/money.ts'

/** The ledger lines of packages; each transaction sums to zero. Pure. */

/**
 * A package was paid: reverses the split of a single lesson's payment and holds the amount until lessons are
 * booked from the package.
 */
export const packageOpenedLines = (priceCents: Cents): Lines => ({
  coach_held: coachShare(priceCents),
  platform_fee: platformFee(priceCents),
  package_held: -priceCents,
})

/** A lesson was booked from the package: its part is split like an individually paid lesson. */
export const creditUsedLines = (valueCents: Cents): Lines => ({
  package_held: valueCents,
  coach_held: -coachShare(valueCents),
  platform_fee: -platformFee(valueCents),
})

/** That lesson was cancelled in time: its part is held again. */
export const creditReturnedLines = (valueCents: Cents): Lines => ({
  package_held: -valueCents,
  coach_held: coachShare(valueCents),
  platform_fee: platformFee(valueCents),
})

/**
 * The package ended with unused lessons. The refund is owed to the student; of the rest, the platform gets
 * its fee, and the coach's share stays in the package's account until it is paid out. Any part of the refund
 * that the platform had already paid is returned to the platform.
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

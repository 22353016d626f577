const HOUR = 3_600_000

/** The coach's share goes out so long after a lesson was completed. */
export const PAID_OUT_AFTER_HOURS = 24

/** When the share of a lesson is due. @param earnedAt milliseconds since 1970, UTC, as is the answer */
export const payoutDueAt = (earnedAt: number) => earnedAt + PAID_OUT_AFTER_HOURS * HOUR

/** A coach's share of one lesson on its way: held until it is due, then sent once. */
export const payoutStatuses = ['held', 'sending', 'sent', 'nothing_due'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** The whole life of a share. */
export const payoutLifecycle = [
  { on: 'complete_lesson', by: ['coach', 'system'], from: null, to: 'held' },
  { on: 'nothing_left', by: ['system'], from: 'held', to: 'nothing_due' },
  { on: 'send', by: ['system'], from: 'held', to: 'sending' },
  { on: 'transferred', by: ['processor'], from: 'sending', to: 'sent' },
] as const satisfies { on: string; by: string[]; from: PayoutStatus | null; to: PayoutStatus }[]

/** Why a share is still held, for the coach to read. */
export const holdReasons = ['not_due', 'problem_reported', 'no_account'] as const
export type HoldReason = (typeof holdReasons)[number]

/**
 * What keeps a share from being sent now; null when nothing does.
 * @param payout.dueAt and now in milliseconds since 1970, UTC
 */
export function whyHeld(
  payout: { dueAt: number; hasOpenProblem: boolean; hasActiveAccount: boolean },
  now: number,
): HoldReason | null {
  if (payout.hasOpenProblem) return 'problem_reported'
  if (!payout.hasActiveAccount) return 'no_account'
  return now < payout.dueAt ? 'not_due' : null
}

/** How many shares a page lists. */
export const PAYOUTS_PER_PAGE = 50

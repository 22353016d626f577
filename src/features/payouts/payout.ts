import { HOUR } from '#platform/duration.ts'

/** The coach's share is sent this long after a lesson was completed. */
export const PAID_OUT_AFTER_HOURS = 24

/**
 * When the share of a lesson is due.
 * @param earnedAt milliseconds since 1970, UTC
 * @returns milliseconds since 1970, UTC
 */
export const payoutDueAt = (earnedAt: number) => earnedAt + PAID_OUT_AFTER_HOURS * HOUR

/** The statuses of a coach's share of one lesson: held until it is due, then sent once. */
export const payoutStatuses = ['held', 'sending', 'sent', 'nothing_due'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** The lifecycle of a share. */
export const payoutLifecycle = [
  { on: 'complete_lesson', by: ['coach', 'system'], from: null, to: 'held' },
  { on: 'nothing_left', by: ['system'], from: 'held', to: 'nothing_due' },
  { on: 'send', by: ['system'], from: 'held', to: 'sending' },
  // The account can no longer be paid: the share is held until it can.
  { on: 'refuse', by: ['processor'], from: 'sending', to: 'held' },
  { on: 'transferred', by: ['processor'], from: 'sending', to: 'sent' },
] as const satisfies { on: string; by: string[]; from: PayoutStatus | null; to: PayoutStatus }[]

/**
 * `pending` until the processor has all required information; `restricted` when it stops payouts to an active
 * account.
 */
export const payoutAccountStatuses = ['pending', 'active', 'restricted'] as const
export type PayoutAccountStatus = (typeof payoutAccountStatuses)[number]

/** The lifecycle of a coach's payout account. */
export const payoutAccountLifecycle = [
  { on: 'connect', by: ['coach'], from: null, to: 'pending' },
  { on: 'can_be_paid', by: ['processor'], from: 'pending', to: 'active' },
  { on: 'reject', by: ['processor'], from: 'pending', to: 'restricted' },
  { on: 'restrict', by: ['processor'], from: 'active', to: 'restricted' },
  { on: 'lift', by: ['processor'], from: 'restricted', to: 'active' },
] as const satisfies {
  on: string
  by: string[]
  from: PayoutAccountStatus | null
  to: PayoutAccountStatus
}[]

/** What blocks payouts to a coach; null when nothing does. */
export const accountBlocks = ['questions', 'review', 'rejected'] as const

/** Why a share is still held, shown to the coach. */
export const holdReasons = [
  'not_due',
  'suspended',
  'problem_reported',
  'no_account',
  'account_restricted',
] as const
export type HoldReason = (typeof holdReasons)[number]

/**
 * Returns what keeps a share from being sent now; null when nothing does.
 * @param payout.dueAt and now in milliseconds since 1970, UTC
 */
export function whyHeld(
  payout: {
    dueAt: number
    isSuspended: boolean
    hasOpenProblem: boolean
    account: PayoutAccountStatus | null
  },
  now: number,
): HoldReason | null {
  if (payout.isSuspended) return 'suspended'
  if (payout.hasOpenProblem) return 'problem_reported'
  if (payout.account === 'restricted') return 'account_restricted'
  if (payout.account !== 'active') return 'no_account'
  return now < payout.dueAt ? 'not_due' : null
}

/** The number of shares on a page. */
export const PAYOUTS_PER_PAGE = 50

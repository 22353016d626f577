import { DAY, HOUR } from '#platform/duration.ts'

/**
 * Video reviews: a golfer sends swing videos and a question, and the coach answers within the promised hours. Pure; the browser
 * and the server use the same functions.
 */

/** What payments of video reviews are called in `payments.kind`. */
export const VIDEO_REVIEW = 'video_review'

/** How many reviews are listed at once. */
export const REVIEWS_AT_ONCE = 200

/** The hours that a coach can promise. */
export const promisedHours = [24, 48, 72, 120] as const

/** `pending`: at the checkout; `unpaid`: the checkout ended; `paid`: waits for the videos; `asked`: waits for the answer. */
export const reviewStatuses = ['pending', 'unpaid', 'paid', 'asked', 'answered', 'refunded'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** The lifecycle of a video review. */
export const videoReviewLifecycle = [
  { on: 'buy', by: ['student'], from: null, to: 'pending' },
  { on: 'pay', by: ['processor'], from: 'pending', to: 'paid' },
  { on: 'leave_checkout', by: ['system'], from: 'pending', to: 'unpaid' },
  { on: 'pay_late', by: ['processor'], from: 'unpaid', to: 'paid' },
  { on: 'refuse_payment', by: ['system'], from: 'pending', to: 'refunded' },
  { on: 'refuse_payment', by: ['system'], from: 'unpaid', to: 'refunded' },
  { on: 'send_videos', by: ['student'], from: 'paid', to: 'asked' },
  { on: 'cancel', by: ['student', 'coach', 'admin', 'system'], from: 'paid', to: 'refunded' },
  { on: 'answer', by: ['coach'], from: 'asked', to: 'answered' },
  { on: 'decline', by: ['coach'], from: 'asked', to: 'refunded' },
  { on: 'refund', by: ['admin'], from: 'asked', to: 'refunded' },
  { on: 'pass_due', by: ['system'], from: 'asked', to: 'refunded' },
] as const satisfies { on: string; by: string[]; from: ReviewStatus | null; to: ReviewStatus }[]

/** Why a review was refunded. */
export const endReasons = [
  'canceled',
  'declined',
  'overdue',
  'not_sent',
  'closed',
  'late_payment',
  'support',
] as const
export type EndReason = (typeof endReasons)[number]

export const reviewLimits = {
  clips: 5,
  question: 2_000,
  answer: 10_000,
  decline: 500,
  /** Reviews of one student that are paid and not answered, and that are at the checkout. */
  open: 10,
  atCheckout: 3,
} as const

/** A checkout is open this long. */
export const CHECKOUT_MINUTES = 30

/** A review is refunded when its videos were not sent this long after the payment. */
export const SEND_WITHIN_DAYS = 30

/** The coach is reminded this long before the answer is due. */
export const REMINDED_BEFORE = 8 * HOUR

/**
 * When an answer is due.
 * @param askedAt milliseconds since 1970, UTC
 */
export const answerDueAt = (askedAt: number, hours: number): number => askedAt + hours * HOUR

/** Whether the coach can still answer. Times in milliseconds since 1970, UTC. */
export const isInTime = (dueAt: number, now: number): boolean => now < dueAt

/** Until when the videos can be sent. Times in milliseconds since 1970, UTC. */
export const sendUntil = (paidAt: number): number => paidAt + SEND_WITHIN_DAYS * DAY

/** The promise as students read it: `within 48 hours`. */
export const promiseText = (hours: number): string =>
  hours === 120 ? 'within 5 days' : hours === 72 ? 'within 3 days' : `within ${hours} hours`

/** The terms, as they are shown before the payment and at the checkout. */
export const reviewTerms = (hours: number): string =>
  `Full refund until you send your videos, and automatically when there is no answer ${promiseText(hours)} after you sent them.`

/** The time left in words: `1 day 4 hours`, `35 minutes`. Times in milliseconds since 1970, UTC. */
export function timeLeft(dueAt: number, now: number): string {
  const minutes = Math.max(0, Math.floor((dueAt - now) / 60_000))
  const count = (n: number, what: string) => (n === 0 ? '' : `${n} ${what}${n === 1 ? '' : 's'}`)
  const days = Math.floor(minutes / 1_440)
  const hours = Math.floor((minutes % 1_440) / 60)
  if (days > 0) return [count(days, 'day'), count(hours, 'hour')].filter(Boolean).join(' ')
  if (hours > 0) return [count(hours, 'hour'), count(minutes % 60, 'minute')].filter(Boolean).join(' ')
  return minutes === 0 ? 'less than a minute' : count(minutes, 'minute')
}

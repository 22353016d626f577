import type { CancellationPolicy } from '#features/coaches/coach.ts'
import { HOUR } from '#platform/duration.ts'
import { type Cents, proportion } from '#platform/money.ts'
import { formatMoment, toIso } from '#platform/time.ts'
import type { BookingParty, BookingStatus } from '../booking.ts'
import type { PresentedTerms } from './schema.ts'

/**
 * Refunds for cancelled lessons. Pure; the browser previews refunds with the same functions the server uses.
 */

/**
 * The policy of coaches who have not chosen one: a compromise between the interests of students and coaches.
 */
export const DEFAULT_POLICY = 'standard' satisfies CancellationPolicy

interface Tier {
  /**
   * Applies to cancellations at least this many hours before the start. Elapsed hours, unaffected by clock
   * changes.
   */
  hoursBefore: number
  refundPercent: number
}

/** Best tier first; after the last one there is no refund. */
const tiers: Record<CancellationPolicy, readonly Tier[]> = {
  flexible: [{ hoursBefore: 24, refundPercent: 100 }],
  standard: [
    { hoursBefore: 48, refundPercent: 100 },
    { hoursBefore: 24, refundPercent: 50 },
  ],
  strict: [
    { hoursBefore: 7 * 24, refundPercent: 100 },
    { hoursBefore: 48, refundPercent: 50 },
  ],
}

/** The policy in words, used on the profile, at checkout and in the lesson. */
export const policyText = (policy: CancellationPolicy): string =>
  termsText(
    tiers[policy].map(({ hoursBefore, refundPercent: percent }) => ({
      percent,
      until: `${hoursBefore > 48 ? `${hoursBefore / 24} days` : `${hoursBefore} hours`} before the lesson`,
    })),
  )

/**
 * `Free cancellation until …. 50% refund until …; no refund after that.` Shared by relative and dated terms.
 */
const termsText = (shares: readonly { percent: number; until: string }[]): string =>
  `${shares.map(({ percent, until }) => `${shareName(percent)} until ${until}`).join('. ')}; no refund after that.`

/** The fields of a lesson that determine its refund. */
export interface LessonTerms {
  status: BookingStatus
  cancellationPolicy: CancellationPolicy
  /** The maximum refund percentage left after the student moved the lesson. */
  refundCeilingPercent: number
  /** The coach changed the time, so the student may cancel for a full refund. */
  movedByCoach: boolean
  /** The coach is suspended, so the student may cancel for a full refund. */
  coachUnavailable?: boolean
  /** Since when the weather lets the student cancel for a full refund; null or omitted when it does not. */
  weatherSince?: number | null
  /** When the coach called the lesson off because of the weather; null or omitted while it takes place. */
  calledOffAt?: number | null
  /** Milliseconds since 1970, UTC. */
  lessonStart: number
}

export type CancelParty = Extract<BookingParty, 'student' | 'coach' | 'admin'>

/**
 * The percentage of the price refunded when the lesson is cancelled now.
 * @param now milliseconds since 1970, UTC
 */
export function refundPercent(terms: LessonTerms, party: CancelParty, now: number): number {
  if (party !== 'student' || isFree(terms)) return 100
  const left = terms.lessonStart - now
  const tier = tiers[terms.cancellationPolicy].find(({ hoursBefore }) => left >= hoursBefore * HOUR)
  return Math.min(tier?.refundPercent ?? 0, terms.refundCeilingPercent)
}

/**
 * The refund in cents, with half a cent rounded in the student's favor.
 * @param paid the amount paid and the amount already refunded
 */
export function refundFor(
  terms: LessonTerms,
  paid: { amountCents: Cents; refundedCents: Cents },
  party: CancelParty,
  now: number,
): { refundCents: Cents; keptCents: Cents; percent: number } {
  const percent = refundPercent(terms, party, now)
  const refundCents = Math.max(0, proportion(paid.amountCents, percent, 100) - paid.refundedCents)
  return { refundCents, keptCents: paid.amountCents - paid.refundedCents - refundCents, percent }
}

/** Whether the student may cancel for a full refund until the lesson begins. */
const isFree = ({ movedByCoach, coachUnavailable, weatherSince }: LessonTerms): boolean =>
  movedByCoach || coachUnavailable === true || typeof weatherSince === 'number'

/** The refund deadlines for a student who cancels, best first and including past ones. Milliseconds UTC. */
export function refundDeadlines(terms: LessonTerms): { until: number; percent: number }[] {
  if (isFree(terms)) return [{ until: terms.lessonStart, percent: 100 }]
  return tiers[terms.cancellationPolicy]
    .map(({ hoursBefore, refundPercent: percent }) => ({
      until: terms.lessonStart - hoursBefore * HOUR,
      percent: Math.min(percent, terms.refundCeilingPercent),
    }))
    .filter(({ percent }, at, all) => percent > 0 && percent !== all[at + 1]?.percent)
}

/**
 * The refund deadlines of a lesson that is being booked.
 * @param lessonStart milliseconds UTC or ISO text
 */
export const deadlinesFor = (cancellationPolicy: CancellationPolicy, lessonStart: number | string) =>
  refundDeadlines({
    status: 'pending',
    cancellationPolicy,
    refundCeilingPercent: 100,
    movedByCoach: false,
    lessonStart: instantOf(lessonStart),
  })

/**
 * A deadline as the browser has it: an instant, as milliseconds UTC or ISO text, and the percentage refunded
 * until then.
 */
export interface RefundDeadline {
  until: number | string
  percent: number
}

/**
 * The percentage refunded to a student who cancels now, according to the lesson's deadlines.
 * @param now milliseconds UTC
 */
export const percentNow = (deadlines: readonly RefundDeadline[], now: number): number =>
  deadlines.find(({ until }) => now <= instantOf(until))?.percent ?? 0

const instantOf = (instant: number | string) => (typeof instant === 'number' ? instant : Date.parse(instant))

/** `Free cancellation` or `50% refund`: the label of a refund percentage. */
export function shareName(percent: number): string {
  return percent === 100 ? 'Free cancellation' : `${percent}% refund`
}

/**
 * The remaining refund terms of one lesson, with dates in the zone of its place.
 * @param now milliseconds UTC; null while the current time is unknown, which includes every deadline
 * @param zone the zone of the lesson's place
 */
export function termsInDates(deadlines: readonly RefundDeadline[], now: number | null, zone: string): string {
  const ahead = deadlines.filter(({ until }) => now === null || now <= instantOf(until))
  if (ahead.length === 0) return NOT_REFUNDABLE
  return termsText(ahead.map(({ until, percent }) => ({ percent, until: formatMoment(until, zone) })))
}

/**
 * The same for a lesson of a package: when it is cancelled in time it can be booked again, and no money is
 * refunded.
 */
export function packageTermsInDates(
  deadlines: readonly RefundDeadline[],
  now: number | null,
  zone: string,
): string {
  const last = deadlines.at(-1)
  if (!last || (now !== null && now > instantOf(last.until)))
    return 'If you cancel, the lesson counts as taken: the cancellation deadline has passed.'
  return `Cancel until ${formatMoment(last.until, zone)} and the lesson goes back to your package; after that it counts as taken.`
}

/** The percentage of the price of unused lessons refunded when a student ends a package. */
export const unusedRefundPercents: Record<CancellationPolicy, number> = {
  flexible: 100,
  standard: 80,
  strict: 50,
}

/** The rule above as a sentence, used in the proposal, at checkout and next to the remaining lessons. */
export function packageTermsText(policy: CancellationPolicy): string {
  const percent = unusedRefundPercents[policy]
  const share = percent === 100 ? 'The price' : `${percent}% of the price`
  return `${share} of lessons you have not taken is refunded when you end the package or it expires.`
}

/** The terms as the API returns them: the sentence, and the deadlines as instants. */
export const presentTerms = (terms: LessonTerms): PresentedTerms => ({
  policy: terms.cancellationPolicy,
  text: policyText(terms.cancellationPolicy),
  deadlines: refundDeadlines(terms).map(({ until, percent }) => ({ until: toIso(until), percent })),
})

export const NOT_REFUNDABLE = 'Nonrefundable: the cancellation deadline has passed.'

export type CancelRefusal = 'not_confirmed' | 'already_started' | 'already_completed' | 'already_cancelled'

/**
 * Why the given party cannot cancel now; null when they can. An admin can until the lesson is completed, and everybody when it was
 * called off.
 */
export function whyNotCancel(
  terms: Pick<LessonTerms, 'status' | 'lessonStart' | 'calledOffAt'>,
  party: CancelParty,
  now: number,
): CancelRefusal | null {
  if (terms.status === 'pending') return 'not_confirmed'
  if (terms.status === 'cancelled') return 'already_cancelled'
  if (terms.status === 'completed') return 'already_completed'
  if (typeof terms.calledOffAt === 'number') return null
  return party !== 'admin' && now >= terms.lessonStart ? 'already_started' : null
}

/** The message shown for each refusal. */
export const cancelRefusalTexts: Record<CancelRefusal | 'refund_changed', string> = {
  not_confirmed: 'This lesson is not paid yet. You can cancel and release the time instead.',
  already_cancelled: 'This lesson is cancelled already.',
  already_completed: 'This lesson has taken place. If something was wrong, report a problem.',
  already_started: 'This lesson has begun and can no longer be cancelled.',
  refund_changed: 'The refund has changed since you looked. Please look at it and confirm again.',
}

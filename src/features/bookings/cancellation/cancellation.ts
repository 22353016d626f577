import type { CancellationPolicy } from '#features/coaches/coach.ts'
import { type Cents, proportion } from '#platform/money.ts'
import { formatMoment, toIso } from '#platform/time.ts'
import type { BookingParty, BookingStatus } from '../booking.ts'
import type { PresentedTerms } from './schema.ts'

/** What comes back when a lesson is cancelled. Pure; the browser previews with the very functions the server decides with. */

/** Coaches who never chose have this one: fair to a student with a cold and to a coach with an empty hour. */
export const DEFAULT_POLICY = 'standard' satisfies CancellationPolicy

interface Tier {
  /** Cancelled at least so many hours before the start. Real hours, not those of a wall clock. */
  hoursBefore: number
  refundPercent: number
}

/** Best tier first; after the last one nothing comes back. */
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

const HOUR = 3_600_000

/** The policy in words, the same on the profile, before paying, and in the lesson. */
export const policyText = (policy: CancellationPolicy): string =>
  termsText(
    tiers[policy].map(({ hoursBefore, refundPercent: percent }) => ({
      percent,
      until: `${hoursBefore > 48 ? `${hoursBefore / 24} days` : `${hoursBefore} hours`} before the lesson`,
    })),
  )

/** `Free cancellation until …. 50% refund until …; no refund after that.`: the one sentence for terms, as a rule or in dates. */
const termsText = (shares: readonly { percent: number; until: string }[]): string =>
  `${shares.map(({ percent, until }) => `${shareName(percent)} until ${until}`).join('. ')}; no refund after that.`

/** A lesson as far as cancelling it goes. */
export interface LessonTerms {
  status: BookingStatus
  cancellationPolicy: CancellationPolicy
  /** What moving the lesson left of the best refund. */
  refundCeilingPercent: number
  /** The coach chose another time than the student had booked: the student may leave without a loss. */
  movedByCoach: boolean
  /** The coach is suspended: the student may leave without a loss. */
  coachUnavailable?: boolean
  /** Milliseconds since 1970, UTC. */
  lessonStart: number
}

export type CancelParty = Extract<BookingParty, 'student' | 'coach' | 'admin'>

/** The share of the price that comes back when the lesson is cancelled now. @param now milliseconds since 1970, UTC */
export function refundPercent(terms: LessonTerms, party: CancelParty, now: number): number {
  if (party !== 'student' || terms.movedByCoach || terms.coachUnavailable) return 100
  const left = terms.lessonStart - now
  const tier = tiers[terms.cancellationPolicy].find(({ hoursBefore }) => left >= hoursBefore * HOUR)
  return Math.min(tier?.refundPercent ?? 0, terms.refundCeilingPercent)
}

/**
 * What goes back, to the cent, half a cent rounded towards the student.
 * @param paid what was paid and what of it was given back before
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

/** Until when how much comes back to a student who cancels, best first; what is past is listed, too. Milliseconds UTC. */
export function refundDeadlines(terms: LessonTerms): { until: number; percent: number }[] {
  if (terms.movedByCoach || terms.coachUnavailable) return [{ until: terms.lessonStart, percent: 100 }]
  return tiers[terms.cancellationPolicy]
    .map(({ hoursBefore, refundPercent: percent }) => ({
      until: terms.lessonStart - hoursBefore * HOUR,
      percent: Math.min(percent, terms.refundCeilingPercent),
    }))
    .filter(({ percent }, at, all) => percent > 0 && percent !== all[at + 1]?.percent)
}

/** The deadlines of a lesson that is about to be booked. @param lessonStart milliseconds UTC or ISO text */
export const deadlinesFor = (cancellationPolicy: CancellationPolicy, lessonStart: number | string) =>
  refundDeadlines({
    status: 'pending',
    cancellationPolicy,
    refundCeilingPercent: 100,
    movedByCoach: false,
    lessonStart: instantOf(lessonStart),
  })

/** A deadline as the browser has it: an instant, as milliseconds UTC or an ISO text, and what comes back until then. */
export interface RefundDeadline {
  until: number | string
  percent: number
}

/** The share that comes back to a student who cancels now, by the deadlines of the lesson. @param now milliseconds UTC */
export const percentNow = (deadlines: readonly RefundDeadline[], now: number): number =>
  deadlines.find(({ until }) => now <= instantOf(until))?.percent ?? 0

const instantOf = (instant: number | string) => (typeof instant === 'number' ? instant : Date.parse(instant))

/** `Free cancellation` or `50% refund`: what a share of the price is called. */
export function shareName(percent: number): string {
  return percent === 100 ? 'Free cancellation' : `${percent}% refund`
}

/**
 * The terms of one lesson in dates at its place: what can still be had, and until when.
 * @param now milliseconds UTC; null where the present is not known yet: then every deadline is named
 * @param zone of the place of the lesson
 */
export function termsInDates(deadlines: readonly RefundDeadline[], now: number | null, zone: string): string {
  const ahead = deadlines.filter(({ until }) => now === null || now <= instantOf(until))
  if (ahead.length === 0) return NOT_REFUNDABLE
  return termsText(ahead.map(({ until, percent }) => ({ percent, until: formatMoment(until, zone) })))
}

/** The same for a lesson of a package: cancelled in time it can be booked again, and no money moves. */
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

/** The share of a package's unused lessons that comes back when a student ends it. */
export const unusedRefundPercents: Record<CancellationPolicy, number> = {
  flexible: 100,
  standard: 80,
  strict: 50,
}

/** That rule in one sentence, the same in the proposal, before paying, and beside the lessons left. */
export function packageTermsText(policy: CancellationPolicy): string {
  const percent = unusedRefundPercents[policy]
  const share = percent === 100 ? 'The price' : `${percent}% of the price`
  return `${share} of lessons you have not taken comes back when you end the package or it runs out.`
}

/** Terms as the API gives them: the sentence, and the deadlines as instants. */
export const presentTerms = (terms: LessonTerms): PresentedTerms => ({
  policy: terms.cancellationPolicy,
  text: policyText(terms.cancellationPolicy),
  deadlines: refundDeadlines(terms).map(({ until, percent }) => ({ until: toIso(until), percent })),
})

export const NOT_REFUNDABLE = 'Nonrefundable: the cancellation deadline has passed.'

export type CancelRefusal = 'not_confirmed' | 'already_started' | 'already_completed' | 'already_cancelled'

/** Why somebody cannot cancel now; null when they can. An admin may as long as the lesson is not completed. */
export function whyNotCancel(
  terms: Pick<LessonTerms, 'status' | 'lessonStart'>,
  party: CancelParty,
  now: number,
): CancelRefusal | null {
  if (terms.status === 'pending') return 'not_confirmed'
  if (terms.status === 'cancelled') return 'already_cancelled'
  if (terms.status === 'completed') return 'already_completed'
  return party !== 'admin' && now >= terms.lessonStart ? 'already_started' : null
}

/** What people are told for each refusal. */
export const cancelRefusalTexts: Record<CancelRefusal | 'refund_changed', string> = {
  not_confirmed: 'This lesson is not paid yet. You can cancel and release the time instead.',
  already_cancelled: 'This lesson is cancelled already.',
  already_completed: 'This lesson has taken place. If something was wrong, report a problem.',
  already_started: 'This lesson has begun and can no longer be cancelled.',
  refund_changed: 'The refund has changed since you looked. Please look at it and confirm again.',
}

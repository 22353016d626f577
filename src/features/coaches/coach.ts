import { HOUR_MINUTES } from '#platform/duration.ts'
import type { Cents } from '#platform/money.ts'

/** A review a coach brought along from elsewhere; it counts in the rating and is labelled as imported. */
export interface ImportedReview {
  /** Of the row that was approved; none for one that was there before reviews were asked for. */
  id?: string
  author: string
  rating: number
  text?: string
  source?: string
}

/** What is shown when a coach left something out (specification: card defaults). */
export const coachDefaults = {
  name: 'Golf Instructor',
  bio: 'Experienced golf instructor dedicated to helping students improve their game.',
  hourlyRateCents: 8500 satisfies Cents,
  location: 'Available',
} as const

/** From which forecast on the weather lets students move or cancel without a fee (decision 0140). */
export const rainRules = ['off', 'storms', 'likely_rain', 'any_rain'] as const
export type RainRule = (typeof rainRules)[number]

export const cancellationPolicies = ['flexible', 'standard', 'strict'] as const

/** How much comes back of a cancelled lesson, as a coach chose; `bookings/cancellation` says what each means. */
export type CancellationPolicy = (typeof cancellationPolicies)[number]

/** How many stock covers there are; results cycle through them by position. */
const COVER_COUNT = 50

/**
 * The label coaches go by: a name that starts with the word Coach is kept, otherwise it is Coach plus the first word;
 * with no name it is just Coach.
 */
export function coachLabel(name: string | null | undefined): string {
  const words = (name ?? '').trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return 'Coach'
  return words[0]?.toLowerCase() === 'coach' ? words.join(' ') : `Coach ${words[0]}`
}

/** The stock cover for a coach without a working picture. @param position 1-based place in the results */
export function fallbackCover(position: number): string {
  return `/art/covers/cover-${((Math.max(1, Math.trunc(position)) - 1) % COVER_COUNT) + 1}`
}

/** Rating as shown: one decimal, and `New` when there are no reviews. */
export function ratingLabel(rating: number, reviewCount: number): string {
  return reviewCount === 0 ? 'New' : rating.toFixed(1)
}

/**
 * How soon a coach answers, in words that half of the answers bore out.
 * @param minutes the median; null while too few students have written
 * @returns null when there is nothing to say that would help
 */
export function replyLabel(minutes: number | null): string | null {
  if (minutes === null || minutes > 48 * HOUR_MINUTES) return null
  const within =
    minutes <= HOUR_MINUTES
      ? 'an hour'
      : minutes <= 3 * HOUR_MINUTES
        ? 'three hours'
        : minutes <= 8 * HOUR_MINUTES
          ? 'eight hours'
          : minutes <= 24 * HOUR_MINUTES
            ? 'a day'
            : 'two days'
  return `Usually answers within ${within}`
}

export const reviewOrders = ['newest', 'highest', 'lowest'] as const

/** In which order booked reviews are listed; equal ratings go by date, the newest first. */
export type ReviewOrder = (typeof reviewOrders)[number]

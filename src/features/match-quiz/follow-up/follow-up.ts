/** The follow-up email to golfers who took the match quiz and did not book. Pure. */

/** The kind of the email in the database. */
export const QUIZ_FOLLOW_UP = 'quiz_follow_up'

/** Delay after the quiz in milliseconds. */
export const FOLLOW_UP_AFTER_MS = 24 * 60 * 60_000
/** No email is sent for a quiz older than this, for example after an outage. */
export const FOLLOW_UP_WITHIN_DAYS = 7
/** The maximum number of emails sent in one run. */
export const MOST_AT_ONCE = 50

/** Search radii around the golfer in miles, tried in order. */
export const nearbyRadii = [25, 50, 100] as const

/**
 * The number of other coaches in the email.
 * @param hasMatch the quiz recommended a coach
 */
export const othersShown = (hasMatch: boolean) => (hasMatch ? 3 : 4)

/**
 * Returns the coaches within the smallest radius that contains any, nearest first, without the recommended
 * one.
 * @param coaches with their distances in miles
 */
export function pickNearby<Coach extends { id: string; distance: number | null }>(
  coaches: readonly Coach[],
  recommendedId: string | null,
  many: number,
): Coach[] {
  const others = coaches
    .filter(({ id, distance }) => id !== recommendedId && distance !== null)
    .sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0))
  for (const miles of nearbyRadii) {
    const within = others.filter(({ distance }) => (distance ?? Infinity) <= miles)
    if (within.length > 0) return within.slice(0, many)
  }
  return []
}

export const followUpWords = {
  emailMissing: 'Please enter an email address',
  noResponse: 'No quiz response found for this email',
  nobodyNear: 'No instructors found in this area yet',
  notPreviewed: 'Failed to generate preview',
  notSent: 'Failed to send re-engagement email',
  sent: 'Re-engagement email sent',
} as const

/** Why no email may be sent to a person; null when it may. */
export type WhyNot = 'is_test' | 'already_sent' | 'booked' | 'unsubscribed' | 'suppressed' | null

export const whyNotWords: Record<Exclude<WhyNot, null>, string> = {
  is_test: 'This is a test response, so no email is sent.',
  already_sent: 'This person already got this email. It is sent once.',
  booked: 'This person has booked a lesson since the quiz.',
  unsubscribed: 'This person asked for no more emails like this one.',
  suppressed:
    'This address is under Bounced Addresses: emails to it bounced or were marked as spam, so no email is sent.',
}

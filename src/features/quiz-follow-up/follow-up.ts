/** The one letter to golfers who took the match quiz and did not book. Pure. */

/** The kind of the letter, in the database. */
export const QUIZ_FOLLOW_UP = 'quiz_follow_up'

/** How long after the quiz it goes out, in milliseconds. */
export const FOLLOW_UP_AFTER_MS = 24 * 60 * 60_000
/** Nobody is written to about a quiz of more than so many days ago, such as after the server was away. */
export const FOLLOW_UP_WITHIN_DAYS = 7
/** At most so many are written to at once. */
export const MOST_AT_ONCE = 50

/** Statute miles around the golfer in which coaches are looked for, in turn. */
export const nearbyRadii = [25, 50, 100] as const

/** How many other coaches stand in the letter. @param hasMatch the quiz had recommended one */
export const othersShown = (hasMatch: boolean) => (hasMatch ? 3 : 4)

/**
 * The coaches of the first circle that holds any, the nearest first, without the one who was recommended.
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

/** Why no email is sent to somebody; null when one may be. */
export type WhyNot = 'is_test' | 'already_sent' | 'booked' | 'unsubscribed' | 'suppressed' | null

export const whyNotWords: Record<Exclude<WhyNot, null>, string> = {
  is_test: 'This is a test response, so no email is sent.',
  already_sent: 'This person already got this email. It is sent once.',
  booked: 'This person has booked a lesson since the quiz.',
  unsubscribed: 'This person asked for no more emails like this one.',
  suppressed:
    'This address is under Bounced Addresses: emails to it bounced or were marked as spam, so no email is sent.',
}

import { type Cents, formatMoney } from '#platform/money.ts'
import { priceLesson } from './booking.ts'
import type { LessonChoice } from './lesson-choice-params.ts'

/** The options a coach offers. */
export interface ChoiceOptions {
  hourlyRateCents: Cents
  /** Minutes, ascending. */
  durations: readonly number[]
  /** The primary place first. */
  locations: readonly { id: string }[]
}

/** The default length of a lesson in minutes. */
const USUAL_MINUTES = 60

/** Resolves a choice against a coach's options; missing or unavailable values get defaults. */
export function settleChoice(
  options: ChoiceOptions,
  choice: LessonChoice,
): { locationId: string | undefined; durationMinutes: number; priceCents: Cents } {
  const { durations, locations, hourlyRateCents } = options
  const place = locations.find((location) => location.id === choice.place) ?? locations[0]
  const wanted = [choice.duration, USUAL_MINUTES, durations[0]]
  const durationMinutes = wanted.find((minutes) => minutes && durations.includes(minutes)) ?? USUAL_MINUTES
  return { locationId: place?.id, durationMinutes, priceCents: priceLesson(hourlyRateCents, durationMinutes) }
}

/** Why a signed-in user cannot book a lesson with this coach; null when they can. */
export function whyNotBookable(
  viewer: { userId: string; role: 'student' | 'coach' | 'admin' | 'prospect' },
  coach: { id: string },
): string | null {
  if (viewer.userId === coach.id)
    return 'This is your own page, as students see it. Lessons are booked from a student account.'
  if (viewer.role === 'coach')
    return 'You are signed in as a coach. To book a lesson for yourself, sign in with a student account.'
  if (viewer.role === 'admin')
    return 'You are signed in as an admin. Lessons are booked from a student account.'
  if (viewer.role === 'prospect') return 'A demo account can look at everything and book nothing.'
  return null
}

/** The message shown when the price on the page was out of date. */
export const priceChangedText = (newPriceCents: Cents) =>
  `The price is now ${formatMoney(newPriceCents)}. Please look at it and confirm again.`

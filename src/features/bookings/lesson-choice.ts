import { type Cents, formatMoney } from '#platform/money.ts'
import { priceLesson } from './booking.ts'
import type { LessonChoice } from './lesson-choice-params.ts'

/** What a coach lets people choose from. */
export interface ChoiceOptions {
  hourlyRateCents: Cents
  /** Minutes, ascending. */
  durations: readonly number[]
  /** The primary place first. */
  locations: readonly { id: string }[]
}

/** Minutes of a lesson nobody said anything about. */
const USUAL_MINUTES = 60

/** What a choice means for a coach: things not chosen, or not on offer, become the usual ones. */
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

/** Why someone who is signed in cannot book a lesson here; null when nothing stands in the way. */
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

/** What to say when the price on the page was an old one. */
export const priceChangedText = (newPriceCents: Cents) =>
  `The price is now ${formatMoney(newPriceCents)}. Please look at it and confirm again.`

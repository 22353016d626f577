import { type LessonType, priceLesson } from '#features/bookings/booking.ts'
import { hourlyRateOf, type LessonRates } from '#features/bookings/lesson-kinds.ts'
import type { Cents } from '#platform/money.ts'
import { formatDuration } from '#platform/time.ts'

/** Packages that a coach sells on the profile. Pure; the browser and the server use the same functions. */

/** `public`: shown on the profile; `link`: shown only to people with its address; `off`: not sold. */
export const offerVisibilities = ['public', 'link', 'off'] as const

/** Maximum number of packages that a coach can offer. */
export const MAX_OFFERS = 6

/** The title of a package without a title of its own: `5 lessons of 1 hour`. */
export const defaultOfferTitle = ({
  lessons,
  durationMinutes,
}: {
  lessons: number
  durationMinutes: number
}) => `${lessons} lessons of ${formatDuration(durationMinutes)}`

/**
 * The amount that a package saves compared with single lessons of its type; 0 when it does not save anything, or the coach has
 * no rate for that type.
 */
export function savingsOf(
  offer: { lessonType: LessonType; lessons: number; durationMinutes: number; priceCents: Cents },
  coach: LessonRates,
): Cents {
  const rate = hourlyRateOf(coach, offer.lessonType)
  if (rate === null) return 0
  return Math.max(0, offer.lessons * priceLesson(rate, offer.durationMinutes) - offer.priceCents)
}

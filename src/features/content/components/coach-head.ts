import { settleChoice } from '#features/bookings/lesson-choice.ts'
import type { CoachProfile, RatingCounts } from '#features/coaches/schema.ts'
import { formatMoney } from '#platform/money.ts'
import { pageOrigin } from '#platform/page-origin.ts'
import { formatDuration } from '#platform/time.ts'
import { pageHead } from '../page-head.ts'
import { breadcrumbData, coachData } from '../structured-data.ts'

/**
 * Metadata of a coach's profile for search engines and link previews.
 * @param ratings ratings of booked lessons only
 * @param alsoSold other kinds of lessons, packages and a video review, which everybody can buy
 */
export function coachHead(
  coach: CoachProfile,
  ratings: RatingCounts,
  alsoSold: Parameters<typeof coachData>[1]['offers'],
) {
  const origin = pageOrigin()
  const path = `/instructor/${coach.id}`
  const { reviewCount } = coach
  const rating =
    reviewCount > 0
      ? `Rated ${coach.rating.toFixed(1)} in ${reviewCount} ${reviewCount === 1 ? 'review' : 'reviews'}. `
      : ''
  return pageHead({
    title: `${coach.name}, golf coach in ${coach.location}`,
    description: `Golf lessons with ${coach.name} in ${coach.location}. ${rating}${formatMoney(coach.hourlyRateCents)} an hour; see open times and book online.`,
    path,
    image: { src: `/social/coach/${coach.id}.jpg`, alt: `${coach.name}, golf coach in ${coach.location}` },
    kind: 'profile',
    structuredData: import.meta.env.SSR
      ? [
          coachData(origin, {
            ...coach,
            bookedRatings: ratings,
            offers: [privateLesson(coach), ...alsoSold],
          }),
          breadcrumbData(origin, [{ name: coach.name, path }]),
        ]
      : [],
  })
}

/** A private lesson of the length that the booking panel selects first. */
function privateLesson(coach: CoachProfile) {
  const { durationMinutes, priceCents } = settleChoice(coach, {})
  return {
    link: '#instant-book-section',
    title: `Private golf lesson, ${formatDuration(durationMinutes)}`,
    priceCents,
  }
}

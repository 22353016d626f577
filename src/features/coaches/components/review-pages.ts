import { coachesClient } from '../client.ts'
import type { ReviewOrder } from '../coach.ts'
import { REVIEWS_PER_PAGE } from '../reviews-per-page.ts'
import type { CoachProfile } from '../schema.ts'

/** How the pages of booked reviews are asked for, by the page's loader and here alike. */
export const reviewPages = (coach: Pick<CoachProfile, 'id'>, order: ReviewOrder = 'newest') =>
  coachesClient.reviews.infiniteOptions({
    input: (page: number) => ({ instructorId: coach.id, page, order }),
    initialPageParam: 1,
    // The number of counted reviews does not help: reviews that do not count are listed, too.
    getNextPageParam: (last, pages) => (last.length === REVIEWS_PER_PAGE ? pages.length + 1 : undefined),
  })

/** How the distribution of booked ratings is asked for, by the page's loader and the list of reviews alike. */
export const ratingsOf = (instructorId: string) =>
  coachesClient.ratings.queryOptions({ input: { instructorId } })

/** How many of the counted reviews are from lessons booked here. */
export const bookedCount = (coach: Pick<CoachProfile, 'reviewCount' | 'importedReviews'>) =>
  coach.reviewCount - coach.importedReviews.length

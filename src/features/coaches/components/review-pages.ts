import { coachesClient } from '../client.ts'
import type { ReviewOrder } from '../coach.ts'
import type { CoachProfile } from '../schema.ts'

/** How the pages of booked reviews are asked for, by the page's loader and here alike. */
export const reviewPages = (
  coach: Pick<CoachProfile, 'id' | 'reviewCount' | 'importedReviews'>,
  order: ReviewOrder = 'newest',
) => {
  const booked = bookedCount(coach)
  return coachesClient.reviews.infiniteOptions({
    input: (page: number) => ({ instructorId: coach.id, page, order }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      last.length > 0 && pages.flat().length < booked ? pages.length + 1 : undefined,
  })
}

/** How the distribution of booked ratings is asked for, by the page's loader and the list of reviews alike. */
export const ratingsOf = (instructorId: string) =>
  coachesClient.ratings.queryOptions({ input: { instructorId } })

/** How many of the reviews are from lessons booked here. */
export const bookedCount = (coach: Pick<CoachProfile, 'reviewCount' | 'importedReviews'>) =>
  coach.reviewCount - coach.importedReviews.length

/** How many booked reviews are listed at a time. */
export const REVIEWS_PER_PAGE = 10

import type { CoachCard, SearchResult } from './schema.ts'
import { type SortOption, weightedRating } from './search.ts'
import { type SearchAddress, searchInputOf } from './search-address.ts'

type Filters = ReturnType<typeof searchInputOf>

/** Unknown distances are sorted last, as if they were this many miles. */
const FAR_AWAY = 999

/**
 * Computes the result of changed filters and sorting from a loaded list. Returns null if the list is not
 * sufficient: it must be complete and contain every coach the new filters match. The server's response
 * replaces this result.
 * @param loaded a result with the filters it was requested with
 */
export function refineLoaded(
  loaded: { asked: Filters; result: SearchResult },
  address: SearchAddress,
): SearchResult | null {
  const { asked, result } = loaded
  const filters = searchInputOf(address)
  const isWhole = result.page === 1 && result.total <= result.coaches.length
  // Open times and what a coach sells are known to the server only.
  if (filters.sort === 'soonest' || filters.when !== asked.when || filters.type !== asked.type) return null
  if (!isWhole || filters.page > 1 || !isNarrower(filters, asked)) return null
  const fitting = result.coaches.filter((coach) => fits(coach, filters))
  const inPrice = fitting.filter((coach) => isInPrice(coach, filters))
  return {
    ...result,
    coaches: sortCoaches(inPrice, filters.sort),
    total: inPrice.length,
    // Coaches excluded by the loaded list's own price bounds are not in the list, so they cannot be counted
    // again.
    outsidePrice: fitting.length - inPrice.length + (isSame(filters, asked) ? result.outsidePrice : 0),
  }
}

/** True if everything the new filters match was also matched by the old ones. */
function isNarrower(filters: Filters, asked: Filters): boolean {
  return (
    filters.zip === asked.zip &&
    (asked.minPrice === undefined ||
      (filters.minPrice !== undefined && filters.minPrice >= asked.minPrice)) &&
    (asked.maxPrice === undefined ||
      (filters.maxPrice !== undefined && filters.maxPrice <= asked.maxPrice)) &&
    (asked.gender === 'all' || filters.gender === asked.gender) &&
    (asked.facility === 'all' || filters.facility === asked.facility) &&
    (!asked.launchMonitor || filters.launchMonitor) &&
    (!asked.pgaClassA || filters.pgaClassA)
  )
}

const isSame = (one: Filters, other: Filters) => isNarrower(one, other) && isNarrower(other, one)

function fits(coach: CoachCard, filters: Filters): boolean {
  return (
    (filters.gender === 'all' || coach.gender === filters.gender) &&
    (filters.facility === 'all' || coach.facilities.includes(filters.facility)) &&
    (!filters.launchMonitor || coach.launchMonitor !== null) &&
    (!filters.pgaClassA || coach.credentials.some(isPgaClassA))
  )
}

/** True if a single credential contains both words, in any notation. */
export function isPgaClassA(credential: string): boolean {
  const text = credential.toLowerCase()
  return text.includes('pga') && text.includes('class a')
}

/** The bounds are in dollars per hour, inclusive. */
function isInPrice({ hourlyRateCents }: CoachCard, { minPrice = 0, maxPrice = Infinity }: Filters): boolean {
  return hourlyRateCents >= minPrice * 100 && hourlyRateCents <= maxPrice * 100
}

/**
 * The order used by the server: by the chosen option, then by distance, then by id, so that it is
 * deterministic.
 */
export function sortCoaches(coaches: readonly CoachCard[], sort: SortOption): CoachCard[] {
  const orders: Record<SortOption, (a: CoachCard, b: CoachCard) => number> = {
    distance: () => 0,
    soonest: () => 0,
    rating: (a, b) => weightedRating(b) - weightedRating(a) || b.reviewCount - a.reviewCount,
    'price-low': (a, b) => a.hourlyRateCents - b.hourlyRateCents,
    'price-high': (a, b) => b.hourlyRateCents - a.hourlyRateCents,
    reviews: (a, b) => b.reviewCount - a.reviewCount,
  }
  const miles = (coach: CoachCard) => coach.distance ?? FAR_AWAY
  return coaches.toSorted(
    (a, b) => orders[sort](a, b) || miles(a) - miles(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  )
}

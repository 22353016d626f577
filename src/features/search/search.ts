/** The search options and limits. Pure; also used in the browser. */

export const PAGE_SIZE = 24

export const sortOptions = ['distance', 'soonest', 'rating', 'price-low', 'price-high', 'reviews'] as const
export type SortOption = (typeof sortOptions)[number]

export const facilityOptions = [
  'all',
  'private',
  'public',
  'driving-range',
  'indoor',
  'outdoor',
  'country-club',
  'client-home',
] as const
export type FacilityOption = (typeof facilityOptions)[number]

export const genderOptions = ['all', 'female', 'male'] as const
export type GenderOption = (typeof genderOptions)[number]

/** What golfers can buy besides private lessons, which every coach gives. */
export const typeOptions = ['all', 'group', 'playing', 'video', 'clinic'] as const
export type TypeOption = (typeof typeOptions)[number]

/** Parts of a day, see `partMinutes` in `when.ts`. */
export const dayParts = ['morning', 'afternoon', 'evening'] as const
export type DayPart = (typeof dayParts)[number]

/**
 * A text that says when to play, in words separated by dots: dates (`2026-12-05`), weekdays, days relative to
 * today at the place of the lesson, and parts of the day. `sat.sun.morning` are the mornings of all weekends.
 */
export const whenPattern =
  /^((today|tomorrow|weekend|sun|mon|tue|wed|thu|fri|sat|\d{4}-\d\d-\d\d|morning|afternoon|evening)(\.(?!$)|$)){1,40}$/

export const isWhen = (text: string): boolean => whenPattern.test(text)

/** Dollars per hour; the initial values of the home page's search. */
export const defaultPriceRange = { min: 25, max: 200 } as const

/** The range of the price slider. Its stops are $1, $5, $10 and so on up to $200. */
export const priceSlider = { min: 0, max: 200, step: 5 } as const

/** The price for a slider position: the nearest stop, where the leftmost is $1 instead of $0. */
export function snapPrice(dollars: number): number {
  const { min, max, step } = priceSlider
  return Math.max(1, Math.min(max, Math.max(min, Math.round(dollars / step) * step)))
}

/** `1 instructor`, `2 instructors`. */
export const countInstructors = (count: number) => `${count} ${count === 1 ? 'instructor' : 'instructors'}`

/** Exactly five digits. */
export const isZip = (text: string) => /^\d{5}$/.test(text)

/** Sanitizes input of the ZIP code box: digits only, at most five. */
export const cleanZip = (text: string) => text.replace(/\D/g, '').slice(0, 5)

/**
 * The prior of the Bayesian average: this number of reviews with this rating is added, so that 5.0 from four
 * reviews does not rank above 4.9 from sixty.
 */
export const ordinaryReviews = { count: 10, rating: 4.5 } as const

/**
 * The sort key of 'Highest rated': a Bayesian average, as used for the Internet Movie Database's top list. It
 * is 0 without reviews, so such coaches come last. The search statement implements the same formula in SQL.
 */
export function weightedRating({ rating, reviewCount }: { rating: number; reviewCount: number }): number {
  if (reviewCount === 0) return 0
  const { count, rating: ordinary } = ordinaryReviews
  return (rating * reviewCount + ordinary * count) / (reviewCount + count)
}

/**
 * The facility types a coach is found under: the declared ones or, if there are none, types derived by the
 * specification's rules of thumb. The search statement implements the same rules in SQL; a test compares the
 * two.
 */
export function facilitiesOf(coach: {
  facilityTypes: readonly string[]
  hourlyRateCents: number
  specialties: readonly string[]
  location: string | null
}): FacilityOption[] {
  if (coach.facilityTypes.length > 0)
    return facilityOptions.filter((option) => coach.facilityTypes.includes(option))
  const rules: Record<FacilityOption, boolean> = {
    all: false,
    private: coach.hourlyRateCents > 10_000,
    public: coach.hourlyRateCents <= 10_000,
    'driving-range': coach.specialties.includes('Swing Mechanics'),
    indoor: coach.location?.includes('PA') ?? false,
    outdoor: coach.location?.includes('CA') ?? false,
    'country-club': coach.hourlyRateCents > 12_000,
    'client-home': coach.specialties.includes('Course Strategy'),
  }
  return facilityOptions.filter((option) => rules[option])
}

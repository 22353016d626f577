import { formatMoney } from '#platform/money.ts'
import type { CityFigures } from '../schema.ts'

/** The minimum number of coaches nearby for a city page to be listed. */
export const ENOUGH_COACHES = 3

/** A city as derived from the ZIP code table. */
export interface City {
  city: string
  /** Two letters. */
  state: string
  /** The ZIP code closest to the center of all of the city's ZIP codes. */
  zip: string
  lat: number
  lng: number
  /** The number of ZIP codes in the city, used as an estimate of its size. */
  zips: number
}

export interface Gazetteer {
  /** The canonical URL slug of a city. */
  slugOf(city: string, state: string): string | undefined
  /** Resolves any accepted slug to its city and canonical slug. */
  find(slug: string): { city: City; slug: string } | undefined
}

/**
 * A city with this many times the ZIP codes of each namesake needs no state in its slug (Charlotte,
 * Philadelphia).
 */
const CLEARLY_MEANT = 10

/**
 * Builds the slugs of all cities. A city with a unique name, or one much larger than its namesakes, uses the
 * name alone (`new-york`); others append the state (`portland-or`). Both the long and the short form of a
 * slug are resolved.
 */
export function makeGazetteer(cities: readonly City[]): Gazetteer {
  const bySlug = new Map<string, { city: City; slug: string }>()
  const slugs = new Map<string, string>()
  const namesakes = Map.groupBy(cities, (city) => slugify(city.city))
  const aliases: [string, { city: City; slug: string }][] = []
  for (const [name, group] of namesakes) {
    const [first, second] = group.toSorted((a, b) => b.zips - a.zips || a.state.localeCompare(b.state))
    if (!first || name === '') continue
    const isMeant = !second || first.zips >= CLEARLY_MEANT * second.zips
    for (const city of group) {
      const long = `${name}-${city.state.toLowerCase()}`
      const slug = city === first && isMeant ? name : long
      const entry = { city, slug }
      bySlug.set(slug, entry)
      slugs.set(keyOf(city.city, city.state), slug)
      if (slug !== long) aliases.push([long, entry])
      else if (city === first) aliases.push([name, entry])
    }
  }
  for (const [alias, entry] of aliases) if (!bySlug.has(alias)) bySlug.set(alias, entry)
  return {
    slugOf: (city, state) => slugs.get(keyOf(city, state)),
    find: (slug) => bySlug.get(slug),
  }
}

const keyOf = (city: string, state: string) => `${slugify(city)}, ${state}`

/** `coeur-d-alene`: lower case, words joined by hyphens. */
export function slugify(name: string): string {
  return name
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/**
 * Finds the cities around a location, excluding the location itself: those with the most coaches, sorted by
 * distance.
 * @param options `within`: the radius in miles; `atMost`: the maximum number of cities
 */
export function citiesAround<T extends { lat: number; lng: number; coaches: number }>(
  from: { lat: number; lng: number },
  cities: readonly T[],
  options: { within: number; atMost: number },
): T[] {
  return cities
    .map((city) => ({ city, miles: roughMiles(from, city) }))
    .filter(({ miles }) => miles > 0.1 && miles <= options.within)
    .sort((a, b) => b.city.coaches - a.city.coaches || a.miles - b.miles)
    .slice(0, options.atMost)
    .sort((a, b) => a.miles - b.miles)
    .map(({ city }) => city)
}

/**
 * Planar approximation in miles. It is accurate to a percent or two at these distances, and only the order
 * matters.
 */
function roughMiles(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const perDegree = 69.1
  const north = (a.lat - b.lat) * perDegree
  const east = (a.lng - b.lng) * perDegree * Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180)
  return Math.hypot(north, east)
}

/** `11 coaches`, `1 coach`. */
export const countCoaches = (count: number) => `${count} ${count === 1 ? 'coach' : 'coaches'}`

/** `1,204`. @param count an integer */
export const withCommas = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** `from $60 to $140 an hour`, or `$85 an hour` if all coaches charge the same. */
export function priceRange({ low, high }: { low: number; high: number }): string {
  return low === high
    ? `${formatMoney(low)} an hour`
    : `from ${formatMoney(low)} to ${formatMoney(high)} an hour`
}

/**
 * Frequently asked questions about lessons in a city, answered with the city's own figures. Questions without
 * data are omitted.
 */
export function cityQuestions(city: string, figures: CityFigures): { question: string; answer: string }[] {
  const { coachCount, prices, venues, instantBookCount, launchMonitorCount } = figures
  if (coachCount === 0 || !prices) return []
  const here = `within 50 miles of ${city}`
  return [
    {
      question: `How much is a golf lesson in ${city}?`,
      answer:
        prices.low === prices.high
          ? `An hour with a coach ${here} is ${formatMoney(prices.low)}. You see the price on the profile before you book, and that is what you pay.`
          : `Coaches ${here} charge ${priceRange(prices)}; half of them charge ${formatMoney(prices.median)} or less. You see each price on the coach’s profile before you book, and that is what you pay.`,
    },
    {
      question: `Where do golf coaches teach around ${city}?`,
      answer: whereTheyTeach(city, venues),
    },
    {
      question: `Can I book a golf lesson in ${city} online?`,
      answer:
        instantBookCount === 0
          ? `None of the coaches ${here} takes instant bookings at the moment. Send one a message to ask for a time.`
          : `Yes. ${ofThem(instantBookCount, coachCount)} ${here} ${instantBookCount === 1 ? 'takes' : 'take'} instant bookings: you see the times that are really free, choose one and pay in the same minute. Each coach decides how much notice they need; a day is usual.`,
    },
    {
      question: `Do coaches in ${city} have launch monitors?`,
      answer:
        launchMonitorCount === 0
          ? `None of the coaches ${here} lists one yet. You do not need one to get better; it is good for measuring distances and the angle of the club face.`
          : `${ofThem(launchMonitorCount, coachCount)} ${here} ${launchMonitorCount === 1 ? 'lists' : 'list'} one, and the search has a box for it. It is good for measuring distances and the angle of the club face; for a first lesson it is a pleasant extra.`,
    },
    {
      question: 'I have never held a club. Is a lesson too early?',
      answer:
        'No, it is the best time: there is nothing to undo. Coaches bring clubs if you ask before the lesson, and comfortable shoes are all you need. Look for “Beginners” among a coach’s specialties.',
    },
  ]
}

function ofThem(count: number, all: number): string {
  if (all === 1) return 'The one coach'
  return count === all ? `All ${all} coaches` : `${count} of the ${all} coaches`
}

function whereTheyTeach(city: string, venues: CityFigures['venues']): string {
  if (venues.length === 0) return 'Ask the coach: each profile says.'
  const names = venues.slice(0, 4).map(({ name }) => name)
  const towns = [...new Set(venues.map((venue) => venue.city))].filter((town) => town !== city)
  const first = `Among others at ${listed(names)}.`
  return towns.length > 0
    ? `${first} Some of them teach in ${listed(towns.slice(0, 4))}. Each profile shows the addresses.`
    : `${first} Each profile shows the addresses.`
}

/** `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

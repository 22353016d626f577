import { milesBetween } from '#platform/miles.ts'
import { type Metro, metros } from './metros.ts'
import type { Random } from './random.ts'
import { type Town, townFinder } from './towns.ts'

/** A coach's home: the town, its area, and the coach's index within the area, from 0. */
export interface Home {
  readonly town: Town
  readonly area: number
  readonly nth: number
}

interface Area extends Metro {
  readonly centre: Town
  /** Minimum number of coaches, so that the area and its larger neighbors have three in total. */
  readonly least: number
}

const COACHES_TO_CHOOSE_FROM = 3
/** How far a student drives to a neighboring area. Homes lie within a few miles of a center, so coaches stay well inside 50 miles. */
const NEIGHBOUR_MILES = 40
/** Number of ZIP codes from which a city that is not a listed metro counts as an area. */
const CODES_OF_A_CITY = 5
/** Number of coaches from which every area gets its minimum of three while large areas still get more. */
const ENOUGH_FOR_ALL = 1000

/**
 * Distributes coaches over the country in proportion to golfers. From 1,000 coaches on, every state has several, and every sizable town has
 * at least three within 50 miles; below that, the largest areas come first.
 */
export function planHomes(towns: readonly Town[], coaches: number, random: Random): Home[] {
  if (coaches <= 0) return []
  const areas = listAreas(towns)
  const quotas = shareOut(areas, coaches)
  const near = townFinder(towns)
  return areas.flatMap((area, index) => {
    const draw = random.fork(`area ${area.city} ${area.state}`)
    const suburbs = near(area.centre, area.weight > 15 ? 24 : 14)
      .filter((town) => town.state === area.state || milesBetween(town, area.centre) < 10)
      .map((town) => [town, 1 / (1 + (milesBetween(town, area.centre) / 9) ** 2)] as const)
    return Array.from({ length: quotas[index] ?? 0 }, (_, nth) => ({
      town:
        nth === 0 ? area.centre : draw.weighted(nth < COACHES_TO_CHOOSE_FROM ? suburbs.slice(0, 6) : suburbs),
      area: index,
      nth,
    }))
  })
}

/** The metros, plus every other city with several ZIP codes that is far from all of them. */
export function listAreas(towns: readonly Town[]): Area[] {
  const cities = new Map<string, Town[]>()
  for (const town of towns) {
    const key = `${town.city}, ${town.state}`
    const parts = cities.get(key)
    if (parts) parts.push(town)
    else cities.set(key, [town])
  }
  const chosen = metros.flatMap((metro) => {
    const parts = cities.get(`${metro.city}, ${metro.state}`)
    return parts ? [{ ...metro, centre: middleOf(parts) }] : []
  })
  for (const parts of [...cities.values()].sort((a, b) => b.length - a.length)) {
    const centre = middleOf(parts)
    if (parts.length < CODES_OF_A_CITY) break
    if (chosen.some((area) => milesBetween(area.centre, centre) < NEIGHBOUR_MILES)) continue
    chosen.push({ city: centre.city, state: centre.state, weight: 1, centre })
  }
  const settled: Area[] = []
  for (const area of chosen.sort((a, b) => b.weight - a.weight)) {
    const around = settled.filter((other) => milesBetween(other.centre, area.centre) < NEIGHBOUR_MILES)
    const there = around.reduce((sum, other) => sum + other.least, 0)
    settled.push({ ...area, least: Math.max(0, COACHES_TO_CHOOSE_FROM - there) })
  }
  return neighboursTogether(settled)
}

/** Sorts areas by size, each followed by its neighbors, because cards dealt in this order do not repeat among neighbors. */
function neighboursTogether(areas: readonly Area[]): Area[] {
  const ordered = new Set<Area>()
  for (const area of areas) {
    if (ordered.has(area)) continue
    ordered.add(area)
    for (const other of areas) if (milesBetween(area.centre, other.centre) < 60) ordered.add(other)
  }
  return [...ordered]
}

/** The part of a city with the smallest distance to all of its parts. */
function middleOf(parts: readonly Town[]): Town {
  const lat = parts.reduce((sum, town) => sum + town.lat, 0) / parts.length
  const lng = parts.reduce((sum, town) => sum + town.lng, 0) / parts.length
  return parts.reduce((best, town) =>
    milesBetween(town, { lat, lng }) < milesBetween(best, { lat, lng }) ? town : best,
  )
}

/** Allocates whole coaches to areas by the largest remainder method; the sum equals `coaches`. */
function shareOut(areas: readonly Area[], coaches: number): number[] {
  const least = areas.map((area) => (coaches >= ENOUGH_FOR_ALL ? area.least : 0))
  const free = Math.max(0, coaches - least.reduce((sum, n) => sum + n, 0))
  // The minimum counts toward an area's share, so the remaining coaches go to the areas with the most golfers.
  const whole = areas.reduce((sum, area) => sum + area.weight, 0)
  const wish = areas.map((area, index) => Math.max(0, (area.weight / whole) * coaches - (least[index] ?? 0)))
  const scale = free / wish.reduce((sum, n) => sum + n, 0)
  const exact = wish.map((n) => n * scale)
  const quotas = exact.map((n, index) => Math.floor(n) + (least[index] ?? 0))
  const byRemainder = exact.map((n, index) => [n - Math.floor(n), index] as const).sort(([a], [b]) => b - a)
  for (let open = coaches - quotas.reduce((sum, n) => sum + n, 0), at = 0; open > 0; open--, at++) {
    const index = byRemainder[at % byRemainder.length]?.[1] ?? 0
    quotas[index] = (quotas[index] ?? 0) + 1
  }
  return quotas
}

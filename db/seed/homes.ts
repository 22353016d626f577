import { type Metro, metros } from './metros.ts'
import type { Random } from './random.ts'
import { milesBetween, type Town, townFinder } from './towns.ts'

/** Where one coach lives: a town, the area it belongs to, and which of the area's coaches this is, from 0. */
export interface Home {
  readonly town: Town
  readonly area: number
  readonly nth: number
}

interface Area extends Metro {
  readonly centre: Town
  /** How many coaches it must have, so that with its larger neighbours there are three to choose from. */
  readonly least: number
}

const COACHES_TO_CHOOSE_FROM = 3
/** Neighbours that a student still drives to: with homes within a few miles of a centre, well inside 50 miles. */
const NEIGHBOUR_MILES = 40
/** From how many ZIP codes on a city off the list of metros counts as one of some size. */
const CODES_OF_A_CITY = 5
/** From how many coaches on every area can have its three and the large ones still stand out. */
const ENOUGH_FOR_ALL = 1000

/**
 * Spreads coaches over the country as golfers are. From 1,000 coaches on, every state has several and every town of
 * some size has at least three within 50 miles; below that the largest areas come first.
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

/** The metros, and every further city with several ZIP codes that is far from all of them. */
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

/** Largest first, each followed by the areas around it: what is made in this order is dealt out without repeating. */
function neighboursTogether(areas: readonly Area[]): Area[] {
  const ordered = new Set<Area>()
  for (const area of areas) {
    if (ordered.has(area)) continue
    ordered.add(area)
    for (const other of areas) if (milesBetween(area.centre, other.centre) < 60) ordered.add(other)
  }
  return [...ordered]
}

/** The part of a city that is nearest to all of its parts. */
function middleOf(parts: readonly Town[]): Town {
  const lat = parts.reduce((sum, town) => sum + town.lat, 0) / parts.length
  const lng = parts.reduce((sum, town) => sum + town.lng, 0) / parts.length
  return parts.reduce((best, town) =>
    milesBetween(town, { lat, lng }) < milesBetween(best, { lat, lng }) ? town : best,
  )
}

/** Whole coaches for each area by largest remainder; the sum is exactly what was asked for. */
function shareOut(areas: readonly Area[], coaches: number): number[] {
  const least = areas.map((area) => (coaches >= ENOUGH_FOR_ALL ? area.least : 0))
  const free = Math.max(0, coaches - least.reduce((sum, n) => sum + n, 0))
  // What an area has already counts towards its share, so the rest goes to where the golfers are.
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

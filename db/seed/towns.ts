import { find } from 'geo-tz'
import { milesBetween } from '#platform/miles.ts'
import { listZipCodes, type ZipCode } from './zip-codes.ts'

export type Town = ZipCode

/** Miles per degree of latitude. */
const MILES_PER_DEGREE = 69.09
const elsewhere = new Set(['AA', 'AE', 'AP', 'AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'VI'])
/**
 * Large mail recipients and military bases have their own ZIP codes and "cities", where no lessons take
 * place.
 */
const notATown =
  /\d|\/|&|\b(A F B|Air Force|Assoc|Bank|Book|Box|Bulk|Club|Comp|Corp|Crm|Ctr|Dept|Elec|Firms|Focus|Fund|Gas|Hse|Insurance|Mail|Missile|Natl|Naval|Oil|Park Service|Penney|State Univ|Svc|Univ|Visa|Wake Island)\b/

/**
 * ZIP areas of the 50 states and DC that are towns or parts of one. Codes with the same coordinates count
 * once.
 */
export async function listTowns(): Promise<Town[]> {
  const seen = new Set<string>()
  const codesOfCity = new Map<string, number>()
  const zips = (await listZipCodes()).filter((zip) => !elsewhere.has(zip.state) && zip.lat !== 0)
  for (const { city, state } of zips) {
    const key = `${city}, ${state}`
    codesOfCity.set(key, (codesOfCity.get(key) ?? 0) + 1)
  }
  // Cities with several codes come first, so that a city is kept over a company's own code at the same
  // coordinates.
  return zips
    .filter((zip) => !notATown.test(zip.city))
    .sort(
      (a, b) =>
        (codesOfCity.get(`${b.city}, ${b.state}`) ?? 0) - (codesOfCity.get(`${a.city}, ${a.state}`) ?? 0),
    )
    .filter((zip) => {
      const spot = `${zip.lat.toFixed(2)} ${zip.lng.toFixed(2)}`
      if (seen.has(spot)) return false
      seen.add(spot)
      return true
    })
}

/** Returns a function that finds the towns near a point, nearest first, without scanning the whole country. */
export function townFinder(
  towns: readonly Town[],
): (spot: { lat: number; lng: number }, miles: number) => Town[] {
  const rows = new Map<number, Town[]>()
  for (const town of towns) rows.set(Math.floor(town.lat), [...(rows.get(Math.floor(town.lat)) ?? []), town])
  return (spot, miles) => {
    const reach = miles / MILES_PER_DEGREE
    const near: (readonly [number, Town])[] = []
    for (let row = Math.floor(spot.lat - reach); row <= Math.floor(spot.lat + reach); row++)
      for (const town of rows.get(row) ?? []) {
        const distance = milesBetween(spot, town)
        if (distance <= miles) near.push([distance, town])
      }
    return near.sort(([a], [b]) => a - b).map(([, town]) => town)
  }
}

const zones = new Map<string, string>()

/**
 * Returns the IANA time zone of a town. Uses geo-tz (OpenStreetMap boundaries): coarser tables are wrong for
 * Yuma, Eastern Montana and the counties of Indiana, and so for every lesson there.
 */
export function zoneOf(town: Town): string {
  let zone = zones.get(town.zip)
  if (!zone) {
    zone = find(town.lat, town.lng)[0] ?? 'America/New_York'
    zones.set(town.zip, zone)
  }
  return zone
}

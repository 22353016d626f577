import { EARTH_RADIUS_MILES } from '#platform/miles.ts'

/**
 * Distances of the search, in statute miles along a sphere. The database stores each teaching location as a point
 * `ux, uy, uz` on the unit sphere. Statements compare the squared chord between two such points, which needs no
 * trigonometric function per row; `milesFromSquaredChord` converts it for display. Pure; also used in the browser.
 */

/** The search radius in miles around a ZIP code. */
export const SEARCH_RADIUS_MILES = 50

/**
 * The maximum distance in miles at which coaches are suggested if there are none within the search radius: a
 * drive of two or three hours.
 */
export const FARTHEST_MILES = 150

/** `3.2 mi`: one decimal, as on the card. @param miles not rounded */
export const formatMiles = (miles: number) => `${miles.toFixed(1)} mi`

/** The squared chord length on the unit sphere for a distance along its surface. */
export function squaredChord(miles: number): number {
  const half = Math.sin(miles / EARTH_RADIUS_MILES / 2)
  return 4 * half * half
}

/** The inverse of `squaredChord`: statute miles along the sphere. */
export function milesFromSquaredChord(chord: number): number {
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(chord) / 2))
}

/**
 * SQL: the squared chord from an origin to a teaching location.
 * @param origin alias of a relation with the columns `ux, uy, uz`; the alias of the teaching location is `l`
 */
export const chordFrom = (origin: string): string =>
  `(l.ux - ${origin}.ux) * (l.ux - ${origin}.ux) + (l.uy - ${origin}.uy) * (l.uy - ${origin}.uy) + (l.uz - ${origin}.uz) * (l.uz - ${origin}.uz)`

/** SQL: the columns `ux, uy, uz` of a position. @param lat SQL of the latitude in degrees; `lng` likewise */
export const unitVector = (lat: string, lng: string): string =>
  `cos(radians(${lat})) * cos(radians(${lng})) as ux, cos(radians(${lat})) * sin(radians(${lng})) as uy, sin(radians(${lat})) as uz`

/** SQL: degrees of latitude within the search radius, half the height of a bounding box. */
export const latReach = (): string =>
  `${(SEARCH_RADIUS_MILES / EARTH_RADIUS_MILES) * (180 / Math.PI)}::float8`

/** SQL: degrees of longitude within the search radius at a latitude. @param lat SQL of the latitude in degrees */
export const lngReach = (lat: string): string =>
  `degrees(asin(least(1, sin(${SEARCH_RADIUS_MILES / EARTH_RADIUS_MILES}::float8) / cos(radians(${lat})))))`

/** Distances on the Earth in statute miles. Pure; also used in the browser. */

/** Mean radius of the Earth in statute miles (the sphere PostGIS uses for `ST_DistanceSphere`, 6371.0088 km, is within 0.01 %). */
export const EARTH_RADIUS_MILES = 3958.76

/** A position in degrees. */
interface Position {
  lat: number
  lng: number
}

/** The straight-line distance in statute miles. */
export function milesBetween(from: Position, to: Position): number {
  const half = (degrees: number) => Math.sin((degrees * Math.PI) / 360) ** 2
  const flat = Math.cos((from.lat * Math.PI) / 180) * Math.cos((to.lat * Math.PI) / 180)
  const chord = half(to.lat - from.lat) + flat * half(to.lng - from.lng)
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(chord)))
}

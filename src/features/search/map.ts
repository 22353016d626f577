import { EARTH_RADIUS_MILES } from '#platform/miles.ts'

/** A geographic position in degrees. */
export interface LatLng {
  lat: number
  lng: number
}

/**
 * A point in the Mercator projection, in degrees of longitude, with north at the top. At a given latitude the
 * scale is equal in all directions; it grows with the distance from the equator.
 */
export interface MapPoint {
  x: number
  y: number
}

/** The visible part of the map: the center of the viewport and the scale in pixels per projected unit. */
export interface View {
  center: MapPoint
  scale: number
}

export interface Size {
  width: number
  height: number
}

const RADIANS = Math.PI / 180
const MILES_A_DEGREE = EARTH_RADIUS_MILES * RADIANS
/** From the whole country on a phone to a single street. */
const MIN_SCALE = 5
const MAX_SCALE = 2_000

/** Projects a position. @param place latitude between -85 and 85 */
export function projectPlace({ lat, lng }: LatLng): MapPoint {
  return { x: lng, y: -Math.log(Math.tan(Math.PI / 4 + (lat * RADIANS) / 2)) / RADIANS }
}

/** The inverse of `projectPlace`. */
export function placeOf({ x, y }: MapPoint): LatLng {
  return { lat: (2 * Math.atan(Math.exp(-y * RADIANS)) - Math.PI / 2) / RADIANS, lng: x }
}

/** Converts a distance on the ground to projected units at a latitude. @param miles statute miles */
export function reachOf(miles: number, lat: number): number {
  return miles / (MILES_A_DEGREE * Math.cos(lat * RADIANS))
}

/** A view that fits a circle with a radius of `miles` around a place. */
export function viewAround(place: LatLng, miles: number, { width, height }: Size): View {
  const scale = Math.min(width, height) / (2 * reachOf(miles, place.lat))
  return { center: projectPlace(place), scale: clampScale(scale) }
}

/** A view that fits all places, with a margin. The closest zoom level is 15 miles around one place. */
export function mapViewOf(places: readonly LatLng[], size: Size): View | null {
  const [first] = places
  if (!first) return null
  const points = places.map(projectPlace)
  const [west, east] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))]
  const [north, south] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))]
  const closest = viewAround(first, 15, size).scale
  const scale = Math.min(
    closest,
    (size.width * 0.8) / Math.max(east - west, 1e-6),
    (size.height * 0.8) / Math.max(south - north, 1e-6),
  )
  return { center: { x: (west + east) / 2, y: (north + south) / 2 }, scale: clampScale(scale) }
}

/** Converts a projected point to pixels from the upper left corner of the viewport. */
export function toPixels({ x, y }: MapPoint, { center, scale }: View, { width, height }: Size): MapPoint {
  return { x: (x - center.x) * scale + width / 2, y: (y - center.y) * scale + height / 2 }
}

/** Pans the view so that the content moves by the given number of pixels. */
export function panBy(view: View, dx: number, dy: number): View {
  const center = { x: view.center.x - dx / view.scale, y: view.center.y - dy / view.scale }
  return { ...view, center: keepOnEarth(center) }
}

/** Zooms in (factor above 1) or out, keeping the position under the pixel `at` fixed. */
export function zoomBy(view: View, factor: number, at: MapPoint, size: Size): View {
  const scale = clampScale(view.scale * factor)
  const [dx, dy] = [at.x - size.width / 2, at.y - size.height / 2]
  const center = {
    x: view.center.x + dx / view.scale - dx / scale,
    y: view.center.y + dy / view.scale - dy / scale,
  }
  return { center: keepOnEarth(center), scale }
}

/** True if the center of the view is far enough from the searched place to offer a new search. */
export function isElsewhere(view: View, searched: LatLng, { width, height }: Size): boolean {
  const there = projectPlace(searched)
  const away = Math.hypot(view.center.x - there.x, view.center.y - there.y) * view.scale
  return away > Math.min(width, height) * 0.22
}

/**
 * Moves overlapping pins apart: the first pin in the list stays, later ones take the nearest free position.
 * In pixels; deterministic.
 * @param apart the minimum difference in x or y between two pins, so that their boxes never touch
 */
export function spreadPins(pins: readonly MapPoint[], apart: number): MapPoint[] {
  const set: MapPoint[] = []
  const isFree = (at: MapPoint) =>
    set.every((other) => Math.max(Math.abs(at.x - other.x), Math.abs(at.y - other.y)) >= apart - 1e-6)
  for (const { x, y } of pins) {
    const places = steps.map((step) => ({ x: x + step.x * apart, y: y + step.y * apart }))
    set.push(places.find(isFree) ?? { x, y })
  }
  return set
}

/** Offsets sorted by distance. The half steps allow pins of neighboring places to be close together. */
const steps: MapPoint[] = Array.from({ length: 17 * 17 }, (_, index) => ({
  x: ((index % 17) - 8) / 2,
  y: (Math.floor(index / 17) - 8) / 2,
})).toSorted((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))

/**
 * Selects the names that fit without overlapping another name or an occupied position. Names are sorted by
 * importance; sizes are in pixels.
 */
export function fitNames<T extends MapPoint & { width: number }>(
  names: readonly T[],
  taken: readonly MapPoint[],
  height = 18,
): T[] {
  const shown: T[] = []
  for (const name of names) {
    const meets = (other: MapPoint & { width: number }) =>
      Math.abs(name.x - other.x) < (name.width + other.width) / 2 && Math.abs(name.y - other.y) < height
    if (shown.some(meets) || taken.some((pin) => meets({ ...pin, width: 26 }))) continue
    shown.push(name)
  }
  return shown
}

const clampScale = (scale: number) => Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale))

const keepOnEarth = ({ x, y }: MapPoint): MapPoint => ({
  x: Math.min(180, Math.max(-180, x)),
  y: Math.min(120, Math.max(-120, y)),
})

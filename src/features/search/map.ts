import { EARTH_RADIUS_MILES } from './search.ts'

/** A place on the Earth in degrees. */
export interface LatLng {
  lat: number
  lng: number
}

/**
 * A point of the map's plane: Mercator, in degrees of longitude, with north at the top. A step is equally long in every
 * direction, and longer the farther from the equator.
 */
export interface Point {
  x: number
  y: number
}

/** What the map shows: the middle of the picture, and how many pixels a unit of the plane gets. */
export interface View {
  center: Point
  scale: number
}

export interface Size {
  width: number
  height: number
}

const RADIANS = Math.PI / 180
const MILES_A_DEGREE = EARTH_RADIUS_MILES * RADIANS
/** The country in a phone's width, and a single street of ranges. */
const MIN_SCALE = 5
const MAX_SCALE = 2_000

/** Where a place lies in the plane. @param place latitude between -85 and 85 */
export function projectPlace({ lat, lng }: LatLng): Point {
  return { x: lng, y: -Math.log(Math.tan(Math.PI / 4 + (lat * RADIANS) / 2)) / RADIANS }
}

/** The way back. */
export function placeOf({ x, y }: Point): LatLng {
  return { lat: (2 * Math.atan(Math.exp(-y * RADIANS)) - Math.PI / 2) / RADIANS, lng: x }
}

/** How far a distance on the ground reaches in the plane at a latitude. @param miles statute miles */
export function reachOf(miles: number, lat: number): number {
  return miles / (MILES_A_DEGREE * Math.cos(lat * RADIANS))
}

/** A view of so many miles around a place, whole in the picture. */
export function viewAround(place: LatLng, miles: number, { width, height }: Size): View {
  const scale = Math.min(width, height) / (2 * reachOf(miles, place.lat))
  return { center: projectPlace(place), scale: clampScale(scale) }
}

/** A view in which all the places are seen, with room at the edges; at most as close as 15 miles around one. */
export function viewOf(places: readonly LatLng[], size: Size): View | null {
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

/** A point of the plane in the picture, in pixels from its upper left corner. */
export function toPixels({ x, y }: Point, { center, scale }: View, { width, height }: Size): Point {
  return { x: (x - center.x) * scale + width / 2, y: (y - center.y) * scale + height / 2 }
}

/** Moved by pixels, as a hand moves paper. */
export function panBy(view: View, dx: number, dy: number): View {
  const center = { x: view.center.x - dx / view.scale, y: view.center.y - dy / view.scale }
  return { ...view, center: keepOnEarth(center) }
}

/** Nearer (factor above 1) or farther; what lies under a pixel stays under it. */
export function zoomBy(view: View, factor: number, at: Point, size: Size): View {
  const scale = clampScale(view.scale * factor)
  const [dx, dy] = [at.x - size.width / 2, at.y - size.height / 2]
  const center = {
    x: view.center.x + dx / view.scale - dx / scale,
    y: view.center.y + dy / view.scale - dy / scale,
  }
  return { center: keepOnEarth(center), scale }
}

/** True when the middle of the picture is far enough from where one searched that another search makes sense. */
export function isElsewhere(view: View, searched: LatLng, { width, height }: Size): boolean {
  const there = projectPlace(searched)
  const away = Math.hypot(view.center.x - there.x, view.center.y - there.y) * view.scale
  return away > Math.min(width, height) * 0.22
}

/**
 * Pins that would cover each other, set side by side around where they belong: the first of the list stays, later ones
 * take the nearest free place. In pixels; the same list always gives the same places.
 * @param apart how far two pins differ in one direction at least, so that their boxes never touch
 */
export function spreadPins(pins: readonly Point[], apart: number): Point[] {
  const set: Point[] = []
  const isFree = (at: Point) =>
    set.every((other) => Math.max(Math.abs(at.x - other.x), Math.abs(at.y - other.y)) >= apart - 1e-6)
  for (const { x, y } of pins) {
    const places = steps.map((step) => ({ x: x + step.x * apart, y: y + step.y * apart }))
    set.push(places.find(isFree) ?? { x, y })
  }
  return set
}

/** From a point outwards, the near steps first; half steps let pins of neighbouring ranges stand close. */
const steps: Point[] = Array.from({ length: 17 * 17 }, (_, index) => ({
  x: ((index % 17) - 8) / 2,
  y: (Math.floor(index / 17) - 8) / 2,
})).toSorted((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))

/** Of names with the most important first, those that fit without touching another or a taken spot. Sizes in pixels. */
export function fitNames<T extends Point & { width: number }>(
  names: readonly T[],
  taken: readonly Point[],
  height = 18,
): T[] {
  const shown: T[] = []
  for (const name of names) {
    const meets = (other: Point & { width: number }) =>
      Math.abs(name.x - other.x) < (name.width + other.width) / 2 && Math.abs(name.y - other.y) < height
    if (shown.some(meets) || taken.some((pin) => meets({ ...pin, width: 26 }))) continue
    shown.push(name)
  }
  return shown
}

const clampScale = (scale: number) => Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale))

const keepOnEarth = ({ x, y }: Point): Point => ({
  x: Math.min(180, Math.max(-180, x)),
  y: Math.min(120, Math.max(-120, y)),
})

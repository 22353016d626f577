import { type Color, colorValues, pointsOf, type Shape, shapeLabels } from './clip.ts'
import { formatClipTime } from './frames.ts'

/**
 * Geometry and descriptions of drawings. Points are relative to the picture, from 0 to 1 in both directions.
 */

export interface DrawingPoint {
  x: number
  y: number
}

export interface Drawn {
  shape: Shape
  points: readonly DrawingPoint[]
  color: Color
  text: string
  /** The visible range in microseconds; null from: always; null until: to the end. */
  fromUs: number | null
  untilUs: number | null
}

export interface PictureSize {
  width: number
  height: number
}

/**
 * The angle at the second of three points, from 0 to 180 degrees. Computed in pixels, because relative
 * coordinates distort angles in pictures that are not square.
 */
export function angleAt(points: readonly DrawingPoint[], size: PictureSize): number {
  const [a, vertex, b] = points
  if (!a || !vertex || !b) return 0
  const arm = (to: DrawingPoint) => [(to.x - vertex.x) * size.width, (to.y - vertex.y) * size.height] as const
  const [ax, ay] = arm(a)
  const [bx, by] = arm(b)
  const turn = Math.abs(Math.atan2(ax * by - ay * bx, ax * bx + ay * by))
  return (turn * 180) / Math.PI
}

/** A line's inclination from the vertical, 0 to 90 degrees; coaches use it for the spine and the shaft. */
export function leanOf(points: readonly DrawingPoint[], size: PictureSize): number {
  const [a, b] = points
  if (!a || !b) return 0
  const across = Math.abs(b.x - a.x) * size.width
  const down = Math.abs(b.y - a.y) * size.height
  return across === 0 && down === 0 ? 0 : (Math.atan2(across, down) * 180) / Math.PI
}

/** Clamps a point to the picture. */
export const clampPoint = ({ x, y }: DrawingPoint): DrawingPoint => ({ x: unit(x), y: unit(y) })
const unit = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1e5) / 1e5

/** Moves all points by the same distance, limited so that all of them stay within the picture. */
export function movePoints(points: readonly DrawingPoint[], dx: number, dy: number): DrawingPoint[] {
  const room = (values: number[], by: number) =>
    Math.min(Math.max(by, -Math.min(...values)), 1 - Math.max(...values))
  const x = room(
    points.map((point) => point.x),
    dx,
  )
  const y = room(
    points.map((point) => point.y),
    dy,
  )
  return points.map((point) => clampPoint({ x: point.x + x, y: point.y + y }))
}

/** Reduces a freehand line to at most `most` evenly distributed points, including both ends. */
export function thinOut(points: readonly DrawingPoint[], most = pointsOf.freehand.most): DrawingPoint[] {
  if (points.length <= most) return [...points]
  const step = (points.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, nth) => points[Math.round(nth * step)] ?? { x: 0, y: 0 })
}

/** Initial points in the middle of the picture, for drawing with the keyboard. */
export function startingPoints(shape: Shape): DrawingPoint[] {
  const at = (x: number, y: number): DrawingPoint => ({ x, y })
  switch (shape) {
    case 'text':
      return [at(0.4, 0.5)]
    case 'angle':
      return [at(0.5, 0.3), at(0.5, 0.5), at(0.65, 0.5)]
    case 'circle':
      return [at(0.5, 0.4), at(0.58, 0.4)]
    default:
      return [at(0.5, 0.35), at(0.5, 0.65)]
  }
}

/** Whether a drawing is visible at an instant. */
export function isShownAt(drawn: Pick<Drawn, 'fromUs' | 'untilUs'>, us: number): boolean {
  if (drawn.fromUs === null) return true
  return us >= drawn.fromUs && (drawn.untilUs === null || us <= drawn.untilUs)
}

/** A drawing's description for screen readers: `Angle of 92°, yellow, at 0:01.20`. */
export function describeDrawing(drawn: Drawn, size: PictureSize): string {
  return `${whatItIs(drawn, size)}, ${drawn.color}, ${whenShown(drawn)}`
}

function whatItIs(drawn: Drawn, size: PictureSize): string {
  const { shape, points, text } = drawn
  const said = text ? ` “${text}”` : ''
  switch (shape) {
    case 'angle':
      return `Angle of ${Math.round(angleAt(points, size))}°${said}`
    case 'line':
      return `Line, ${Math.round(leanOf(points, size))}° from vertical${said}`
    case 'arrow':
      return `Arrow pointing ${direction(points, size)}${said}`
    case 'circle':
      return `Circle ${region(points[0])}${said}`
    case 'text':
      return `Text${said}`
    default:
      return `${shapeLabels[shape]} line ${region(points[0])}${said}`
  }
}

/** When a drawing is visible: `at 0:01.20`, `from 0:01.20`, `the whole clip`. */
export function whenShown({ fromUs, untilUs }: Pick<Drawn, 'fromUs' | 'untilUs'>): string {
  if (fromUs === null) return 'on the whole clip'
  if (untilUs === null) return `from ${formatClipTime(fromUs)}`
  return `at ${formatClipTime(fromUs)}`
}

const WINDS = ['right', 'down right', 'down', 'down left', 'left', 'up left', 'up', 'up right']

function direction([from, to]: readonly DrawingPoint[], size: PictureSize): string {
  if (!from || !to) return 'nowhere'
  const turn = Math.atan2((to.y - from.y) * size.height, (to.x - from.x) * size.width)
  return WINDS[(Math.round(turn / (Math.PI / 4)) + 8) % 8] ?? 'right'
}

function region(point: DrawingPoint | undefined): string {
  if (!point) return 'in the middle'
  const { x, y } = point
  const across = x < 1 / 3 ? 'left' : x > 2 / 3 ? 'right' : ''
  const down = y < 1 / 3 ? 'top' : y > 2 / 3 ? 'bottom' : ''
  const words = [down, across].filter(Boolean).join(' ')
  return words ? `at the ${words}` : 'in the middle'
}

/** The CSS color of a drawing color. */
export const paintOf = (color: Color): string => colorValues[color]

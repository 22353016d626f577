import { getStroke } from 'perfect-freehand'
import { angleAt, type DrawingPoint, type Drawn, type PictureSize, paintOf } from '../drawing.ts'

/**
 * One drawing in the picture's pixel coordinates, with a contrasting outline for visibility on grass and sky.
 */
export function DrawingShape({ drawn, size }: { drawn: Drawn; size: PictureSize }) {
  const paint = paintOf(drawn.color)
  const edge = drawn.color === 'black' ? 'rgb(255 255 255 / 0.75)' : 'rgb(8 16 12 / 0.65)'
  const width = strokeOf(size)
  const points = drawn.points.map((point) => pixelsOf(point, size))
  const [first, second, third] = points
  if (!first) return null
  const label = drawn.text ? (
    <Label at={labelPlace(drawn, points, size)} text={drawn.text} size={size} paint={paint} edge={edge} />
  ) : null
  const twice = (path: string, filled = false) => (
    <>
      <path
        d={path}
        fill={filled ? edge : 'none'}
        stroke={edge}
        strokeWidth={filled ? width * 0.5 : width * 2}
      />
      <path d={path} fill={filled ? paint : 'none'} stroke={filled ? 'none' : paint} strokeWidth={width} />
    </>
  )
  switch (drawn.shape) {
    case 'text':
      return <Label at={first} text={drawn.text} size={size} paint={paint} edge={edge} />
    case 'freehand':
      return (
        <>
          {twice(freehandPath(points, width), true)}
          {label}
        </>
      )
    case 'circle': {
      const radius = second ? Math.hypot(second.x - first.x, second.y - first.y) : width
      return (
        <>
          {twice(
            `M ${first.x - radius} ${first.y} a ${radius} ${radius} 0 1 0 ${radius * 2} 0 a ${radius} ${radius} 0 1 0 ${-radius * 2} 0`,
          )}
          {label}
        </>
      )
    }
    case 'arrow':
      return (
        <>
          {second ? twice(`${lineOf([first, second])} ${headOf(first, second, width)}`) : null}
          {label}
        </>
      )
    case 'angle':
      return (
        <>
          {twice(lineOf(points))}
          {second && third ? (
            <>
              {twice(arcOf(first, second, third, width))}
              <Label
                at={besideVertex(first, second, third, size)}
                text={`${Math.round(angleAt(drawn.points, size))}°`}
                size={size}
                paint={paint}
                edge={edge}
              />
            </>
          ) : null}
          {label}
        </>
      )
    default:
      return (
        <>
          {twice(lineOf(points))}
          {label}
        </>
      )
  }
}

/** The stroke width in the picture's pixels. */
export const strokeOf = (size: PictureSize): number => Math.max(size.width, size.height) / 260

const pixelsOf = ({ x, y }: DrawingPoint, size: PictureSize): DrawingPoint => ({
  x: x * size.width,
  y: y * size.height,
})

const lineOf = (points: readonly DrawingPoint[]) =>
  points.map(({ x, y }, nth) => `${nth === 0 ? 'M' : 'L'} ${x} ${y}`).join(' ')

function headOf(from: DrawingPoint, to: DrawingPoint, width: number): string {
  const turn = Math.atan2(to.y - from.y, to.x - from.x)
  const barb = (side: number) =>
    `M ${to.x} ${to.y} L ${to.x - Math.cos(turn + side * 0.5) * width * 6} ${to.y - Math.sin(turn + side * 0.5) * width * 6}`
  return `${barb(1)} ${barb(-1)}`
}

function arcOf(a: DrawingPoint, vertex: DrawingPoint, b: DrawingPoint, width: number): string {
  const radius = Math.min(
    width * 9,
    Math.hypot(a.x - vertex.x, a.y - vertex.y) / 2,
    Math.hypot(b.x - vertex.x, b.y - vertex.y) / 2,
  )
  const on = (to: DrawingPoint) => {
    const turn = Math.atan2(to.y - vertex.y, to.x - vertex.x)
    return { x: vertex.x + Math.cos(turn) * radius, y: vertex.y + Math.sin(turn) * radius }
  }
  const [from, until] = [on(a), on(b)]
  const cross = (a.x - vertex.x) * (b.y - vertex.y) - (a.y - vertex.y) * (b.x - vertex.x)
  return `M ${from.x} ${from.y} A ${radius} ${radius} 0 0 ${cross > 0 ? 1 : 0} ${until.x} ${until.y}`
}

/** A label position on the bisector of the angle, away from both arms. */
function besideVertex(
  a: DrawingPoint,
  vertex: DrawingPoint,
  b: DrawingPoint,
  size: PictureSize,
): DrawingPoint {
  const unit = (to: DrawingPoint) => {
    const length = Math.hypot(to.x - vertex.x, to.y - vertex.y) || 1
    return { x: (to.x - vertex.x) / length, y: (to.y - vertex.y) / length }
  }
  const [p, q] = [unit(a), unit(b)]
  const [x, y] = [p.x + q.x, p.y + q.y]
  const length = Math.hypot(x, y)
  const away = strokeOf(size) * 18
  return length < 0.05
    ? { x: vertex.x - p.y * away, y: vertex.y + p.x * away }
    : { x: vertex.x + (x / length) * away, y: vertex.y + (y / length) * away }
}

/** A label position above the highest point, within the picture; for a circle its center. */
function labelPlace(drawn: Drawn, points: readonly DrawingPoint[], size: PictureSize): DrawingPoint {
  const first = points[0] ?? { x: 0, y: 0 }
  if (drawn.shape === 'circle') return first
  const highest = points.reduce((top, point) => (point.y < top.y ? point : top), first)
  const gap = strokeOf(size) * 10
  return { x: highest.x, y: Math.max(gap, highest.y - gap) }
}

function Label(props: { at: DrawingPoint; text: string; size: PictureSize; paint: string; edge: string }) {
  const { at, text, size, paint, edge } = props
  return (
    <text
      x={at.x}
      y={at.y}
      fill={paint}
      stroke={edge}
      strokeWidth={strokeOf(size) * 1.6}
      paintOrder="stroke"
      fontSize={Math.max(size.width, size.height) / 32}
      fontWeight={700}
      textAnchor="middle"
      dominantBaseline="middle"
      className="select-none"
    >
      {text}
    </text>
  )
}

function freehandPath(points: readonly DrawingPoint[], width: number): string {
  const outline = getStroke(
    points.map(({ x, y }) => [x, y]),
    { size: width * 2.2, thinning: 0.2, smoothing: 0.6, streamline: 0.4, last: true },
  )
  const path = outline.map(
    ([x = 0, y = 0], nth) => `${nth === 0 ? 'M' : 'L'} ${x.toFixed(1)} ${y.toFixed(1)}`,
  )
  return `${path.join(' ')} Z`
}

import { mix } from './colour.ts'
import { middle } from './face.ts'
import type { Random } from './random.ts'
import type { Sitter } from './sitter.ts'
import { num, type Point, type Sheet, shape, smooth, stroke } from './svg.ts'

type Locks = { dark: string; mid: string; light: string }

export function locksOf(sitter: Sitter): Locks {
  const c = sitter.hairColour
  return { dark: mix(c, '#0f0a0c', 0.46), mid: c, light: mix(c, '#ffdfb0', 0.3) }
}

function hairFill(sheet: Sheet, sitter: Sitter, l: Locks): string {
  return sheet.linear(
    [
      [0, mix(l.mid, l.light, 0.62)],
      [0.38, l.mid],
      [1, l.dark],
    ],
    sitter.side > 0 ? 0.9 : 0.1,
    0,
    sitter.side > 0 ? 0.1 : 0.9,
    0.8,
  )
}

/** A ring of small round lumps: curls. */
export function lumpy(random: Random, points: readonly Point[], size: number): string {
  return points
    .map(
      ([x, y]) =>
        `<circle cx="${num(x + random.range(-3, 3))}" cy="${num(y + random.range(-3, 3))}" r="${num(size * random.range(0.75, 1.2))}"/>`,
    )
    .join('')
}

export function ring(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  from: number,
  to: number,
  count: number,
): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const a = from + ((to - from) * i) / (count - 1)
    return [cx + Math.cos(a) * rx, cy + Math.sin(a) * ry] as const
  })
}

export function cord(
  sheet: Sheet,
  random: Random,
  l: Locks,
  x: number,
  y: number,
  toX: number,
  toY: number,
  wide: number,
): void {
  const path = smooth(
    [
      [x, y],
      [x * 1.16 + random.range(-3, 3), (y + toY) / 2],
      [toX, toY],
    ],
    false,
  )
  sheet.add(
    stroke(path, l.dark, wide),
    stroke(
      path,
      mix(l.mid, l.light, 0.4),
      wide * 0.5,
      `stroke-dasharray="${num(wide * 0.5)} ${num(wide * 0.75)}" opacity="0.55"`,
    ),
  )
}

/** What every hair style starts from: the hairline, the cap over the skull, and ways to paint them. */
export type Kit = {
  sheet: Sheet
  sitter: Sitter
  random: Random
  l: Locks
  fill: string
  /** face width, about 1 */
  w: number
  /** middle of the forehead */
  m: number
  /** the side of the parting */
  part: 1 | -1
  /** The plain hairline, right to left. */
  plain: readonly Point[]
  cap: (burn: number, line: readonly Point[], rise?: number, puffed?: number) => Point[]
  /** Fills the shape and returns its clip path's id. */
  paint: (points: readonly Point[]) => string
  strands: (clip: string, list: readonly (readonly Point[])[], width?: number) => void
}

export function makeKit(sheet: Sheet, sitter: Sitter, random: Random): Kit {
  const l = locksOf(sitter)
  const w = sitter.width
  const fill = hairFill(sheet, sitter, l)
  const m = middle(sitter, 130)
  const part = sitter.turn > 0 ? -1 : 1
  const cap = (burn: number, line: readonly Point[], rise = 0, puffed = 0): Point[] => [
    [-72 * w, burn],
    [-(79 + puffed) * w, burn - 30],
    [-(81 + puffed) * w, 142 - rise * 0.3],
    [-(62 + puffed) * w, 102 - rise * 0.8],
    [-30, 84 - rise],
    [8, 80 - rise],
    [40, 87 - rise],
    [(64 + puffed) * w, 104 - rise * 0.8],
    [(81 + puffed) * w, 142 - rise * 0.3],
    [(79 + puffed) * w, burn - 30],
    [72 * w, burn],
    ...line,
  ]
  const plain: Point[] = [
    [67 * w, 202],
    [63 * w, 164],
    [55 * w, 139],
    [30 + m, 127],
    [m, 123],
    [-30 + m, 127],
    [-55 * w, 139],
    [-63 * w, 164],
    [-67 * w, 202],
  ]
  const paint = (points: readonly Point[]) => {
    sheet.add(shape(smooth(points), fill))
    return sheet.clip(smooth(points))
  }
  const strands: Kit['strands'] = (clip, list, width = 3) =>
    sheet.add(
      `<g clip-path="url(#${clip})">${list.map((path, i) => stroke(smooth(path, false), i % 3 === 2 ? l.dark : l.light, width, `opacity="${i % 3 === 2 ? 0.4 : 0.26}"`)).join('')}</g>`,
    )
  return { sheet, sitter, random, l, fill, w, m, part, plain, cap, paint, strands }
}

export function curls(
  sheet: Sheet,
  random: Random,
  l: Locks,
  side: number,
  xs: readonly [number, number],
  ys: readonly [number, number],
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    const x = random.range(xs[0], xs[1])
    const y = random.range(ys[0], ys[1]) + (x / 80) ** 2 * 16
    const lit = x * side > random.range(-70, 50)
    sheet.add(
      stroke(
        `M${num(x - 4)} ${num(y + 2)}q4 -7 9 -1`,
        lit ? l.light : l.dark,
        2.6,
        `opacity="${lit ? 0.34 : 0.5}"`,
      ),
    )
  }
}

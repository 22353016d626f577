import { mix } from './colour.ts'
import type { Random } from './random.ts'
import { type Stage, tone } from './stage.ts'
import { ellipse, type Point, shape, smooth } from './svg.ts'

type Coat = { dark: string; mid: string; light: string; trunk: string; trunkLit: string }

export function coat(stage: Stage, distance: number): Coat {
  const [dark, mid, light] = stage.place.leaf
  return {
    dark: tone(stage, dark, distance, -0.3),
    mid: tone(stage, mid, distance, 0.05),
    light: tone(stage, light, distance, 0.75),
    trunk: tone(stage, stage.place.trunk, distance, -0.3),
    trunkLit: tone(stage, mix(stage.place.trunk, stage.place.sand, 0.35), distance, 0.9),
  }
}

/** A lumpy cushion of leaves: rounded above, flatter below. */
function cushion(random: Random, x: number, y: number, rx: number, ry: number): string {
  const points: Point[] = []
  const count = 11
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * Math.PI * 2 + random.range(-0.1, 0.1)
    const bump = random.range(0.88, 1.14)
    const flat = Math.sin(angle) > 0 ? 0.62 : 1
    points.push([x + Math.cos(angle) * rx * bump, y + Math.sin(angle) * ry * bump * flat])
  }
  return smooth(points)
}

function leafFill(stage: Stage, c: Coat, brightness: number): string {
  const s = stage.side
  return stage.sheet.linear(
    [
      [0, mix(c.mid, c.light, brightness)],
      [0.42, mix(c.mid, c.dark, 0.15 + (1 - brightness) * 0.3)],
      [0.95, c.dark],
    ],
    0.5 + s * 0.38,
    0,
    0.5 - s * 0.24,
    1,
  )
}

export function crown(
  stage: Stage,
  c: Coat,
  spots: readonly (readonly [dx: number, dy: number, rx: number, ry: number])[],
  x: number,
  y: number,
  height: number,
): void {
  const fills = [leafFill(stage, c, 0.25), leafFill(stage, c, 0.6), leafFill(stage, c, 1)]
  const { random, side, sheet } = stage
  spots.forEach(([dx, dy, rx, ry], i) => {
    const toSun = dx * side > -0.06 ? 1 : 0
    const fill = fills[Math.min(2, Math.floor((i / spots.length) * 2.4) + (toSun && i > 1 ? 1 : 0))] ?? c.mid
    const [cx, cy, w, h] = [x + dx * height, y + dy * height, rx * height, ry * height]
    sheet.add(shape(cushion(random, cx, cy, w, h), fill))
    if (height > 130)
      for (let k = 0; k < 3; k++) {
        const [ox, oy] = [random.range(-0.7, 0.7), random.range(-0.6, 0.5)]
        const bright = ox * side - oy > 0.1 ? 2 : ox * side - oy > -0.5 ? 1 : 0
        const tuft = cushion(
          random,
          cx + ox * w,
          cy + oy * h,
          w * random.range(0.24, 0.42),
          h * random.range(0.26, 0.42),
        )
        sheet.add(shape(tuft, fills[bright] ?? c.mid))
      }
    if (height > 70) dabs(stage, c, cx, cy, w, h, 1 + Math.min(height, 240) * 0.006)
  })
}

/** Single leaves along the lit edge of a cushion. */
function dabs(stage: Stage, c: Coat, x: number, y: number, rx: number, ry: number, size: number): void {
  const { random, side, sheet } = stage
  for (let k = 0; k < 12; k++) {
    const angle = -Math.PI / 2 + side * random.range(-0.7, 1.5)
    const reach = random.range(0.55, 1.06)
    const hue = random.chance(0.7) ? mix(c.mid, c.light, random.range(0.4, 1)) : mix(c.dark, c.mid, 0.4)
    const big = size * random.range(0.5, 1.2)
    const [px, py] = [x + Math.cos(angle) * rx * reach, y + Math.sin(angle) * ry * reach]
    sheet.add(ellipse(px, py, big, big * 0.6, hue, 'opacity="0.8"'))
  }
}

export function limb(x: number, y: number, toX: number, toY: number, wide: number, lean = 0): string {
  const m = (x + toX) / 2 + lean
  return smooth([
    [x - wide, y],
    [m - wide * 0.62, (y + toY) / 2],
    [toX - wide * 0.3, toY],
    [toX + wide * 0.3, toY],
    [m + wide * 0.62, (y + toY) / 2],
    [x + wide, y],
  ])
}

export function trunk(stage: Stage, c: Coat, d: string): void {
  const s = stage.side
  stage.sheet.add(
    shape(
      d,
      stage.sheet.linear(
        [
          [0, c.trunkLit],
          [0.5, c.trunk],
          [1, c.trunk],
        ],
        s > 0 ? 1 : 0,
        0,
        s > 0 ? 0 : 1,
        0,
      ),
    ),
  )
}

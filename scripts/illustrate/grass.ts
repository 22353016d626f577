import { mix } from './colour.ts'
import { type Stage, tone } from './stage.ts'
import { num, shape } from './svg.ts'

/** A clump of long grass bending away from the light. */
export function tuft(
  stage: Stage,
  x: number,
  y: number,
  height: number,
  distance = 0,
  colours: readonly [string, string] = [stage.place.wild, stage.place.rough],
): void {
  const { random, sheet, side } = stage
  const blades = random.int(9, 14)
  for (let i = 0; i < blades; i++) {
    const t = (i + 0.5) / blades
    const out = (t * 2 - 1) * height * 0.62 - side * height * 0.16
    const tall = height * random.range(0.6, 1) * (1 - Math.abs(t - 0.5) * 0.5)
    const root = x + (t * 2 - 1) * height * 0.22
    const lit = (t * 2 - 1) * side > 0 ? random.range(0.3, 1) : random.range(-0.8, 0.1)
    const thick = height * 0.035 + 0.5
    const d = `M${num(root - thick)} ${num(y)}Q${num(root + out * 0.3)} ${num(y - tall * 0.7)} ${num(root + out)} ${num(y - tall)}Q${num(root + out * 0.4 + thick)} ${num(y - tall * 0.55)} ${num(root + thick)} ${num(y)}Z`
    sheet.add(shape(d, tone(stage, mix(colours[0], colours[1], random.next()), distance, lit)))
  }
}

/** A fringe of grass along the foot of the picture. */
export function fringe(
  stage: Stage,
  y: (x: number) => number,
  height: number,
  colours?: readonly [string, string],
  from = -20,
  to = stage.width + 20,
): void {
  for (let x = from; x < to; x += height * stage.random.range(0.34, 0.62))
    tuft(
      stage,
      x,
      y(x) + stage.random.range(0, height * 0.4),
      height * stage.random.range(0.6, 1.15),
      0,
      colours,
    )
}

/** Small flowers or heather bells scattered over a strip of ground. */
export function scatter(
  stage: Stage,
  options: {
    colour: string
    count: number
    y: (x: number) => number
    depth: number
    size: number
    from?: number
    to?: number
  },
): void {
  const { random, sheet, width } = stage
  const { colour, count, y, depth, size, from = 0, to = width } = options
  for (let i = 0; i < count; i++) {
    const x = random.range(from, to)
    const down = random.next() ** 0.8 * depth
    const big = size * (0.35 + (0.8 * down) / depth)
    sheet.add(
      `<ellipse cx="${num(x)}" cy="${num(y(x) + down)}" rx="${num(big * random.range(0.7, 1.2))}" ry="${num(big * 0.62)}" fill="${tone(stage, colour, 0.12, random.range(-0.6, 0.9))}"/>`,
    )
  }
}

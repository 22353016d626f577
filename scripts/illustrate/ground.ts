import { mix } from './palette.ts'
import { wave } from './random.ts'
import { type Stage, tone } from './stage.ts'
import { lines, num, type Point, shape, smooth } from './svg.ts'

/** The upper edge of a piece of ground: pixels from the top at x. */
export type Crest = (x: number) => number

/** A rolling crest. `tilt` lowers the right end by that many pixels. */
export function rolling(stage: Stage, y: number, height: number, length: number, tilt = 0): Crest {
  const roll = wave(stage.random, length)
  return (x) => y + height * roll(x) + tilt * (x / stage.width - 0.5)
}

/** Bends a crest up (or down) around x, as a knoll does. */
export function knoll(crest: Crest, x: number, rise: number, reach: number): Crest {
  return (at) => crest(at) - rise * Math.exp(-(((at - x) / reach) ** 2))
}

export function crestPoints(stage: Stage, crest: Crest, step = 16): Point[] {
  const points: Point[] = []
  for (let x = -step * 2; x <= stage.width + step * 2; x += step) points.push([x, crest(x)])
  return points
}

export function groundPath(stage: Stage, crest: Crest): string {
  return `${smooth(crestPoints(stage, crest), false)}L${stage.width + 40} ${stage.height + 20}L-40 ${stage.height + 20}Z`
}

export type PlateOptions = {
  crest: Crest
  distance: number
  colour: string
  fall?: number
  mist?: number
  grain?: number
}

/**
 * One piece of ground from its crest down: lit along the crest, deeper (or, far away, mistier) below.
 * @returns the id of its clip path, for what lies on it
 */
export function plate(stage: Stage, options: PlateOptions): string {
  const { sheet, mood, side } = stage
  const { crest, distance, colour, fall = 150, mist = distance > 0.3 ? 0.5 : 0, grain = 0.24 } = options
  const path = groundPath(stage, crest)
  const ys = crestPoints(stage, crest).map((point) => point[1])
  const [top, span] = [Math.min(...ys), stage.height + 20 - Math.min(...ys)]
  const reach = Math.min(1, (fall + Math.max(...ys) - top) / span)
  const foot =
    mist > 0
      ? mix(tone(stage, colour, distance, -0.1), mood.haze, mist)
      : tone(stage, colour, distance, -0.55)
  sheet.add(
    shape(
      path,
      sheet.linear([
        [0, tone(stage, colour, distance, 0.55)],
        [reach * 0.3, tone(stage, colour, distance, 0.1)],
        [reach, foot],
      ]),
    ),
    shape(
      path,
      sheet.linear(
        [
          [0, mood.light, 0.3 * mood.warmth * 2 * (1 - distance * 0.6)],
          [0.55, mood.light, 0],
          [1, mood.shade, 0.34 * mood.depth],
        ],
        side > 0 ? 1 : 0,
        0,
        side > 0 ? 0 : 1,
        0,
      ),
    ),
  )
  if (grain > 0) {
    const shade = tone(stage, mix(colour, mood.shade, 0.25), distance, -0.9)
    sheet.add(
      shape(
        path,
        sheet.linear([
          [0, shade, 0],
          [reach * 0.35, shade, grain * 0.35],
          [reach, shade, grain],
        ]),
        'filter="url(#stipple)"',
      ),
    )
  }
  return sheet.clip(path)
}

/** Long low swells that catch the light along a piece of ground. */
export function swells(
  stage: Stage,
  crest: Crest,
  options: { count: number; depth: number; colour: string; distance: number; clip: string },
): void {
  const { sheet, random, width } = stage
  const { count, depth, colour, distance, clip } = options
  const parts: string[] = []
  for (let i = 0; i < count; i++) {
    const down = ((i + 0.6) / count) ** 1.25 * depth
    const [length, x] = [random.range(0.3, 0.75) * width, random.range(-0.15, 0.85) * width]
    const thick = random.range(0.05, 0.12) * depth + 4
    const lit = i % 2 === 0
    const [upper, lower]: [Point[], Point[]] = [[], []]
    for (let k = 0; k <= 10; k++) {
      const t = k / 10
      const px = x + t * length
      const body = Math.sin(Math.PI * t)
      upper.push([px, crest(px) + down + (t - 0.5) * 26 * (lit ? 1 : -1) - thick * 0.35 * body])
      lower.unshift([px, crest(px) + down + (t - 0.5) * 26 * (lit ? 1 : -1) + thick * 0.65 * body])
    }
    const hue = tone(stage, colour, distance, lit ? 1 : -0.9)
    parts.push(
      shape(
        smooth([...upper, ...lower.slice(1, -1)]),
        sheet.linear(
          [
            [0, hue, 0.5],
            [1, hue, 0.02],
          ],
          0,
          0,
          0,
          1,
        ),
      ),
    )
  }
  sheet.add(`<g clip-path="url(#${clip})">${parts.join('')}</g>`)
}

/** A band of mist lying across the picture. */
export function mist(stage: Stage, y: number, height: number, opacity: number): void {
  const { sheet, mood, width, random } = stage
  const hue = mix(mood.haze, mood.sun, 0.35)
  const fill = sheet.linear([
    [0, hue, 0],
    [0.5, hue, opacity],
    [1, hue, 0],
  ])
  sheet.add(
    `<rect x="0" y="${num(y - height / 2)}" width="${width}" height="${num(height)}" fill="${fill}"/>`,
  )
  for (let i = 0; i < 4; i++) {
    const veil = sheet.radial([
      [0, hue, opacity * 0.8],
      [1, hue, 0],
    ])
    sheet.add(
      `<ellipse cx="${num(random.range(0, width))}" cy="${num(y + random.range(-0.2, 0.3) * height)}" rx="${num(random.range(120, 260))}" ry="${num(height * 0.3)}" fill="${veil}"/>`,
    )
  }
}

/** Far woods along a crest: round crowns or spires, one silhouette. */
export function treeline(
  stage: Stage,
  crest: Crest,
  options: { from: number; to: number; height: number; distance: number; spires?: boolean; colour?: string },
): void {
  const { random, sheet, place, mood } = stage
  const { from, to, height, distance, spires = false, colour = place.leaf[0] } = options
  const points: Point[] = [[from, crest(from) + height * 0.4]]
  const swell = wave(random, (to - from) * 0.55)
  for (let x = from; x < to; ) {
    const t = (x - from) / (to - from)
    const tall =
      height * (0.6 + 0.28 * swell(x) + random.range(0, 0.3)) * Math.min(1, Math.sin(Math.PI * t) * 3 + 0.3)
    const wide = height * (spires ? random.range(0.2, 0.36) : random.range(0.4, 1.15))
    const y = crest(x) + 2
    if (spires)
      points.push([x, y - tall * 0.3], [x + wide * 0.5, y - tall * 1.15], [x + wide, y - tall * 0.3])
    else
      points.push(
        [x, y - tall * random.range(0.5, 0.74)],
        [x + wide * 0.22, y - tall * random.range(0.8, 0.94)],
        [x + wide * 0.5, y - tall],
        [x + wide * random.range(0.7, 0.86), y - tall * random.range(0.7, 0.92)],
      )
    x += wide
  }
  points.push([to, crest(to) + height * 0.4])
  const base: Point[] = []
  for (let x = to; x > from; x -= 20) base.push([x, crest(x) + height * 0.16])
  const fill = sheet.linear([
    [0, tone(stage, mix(colour, place.leaf[1], 0.5), distance, 0.4)],
    [0.55, tone(stage, colour, distance)],
    [1, mix(tone(stage, colour, distance, -0.5), mood.haze, 0.12)],
  ])
  sheet.add(shape(spires ? lines([...points, ...base]) : smooth([...points, ...base]), fill))
}

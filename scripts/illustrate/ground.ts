import { mix } from './colour.ts'
import { wave } from './random.ts'
import { type Stage, tone } from './stage.ts'
import { type Point, shape, smooth } from './svg.ts'

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

import { mix } from './colour.ts'
import { type Stage, tone } from './stage.ts'
import { lines, type Point, shape } from './svg.ts'

export type RibbonOptions = {
  far: Point
  near: Point
  farWidth: number
  nearWidth: number
  /** sideways swing in pixels at the near end */
  bend?: number
  turns?: number
  stripes?: number
  distance?: number
  clip?: string
}

/** A mown fairway running from near to far, with its mowing stripes and a first cut of rough. */
export function fairway(stage: Stage, options: RibbonOptions): void {
  const { sheet, place } = stage
  const { stripes = 6, distance = 0.15, clip } = options
  const parts = [
    shape(
      band(options, -0.62, 0.62),
      sheet.linear([
        [0, tone(stage, mix(place.rough, place.fairway, 0.55), distance + 0.1, 0.3)],
        [1, tone(stage, mix(place.rough, place.fairway, 0.5), distance, -0.3)],
      ]),
    ),
  ]
  const fill = (colour: string) =>
    sheet.linear([
      [0, tone(stage, colour, distance + 0.16, 0.8)],
      [0.4, tone(stage, colour, distance, 0.35)],
      [1, tone(stage, colour, distance * 0.5, -0.25)],
    ])
  const fills = [fill(place.fairway), fill(place.stripe)]
  for (let i = 0; i < stripes; i++)
    parts.push(
      shape(band(options, i / stripes - 0.5, (i + 1) / stripes - 0.5 + 0.004), fills[i % 2] ?? place.fairway),
    )
  sheet.add(clip ? `<g clip-path="url(#${clip})">${parts.join('')}</g>` : parts.join(''))
}

/** The middle of a fairway at t (0 far, 1 near) and its width there. */
export function along(options: RibbonOptions, t: number): { x: number; y: number; width: number } {
  const { far, near, farWidth, nearWidth, bend = 0, turns = 1 } = options
  return {
    x:
      far[0] +
      (near[0] - far[0]) * t ** 1.25 +
      bend * (Math.sin(t * Math.PI * turns) * (0.3 + 0.9 * t) + 0.28 * Math.sin(t * Math.PI * 3.2 + 0.6) * t),
    y: far[1] + (near[1] - far[1]) * t,
    width: (farWidth + (nearWidth - farWidth) * t ** 1.55) * (1 + 0.07 * Math.sin(t * 11 + farWidth)),
  }
}

function band(options: RibbonOptions, from: number, to: number): string {
  const steps = 26
  const [left, right]: [Point[], Point[]] = [[], []]
  for (let i = 0; i <= steps; i++) {
    const { x, y, width } = along(options, i / steps)
    left.push([x + width * from, y])
    right.unshift([x + width * to, y])
  }
  return lines([...left, ...right])
}

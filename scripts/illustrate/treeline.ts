import { mix } from './colour.ts'
import type { Crest } from './ground.ts'
import { wave } from './random.ts'
import { type Stage, tone } from './stage.ts'
import { lines, num, type Point, shape, smooth } from './svg.ts'

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

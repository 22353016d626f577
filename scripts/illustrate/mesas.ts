import { mix } from './colour.ts'
import { type Stage, tone } from './stage.ts'
import { lines, num, type Point, shape, stroke } from './svg.ts'

/** Flat-topped hills of banded rock, standing in their own talus. */
export function mesas(
  stage: Stage,
  options: {
    height: number
    distance?: number
    spots?: readonly (readonly [at: number, wide: number, tall: number])[]
  },
): void {
  const { sheet, random, place, side, mood, width, horizon } = stage
  const { height, distance = 0.55 } = options
  const spots = options.spots ?? [
    [0.16, 0.13, 0.8],
    [0.44, 0.05, 0.62],
    [0.78, 0.19, 1],
  ]
  for (const [at, wide, tall] of spots) {
    const [x, half, top] = [at * width, wide * width, horizon + 12 - height * tall]
    const foot = horizon + 16
    const outline: Point[] = [[x - half * 1.7, foot]]
    const steps: Point[] = [
      [-1.2, 0.36],
      [-1, 0.44],
      [-0.96, 0.7],
      [-0.86, 0.74],
      [-0.82, 0.97],
      [-0.5, 1],
      [0.3, 0.98],
      [0.8, 1],
      [0.86, 0.72],
      [0.97, 0.68],
      [1.02, 0.42],
      [1.24, 0.34],
    ]
    for (const [dx, dy] of steps)
      outline.push([x + half * dx + random.range(-3, 3), foot - (foot - top) * dy + random.range(-2, 2)])
    outline.push([x + half * 1.75, foot])
    const path = lines(outline)
    const clip = sheet.clip(path)
    const lit = tone(stage, place.rock[1], distance, 0.5)
    const dark = tone(stage, place.rock[0], distance, -0.2)
    sheet.add(
      shape(
        path,
        sheet.linear([
          [0, lit],
          [0.55, mix(lit, dark, 0.2)],
          [1, mix(lit, mood.haze, 0.55)],
        ]),
      ),
    )
    const bands: string[] = []
    for (let i = 0; i < 6; i++) {
      const y = top + (foot - top) * (0.1 + i * 0.13)
      bands.push(
        stroke(
          `M${num(x - half * 2)} ${num(y)}q${num(half)} ${num(random.range(-5, 5))} ${num(half * 2)} 0t${num(half * 2)} 0`,
          dark,
          random.range(1, 4),
          'opacity="0.22"',
        ),
      )
    }
    const away = -side
    const split = x + away * half * random.range(0.05, 0.3)
    const shadow = lines([
      [split, top - 4],
      [split + away * half * 0.12, top + (foot - top) * 0.3],
      [split - away * half * 0.04, top + (foot - top) * 0.55],
      [split + away * half * 0.5, foot],
      [x + away * half * 2, foot],
      [x + away * half * 2, top - 4],
    ])
    bands.push(
      shape(
        shadow,
        sheet.linear([
          [0, dark, 0.9],
          [0.6, dark, 0.62],
          [1, dark, 0.1],
        ]),
      ),
    )
    for (let i = 0; i < 5; i++) {
      const px = x + random.range(-0.8, 0.8) * half
      bands.push(
        stroke(
          `M${num(px)} ${num(top + random.range(4, 20))}l${num(random.range(-3, 3))} ${num((foot - top) * random.range(0.2, 0.45))}`,
          dark,
          random.range(1.5, 4),
          'opacity="0.3"',
        ),
      )
    }
    sheet.add(`<g clip-path="url(#${clip})">${bands.join('')}</g>`)
  }
}

import { mix } from './colour.ts'
import { wave } from './random.ts'
import { type Stage, tone } from './stage.ts'
import { lines, num, type Point, shape, smooth } from './svg.ts'

/** Soft far hills, the last of them nearly sky. */
export function ridges(
  stage: Stage,
  options: { count?: number; height?: number; colour?: string } = {},
): void {
  const { random, sheet, place, horizon, width } = stage
  const { count = 3, height = 60, colour = mix(place.leaf[1], place.rock[0], 0.5) } = options
  for (let i = 0; i < count; i++) {
    const t = i / Math.max(1, count - 1)
    const roll = wave(random, random.range(340, 620))
    const y = horizon - height * (1 - t) * 0.75 + 4
    const points: Point[] = []
    for (let x = -20; x <= width + 20; x += 20)
      points.push([x, y - height * (0.42 - 0.2 * t) * (roll(x) + 0.6)])
    const path = `${smooth(points, false)}L${width + 40} ${num(horizon + 70)}L-40 ${num(horizon + 70)}Z`
    const far = 0.9 - 0.3 * t
    sheet.add(
      shape(
        path,
        sheet.linear([
          [0, tone(stage, colour, far, 0.1)],
          [1, tone(stage, mix(colour, stage.mood.haze, 0.55), far)],
        ]),
      ),
    )
  }
}

/** A range of mountains with a lit and a shaded face each; `snow` 0..1 is how far down it lies. */
export function peaks(
  stage: Stage,
  options: { height: number; snow?: number; distance?: number; count?: number; tallest?: number },
): void {
  const { random, width, horizon } = stage
  const { height, snow = 0.4, distance = 0.62, count = 5, tallest = 0.6 } = options
  const spots = Array.from({ length: count }, (_, i) => (i + random.range(0.25, 0.75)) / count)
  const ordered = spots
    .map((t) => ({
      t,
      tall: height * (0.5 + 0.5 * Math.exp(-(((t - tallest) / 0.26) ** 2))) * random.range(0.86, 1.08),
    }))
    .sort((a, b) => b.tall - a.tall)
  ordered.forEach(({ t, tall }, i) => {
    peak(
      stage,
      t * width,
      horizon + 20,
      tall + 20,
      tall * random.range(1.25, 1.7),
      distance - i * 0.035,
      snow,
    )
  })
}

function peak(
  stage: Stage,
  x: number,
  foot: number,
  tall: number,
  half: number,
  distance: number,
  snow: number,
): void {
  const { sheet, random, place, side, mood } = stage
  const edge = (toX: number, bits: number): Point[] => {
    const points: Point[] = []
    for (let i = 1; i < bits; i++) {
      const t = i / bits
      points.push([
        x + (toX - x) * (t ** 1.12 + random.range(-0.025, 0.025)),
        foot - tall * (1 - t ** 0.92) + random.range(-0.03, 0.03) * tall,
      ])
    }
    return points
  }
  const [left, right] = [edge(x - half, 8), edge(x + half, 8)]
  const spine: Point[] = []
  for (let i = 1; i <= 7; i++)
    spine.push([
      x + (i % 2 ? -1 : 1) * half * random.range(0.02, 0.09) * (0.4 + i * 0.14) + side * half * 0.02 * i,
      foot - tall * (1 - i / 7),
    ])
  const apex: Point = [x, foot - tall]
  const outline = lines([apex, ...right, [x + half, foot], [x - half, foot], ...[...left].reverse()])
  const light = (colour: string, at: number, lit: number) => tone(stage, colour, at, lit)
  const base = mood.haze
  sheet.add(
    shape(
      outline,
      sheet.linear([
        [0, light(place.rock[1], distance, 0.7)],
        [0.5, light(place.rock[1], distance, 0.2)],
        [1, mix(light(place.rock[1], distance, 0), base, 0.75)],
      ]),
    ),
  )
  const away = side > 0 ? left : right
  const shadeFace = lines([apex, ...spine, [x - side * half, foot], ...[...away].reverse()])
  sheet.add(
    shape(
      shadeFace,
      sheet.linear([
        [0, light(place.rock[0], distance, -0.4)],
        [0.5, light(place.rock[0], distance + 0.06, -0.1)],
        [1, mix(light(place.rock[0], distance, 0), base, 0.8)],
      ]),
    ),
  )
  if (snow <= 0) return
  const cap: Point[] = [
    [x - half, foot - tall * 1.3],
    [x + half, foot - tall * 1.3],
  ]
  for (let i = 0; i <= 12; i++)
    cap.push([
      x + half - (i / 12) * half * 2,
      foot - tall * (1 - snow) + (i % 2 ? 0.15 : -0.12) * tall * random.range(0.4, 1.1),
    ])
  const clip = sheet.clip(outline)
  const inCap = sheet.clip(lines(cap))
  sheet.add(
    `<g clip-path="url(#${clip})"><g clip-path="url(#${inCap})">`,
    shape(outline, light('#f8f6ee', distance * 0.75, 0.5)),
    shape(shadeFace, light('#a9bccb', distance * 0.8, -0.35)),
    '</g></g>',
  )
}

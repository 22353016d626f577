import { mix } from './colour.ts'
import { type Stage, tone } from './stage.ts'
import { lines, num, type Point, shape, smooth, stroke } from './svg.ts'

/** The colour of still water here: the sky above it, a little of its own. */
function waterFill(stage: Stage, own = 0.4): string {
  const { mood, place, sheet } = stage
  const body = (sky: string, amount: number) =>
    mix(sky, mix(place.water, mood.shade, mood.depth * 0.7), amount)
  return sheet.linear([
    [0, body(mood.sky[3], own * 0.35)],
    [0.3, body(mood.sky[2], own * 0.75)],
    [0.7, body(mood.sky[1], own)],
    [1, body(mood.sky[0], own * 1.15)],
  ])
}

/** Light lying on water in short level strokes, thickest under the sun. */
function glints(stage: Stage, top: number, bottom: number, clip: string, amount = 60): void {
  const { sheet, mood, random, width, sun } = stage
  const parts: string[] = []
  const column = Math.min(width * 0.95, Math.max(width * 0.05, sun.x))
  for (let i = 0; i < amount; i++) {
    const t = random.next() ** 1.5
    const y = top + (bottom - top) * t
    const near = random.chance(0.62)
    const x = near ? column + random.range(-1, 1) * random.next() * (26 + 130 * t) : random.range(0, width)
    const half = random.range(5, 26) * (0.4 + t)
    const thick = (0.7 + 2.3 * t) * random.range(0.6, 1.2)
    parts.push(
      shape(
        lines([
          [x - half, y],
          [x, y - thick * 0.5],
          [x + half, y],
          [x, y + thick * 0.5],
        ]),
        near ? mood.sun : mix(mood.sky[3], mood.sky[0], random.next() * 0.8),
        `opacity="${near ? 0.75 : 0.28}"`,
      ),
    )
  }
  sheet.add(`<g clip-path="url(#${clip})">${parts.join('')}</g>`)
}

/** The sea from the horizon down to `bottom`, with swell lines and the sun's road. */
export function sea(stage: Stage, bottom: number, amount = 80): void {
  const { sheet, mood, place, horizon, width, random } = stage
  const path = `M-10 ${num(horizon)}H${width + 10}V${num(bottom)}H-10Z`
  const clip = sheet.clip(path)
  sheet.add(shape(path, waterFill(stage, 0.72)))
  const deep = mix(mix(place.water, mood.shade, 0.5), mood.sky[0], 0.3)
  const parts: string[] = []
  for (let i = 0; i < 16; i++) {
    const t = (i / 16) ** 1.5
    const y = horizon + (bottom - horizon) * t + 2
    const x = random.range(-0.3, 0.9) * width
    const length = random.range(0.25, 0.7) * width
    const half = 0.8 + t * 5
    parts.push(
      shape(
        smooth([
          [x, y],
          [x + length * 0.5, y - half],
          [x + length, y],
          [x + length * 0.5, y + half * 0.5],
        ]),
        deep,
        `opacity="${num(0.15 + 0.2 * t)}"`,
      ),
    )
  }
  sheet.add(`<g clip-path="url(#${clip})">${parts.join('')}</g>`)
  glints(stage, horizon, bottom, clip, amount)
}

/** Waves breaking along a shore: a few pale lines following it. */
export function surf(stage: Stage, shore: readonly Point[]): void {
  const foam = mix('#fffdf6', stage.mood.light, 0.2)
  for (const [drop, wide, opacity] of [
    [0, 5, 0.85],
    [-9, 2.6, 0.6],
    [-20, 1.6, 0.4],
  ] as const)
    stage.sheet.add(
      stroke(
        smooth(
          shore.map(([x, y], i) => [x, y + drop + (i % 2 ? 2 : -2)] as const),
          false,
        ),
        foam,
        wide,
        `opacity="${opacity}"`,
      ),
    )
}

export type LakeOptions = {
  shore: readonly Point[]
  bank?: number
  distance?: number
  reflect?: readonly (readonly [x: number, wide: number, tall: number])[]
}

/** A lake inside a closed shore line: far bank mirrored, sky below, a pale rim at the near edge. */
export function lake(stage: Stage, options: LakeOptions): void {
  const { sheet, mood, place } = stage
  const { shore, bank = 16, distance = 0.3, reflect = [] } = options
  const path = smooth(shore)
  const clip = sheet.clip(path)
  const ys = shore.map((point) => point[1])
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const edge = tone(stage, mix(place.wild, place.sand, 0.15), distance, -0.6)
  sheet.add(
    stroke(path, edge, 5),
    shape(path, waterFill(stage)),
    `<g clip-path="url(#${clip})">`,
    shape(
      `${path}${smooth(shore.map(([x, y]) => [x, y + bank] as const))}`,
      tone(stage, place.wild, distance, -0.5),
      'fill-rule="evenodd" opacity="0.5"',
    ),
  )
  for (const [x, wide, tall] of reflect) mirror(stage, x, top, wide, tall, distance)
  sheet.add('</g>')
  glints(stage, top + 10, bottom, clip, 80)
  sheet.add(stroke(path, mix(mood.sky[3], mood.sun, 0.5), 1.2, 'opacity="0.5"'))
}

/** Trees upside down in the water: a ragged dark shape thinning as it comes nearer. */
function mirror(stage: Stage, x: number, top: number, wide: number, tall: number, distance: number): void {
  const { sheet, random, place } = stage
  const points: Point[] = [[x - wide / 2, top]]
  const bits = Math.max(3, Math.round(wide / 16))
  for (let i = 0; i <= bits; i++)
    points.push([
      x - wide / 2 + (wide * i) / bits,
      top + tall * Math.sin(Math.PI * (0.16 + (0.68 * i) / bits)) * random.range(0.7, 1.05),
    ])
  points.push([x + wide / 2, top])
  const fill = sheet.linear([
    [0, tone(stage, place.leaf[0], distance, -0.2), 0.75],
    [0.6, tone(stage, place.leaf[1], distance, -0.1), 0.42],
    [1, tone(stage, place.leaf[1], distance, 0), 0],
  ])
  sheet.add(shape(smooth(points), fill, 'filter="url(#blur2)"'))
}

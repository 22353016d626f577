import { house, mix } from './colour.ts'
import { type Stage, tone } from './stage.ts'
import { lines, num, type Point, shape, smooth, stroke } from './svg.ts'

/** A lighthouse with its lamp. */
export function lighthouse(stage: Stage, x: number, y: number, height: number, distance: number): void {
  const { sheet, side } = stage
  const w = height * 0.1
  const wall = sheet.linear(
    [
      [0, tone(stage, house.paper, distance, 1)],
      [0.5, tone(stage, house.paper, distance, 0.1)],
      [1, tone(stage, house.paper, distance, -1)],
    ],
    side > 0 ? 1 : 0,
    0,
    side > 0 ? 0 : 1,
    0,
  )
  const dark = tone(stage, house.pine, distance, -0.2)
  sheet.add(
    shape(
      lines([
        [x - w, y],
        [x - w * 0.62, y - height * 0.78],
        [x + w * 0.62, y - height * 0.78],
        [x + w, y],
      ]),
      wall,
    ),
    shape(
      lines([
        [x - w * 0.86, y - height * 0.26],
        [x - w * 0.8, y - height * 0.42],
        [x + w * 0.8, y - height * 0.42],
        [x + w * 0.86, y - height * 0.26],
      ]),
      dark,
      'opacity="0.75"',
    ),
    shape(
      lines([
        [x - w * 0.9, y - height * 0.78],
        [x - w * 0.9, y - height * 0.81],
        [x + w * 0.9, y - height * 0.81],
        [x + w * 0.9, y - height * 0.78],
      ]),
      dark,
    ),
    shape(
      lines([
        [x - w * 0.42, y - height * 0.81],
        [x - w * 0.42, y - height * 0.92],
        [x + w * 0.42, y - height * 0.92],
        [x + w * 0.42, y - height * 0.81],
      ]),
      mix(house.gold, '#fff2c0', 0.6),
    ),
    shape(
      smooth(
        [
          [x - w * 0.62, y - height * 0.915],
          [x, y - height],
          [x + w * 0.62, y - height * 0.915],
        ],
        true,
      ),
      dark,
    ),
  )
}

/** A low clubhouse with a pitched roof, a porch and lamps in the windows. */
export function clubhouse(
  stage: Stage,
  x: number,
  y: number,
  wide: number,
  distance: number,
  lamps = false,
): void {
  const { sheet, side } = stage
  const tall = wide * 0.2
  const wall = tone(stage, house.sand, distance, side * -0.1 + 0.2)
  const roof = tone(stage, mix(house.pine, '#5a4a44', 0.5), distance, 0)
  const glow = lamps ? mix('#ffd98a', house.gold, 0.15) : tone(stage, house.fairway, distance, -0.5)
  sheet.add(
    shape(
      lines([
        [x - wide / 2, y],
        [x - wide / 2, y - tall],
        [x + wide / 2, y - tall],
        [x + wide / 2, y],
      ]),
      wall,
    ),
    shape(
      lines([
        [x - wide * 0.55, y - tall],
        [x - wide * 0.42, y - tall * 2],
        [x + wide * 0.42, y - tall * 2],
        [x + wide * 0.55, y - tall],
      ]),
      roof,
    ),
    shape(
      lines([
        [x + side * wide * 0.1, y - tall],
        [x + side * wide * 0.24, y - tall * 2.25],
        [x + side * wide * 0.38, y - tall],
      ]),
      tone(stage, house.sand, distance, 0.8),
    ),
    shape(
      lines([
        [x + side * wide * 0.06, y - tall * 0.95],
        [x + side * wide * 0.24, y - tall * 2.4],
        [x + side * wide * 0.42, y - tall * 0.95],
        [x + side * wide * 0.38, y - tall * 0.95],
        [x + side * wide * 0.24, y - tall * 2.15],
        [x + side * wide * 0.1, y - tall * 0.95],
      ]),
      roof,
    ),
    shape(
      lines([
        [x - wide * 0.3, y - tall * 1.8],
        [x - wide * 0.3, y - tall * 2.5],
        [x - wide * 0.24, y - tall * 2.5],
        [x - wide * 0.24, y - tall * 1.8],
      ]),
      tone(stage, '#8a6a58', distance, 0),
    ),
  )
  for (let i = 0; i < 7; i++) {
    const wx = x - wide * 0.44 + i * wide * 0.135
    sheet.add(
      shape(
        lines([
          [wx, y - tall * 0.22],
          [wx, y - tall * 0.78],
          [wx + wide * 0.07, y - tall * 0.78],
          [wx + wide * 0.07, y - tall * 0.22],
        ]),
        glow,
      ),
    )
  }
}

/** A stone footbridge over a stream, one arch. */
export function bridge(stage: Stage, x: number, y: number, wide: number, distance: number): void {
  const { sheet, random, place } = stage
  const rise = wide * 0.2
  const arch = (dx: number, up: number, base: number): Point[] =>
    Array.from({ length: 13 }, (_, i) => {
      const a = Math.PI * (i / 12)
      return [x - Math.cos(a) * dx, y + base - Math.sin(a) * up] as const
    })
  const outer = smooth(
    [
      [x - wide / 2, y + rise * 0.3],
      [x - wide * 0.46, y - rise * 0.35],
      [x - wide * 0.2, y - rise * 0.88],
      [x, y - rise],
      [x + wide * 0.2, y - rise * 0.88],
      [x + wide * 0.46, y - rise * 0.35],
      [x + wide / 2, y + rise * 0.3],
    ],
    false,
  )
  const hole = arch(wide * 0.24, rise * 0.95, rise * 0.34)
  const d = `${outer}L${hole
    .reverse()
    .map(([px, py]) => `${num(px)} ${num(py)}`)
    .join('L')}Z`
  const clip = sheet.clip(d)
  sheet.add(
    shape(
      d,
      sheet.linear([
        [0, tone(stage, place.rock[1], distance, 0.8)],
        [1, tone(stage, place.rock[0], distance, -0.4)],
      ]),
    ),
    `<g clip-path="url(#${clip})">`,
  )
  for (let i = 0; i < 46; i++) {
    const [px, py] = [x + random.range(-0.5, 0.5) * wide, y + random.range(-1, 0.35) * rise]
    sheet.add(
      `<rect x="${num(px)}" y="${num(py)}" width="${num(wide * random.range(0.03, 0.06))}" height="${num(wide * 0.018)}" fill="${tone(stage, random.chance(0.5) ? place.rock[0] : place.rock[1], distance, random.range(-0.7, 1))}" opacity="0.6"/>`,
    )
  }
  sheet.add('</g>', stroke(outer, tone(stage, place.rock[1], distance, 1), wide * 0.022))
}

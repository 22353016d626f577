import { house, mix } from './palette.ts'
import { type Stage, tone } from './stage.ts'
import { lines, num, type Point, shape, smooth, stroke } from './svg.ts'
import { castShadow } from './trees.ts'

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
  castShadow(stage, x, y, wide * 0.5, wide * 0.5)
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

/** A small boat under sail. */
export function sail(stage: Stage, x: number, y: number, size: number): void {
  const { sheet, mood } = stage
  sheet.add(
    shape(
      lines([
        [x, y - size],
        [x, y - size * 0.12],
        [x + size * 0.5, y - size * 0.12],
      ]),
      mix('#fffdf6', mood.haze, 0.15),
    ),
    shape(
      lines([
        [x - size * 0.06, y - size * 0.82],
        [x - size * 0.06, y - size * 0.12],
        [x - size * 0.34, y - size * 0.12],
      ]),
      mix('#fffdf6', mood.shade, 0.25),
    ),
    shape(
      lines([
        [x - size * 0.4, y - size * 0.08],
        [x + size * 0.52, y - size * 0.08],
        [x + size * 0.36, y + size * 0.06],
        [x - size * 0.28, y + size * 0.06],
      ]),
      mix(mood.shade, mood.haze, 0.15),
    ),
  )
}

/** Long shadows of trees outside the picture, reaching in across the foreground from the sun's side. */
export function foreshade(stage: Stage, top: number, strength = 0.4): void {
  const { sheet, random, mood, side, width, height } = stage
  const start = side > 0 ? width + 30 : -30
  for (let i = 0; i < 4; i++) {
    const y = top + ((height - top) * (i + 0.3)) / 3.6 + random.range(-8, 8)
    const [reach, thick] = [
      width * random.range(0.45, 0.95),
      (height - top) * random.range(0.05, 0.1) * (0.7 + i * 0.3),
    ]
    const [upper, lower]: [Point[], Point[]] = [[], []]
    for (let k = 0; k <= 14; k++) {
      const t = k / 14
      const body =
        thick *
        (t > 0.55 ? 1.25 * Math.sin(Math.PI * Math.min(1, (1.02 - t) / 0.9)) ** 0.6 : 0.55 + 0.2 * t) *
        random.range(0.8, 1.2)
      const px = start - side * reach * t
      const py = y + t * 26 + Math.sin(t * 5 + i) * 5
      upper.push([px, py - body])
      lower.unshift([px, py + body])
    }
    const fill = sheet.linear(
      [
        [0, mood.shade, strength],
        [1, mood.shade, strength * 0.25],
      ],
      side > 0 ? 1 : 0,
      0,
      side > 0 ? 0 : 1,
      0,
    )
    sheet.add(shape(smooth([...upper, ...lower]), fill))
  }
}

/** Grain, a breath of vignette and the warmth of the light over everything. Last to be painted. */
export function finish(stage: Stage): string {
  const { sheet, mood, width, height, sun } = stage
  const all = `<rect width="${width}" height="${height}"`
  const glow = sheet.radial([
    [0, mood.light, 0.3],
    [0.5, mood.light, 0.1],
    [1, mood.light, 0],
  ])
  const edge = sheet.radial([
    [0, mood.shade, 0],
    [0.66, mood.shade, 0],
    [1, mood.shade, 0.2],
  ])
  sheet.add(
    `<ellipse cx="${num(Math.min(width * 1.05, Math.max(-width * 0.05, sun.x)))}" cy="${num(stage.horizon + 20)}" rx="${num(width * 0.62)}" ry="${num(height * 0.4)}" fill="${glow}"/>`,
    `<rect x="${num(-width * 0.22)}" y="${num(-height * 0.22)}" width="${num(width * 1.44)}" height="${num(height * 1.44)}" fill="${edge}"/>`,
    `${all} fill="#fff6e0" opacity="0.055" filter="url(#stipple)"/>`,
  )
  return sheet.toString()
}

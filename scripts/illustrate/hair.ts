import { faceOutline, middle, type Skin } from './face.ts'
import { mix } from './palette.ts'
import type { Random } from './random.ts'
import type { Sitter } from './sitters.ts'
import { ellipse, num, type Point, type Sheet, shape, smooth, stroke } from './svg.ts'

type Locks = { dark: string; mid: string; light: string }

function locksOf(sitter: Sitter): Locks {
  const c = sitter.hairColour
  return { dark: mix(c, '#0f0a0c', 0.46), mid: c, light: mix(c, '#ffdfb0', 0.3) }
}

function hairFill(sheet: Sheet, sitter: Sitter, l: Locks): string {
  return sheet.linear(
    [
      [0, mix(l.mid, l.light, 0.62)],
      [0.38, l.mid],
      [1, l.dark],
    ],
    sitter.side > 0 ? 0.9 : 0.1,
    0,
    sitter.side > 0 ? 0.1 : 0.9,
    0.8,
  )
}

/** A ring of small round lumps: curls. */
function lumpy(random: Random, points: readonly Point[], size: number): string {
  return points
    .map(
      ([x, y]) =>
        `<circle cx="${num(x + random.range(-3, 3))}" cy="${num(y + random.range(-3, 3))}" r="${num(size * random.range(0.75, 1.2))}"/>`,
    )
    .join('')
}

function ring(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  from: number,
  to: number,
  count: number,
): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const a = from + ((to - from) * i) / (count - 1)
    return [cx + Math.cos(a) * rx, cy + Math.sin(a) * ry] as const
  })
}

/** Hair that lies behind the neck and shoulders. Draw before the neck. */
export function paintBackHair(sheet: Sheet, sitter: Sitter, random: Random): void {
  const l = locksOf(sitter)
  const fill = sheet.linear([
    [0, l.mid],
    [0.6, l.dark],
    [1, l.dark],
  ])
  const { hair, turn } = sitter
  const drop = (end: number, wide: number, wavy: number): string => {
    const edge = (s: 1 | -1): Point[] =>
      [0, 1, 2, 3, 4, 5].map(
        (i) =>
          [s * (78 + (wide - 78) * (i / 5) + (i % 2 ? wavy : -wavy)), 140 + ((end - 140) * i) / 5] as const,
      )
    return smooth([
      [0, 84],
      [50, 92],
      ...edge(1),
      [wide * 0.5, end + 8],
      [-wide * 0.5, end + 8],
      ...edge(-1).reverse(),
      [-50, 92],
    ])
  }
  if (hair === 'long') sheet.add(shape(drop(408, 104, 0), fill))
  if (hair === 'wavy') sheet.add(shape(drop(390, 112, 6), fill))
  if (hair === 'bob' || hair === 'greyBob') sheet.add(shape(drop(298, 90, 0), fill))
  if (hair === 'curls')
    sheet.add(
      `<g fill="${l.dark}">${lumpy(random, ring(0, 220, 96, 124, -Math.PI, 0.001, 20), 22)}${lumpy(random, ring(0, 240, 98, 106, 0, Math.PI, 18), 24)}</g>`,
      ellipse(0, 230, 92, 120, l.dark),
    )
  if (hair === 'afro')
    sheet.add(
      `<g fill="${l.dark}">${lumpy(random, ring(0, 150, 100, 92, 0, Math.PI * 2, 40), 17)}</g>`,
      ellipse(0, 150, 102, 94, fill),
    )
  if (hair === 'braids' || hair === 'locs') {
    const end = hair === 'braids' ? 430 : 352
    for (let i = 0; i < 11; i++) {
      const t = (i / 10) * 2 - 1
      cord(
        sheet,
        random,
        l,
        t * 78,
        150,
        t * 104 + random.range(-5, 5),
        end - Math.abs(t) * 24,
        hair === 'braids' ? 12 : 10,
      )
    }
  }
  if (hair === 'ponytail') {
    const s = turn > 0 ? -1 : 1
    sheet.add(
      shape(
        smooth([
          [s * 40, 130],
          [s * 86, 150],
          [s * 108, 220],
          [s * 104, 300],
          [s * 84, 356],
          [s * 78, 300],
          [s * 74, 220],
          [s * 50, 170],
        ]),
        fill,
      ),
    )
    sheet.add(
      stroke(
        smooth(
          [
            [s * 80, 170],
            [s * 96, 230],
            [s * 92, 320],
          ],
          false,
        ),
        l.light,
        2.4,
        'opacity="0.3"',
      ),
    )
  }
  if (hair === 'bun' && sitter.headwear !== 'hijab') {
    sheet.add(
      ellipse(turn * -8, 74, 37, 33, fill),
      stroke(`M${num(turn * -8 - 24)} 70q24 -26 48 -2`, l.light, 3, 'opacity="0.35"'),
      stroke(`M${num(turn * -8 - 28)} 82q26 -20 56 -4`, l.light, 2, 'opacity="0.25"'),
    )
  }
}

function cord(
  sheet: Sheet,
  random: Random,
  l: Locks,
  x: number,
  y: number,
  toX: number,
  toY: number,
  wide: number,
): void {
  const path = smooth(
    [
      [x, y],
      [x * 1.16 + random.range(-3, 3), (y + toY) / 2],
      [toX, toY],
    ],
    false,
  )
  sheet.add(
    stroke(path, l.dark, wide),
    stroke(
      path,
      mix(l.mid, l.light, 0.4),
      wide * 0.5,
      `stroke-dasharray="${num(wide * 0.5)} ${num(wide * 0.75)}" opacity="0.55"`,
    ),
  )
}

/** Hair over the forehead and temples. Draw after the face. */
export function paintFrontHair(sheet: Sheet, sitter: Sitter, random: Random): void {
  const l = locksOf(sitter)
  const { hair, side, turn } = sitter
  const w = sitter.width
  const fill = hairFill(sheet, sitter, l)
  const m = middle(sitter, 130)
  const part = turn > 0 ? -1 : 1
  const cap = (burn: number, line: readonly Point[], rise = 0, puffed = 0): Point[] => [
    [-72 * w, burn],
    [-(79 + puffed) * w, burn - 30],
    [-(81 + puffed) * w, 142 - rise * 0.3],
    [-(62 + puffed) * w, 102 - rise * 0.8],
    [-30, 84 - rise],
    [8, 80 - rise],
    [40, 87 - rise],
    [(64 + puffed) * w, 104 - rise * 0.8],
    [(81 + puffed) * w, 142 - rise * 0.3],
    [(79 + puffed) * w, burn - 30],
    [72 * w, burn],
    ...line,
  ]
  const plain: Point[] = [
    [67 * w, burnIn(205)],
    [63 * w, 164],
    [55 * w, 139],
    [30 + m, 127],
    [m, 123],
    [-30 + m, 127],
    [-55 * w, 139],
    [-63 * w, 164],
    [-67 * w, burnIn(205)],
  ]
  const paint = (points: readonly Point[]) => {
    sheet.add(shape(smooth(points), fill))
    return sheet.clip(smooth(points))
  }
  const strands = (clip: string, list: readonly (readonly Point[])[], width = 3) =>
    sheet.add(
      `<g clip-path="url(#${clip})">${list.map((path, i) => stroke(smooth(path, false), i % 3 === 2 ? l.dark : l.light, width, `opacity="${i % 3 === 2 ? 0.4 : 0.26}"`)).join('')}</g>`,
    )
  const combed = (fromX: number, count = 9): Point[][] =>
    Array.from({ length: count }, (_, i) => {
      const t = (i / (count - 1)) * 2 - 1
      return [
        [fromX + t * 10, 84],
        [fromX + t * 46, 100],
        [t * 76 * w, 138],
        [t * 78 * w, 190],
      ] as const
    }).map((points) => [...points])

  if (hair === 'bald') return
  if (hair === 'buzz') {
    sheet.add(shape(smooth(cap(198, plain, -9, -5)), fill, 'opacity="0.78" filter="url(#edge)"'))
    return
  }
  if (hair === 'receding') {
    const line: Point[] = [
      [67 * w, 198],
      [66 * w, 160],
      [60 * w, 128],
      [44, 104],
      [20 + m, 112],
      [m, 109],
      [-20 + m, 112],
      [-44, 104],
      [-60 * w, 128],
      [-66 * w, 160],
      [-67 * w, 198],
    ]
    strands(paint(cap(205, line, -3, -2)), combed(0))
    return
  }
  if (hair === 'crop') {
    const jag: Point[] = plain.map(([x, y], i) => [x, y + (i > 2 && i < 6 ? (i % 2 ? -4 : 3) : 0)] as const)
    strands(
      paint(cap(212, jag, 4)),
      Array.from({ length: 14 }, (_, i) => [
        [-70 + i * 11, 130 - Math.sin(i / 4) * 30],
        [-66 + i * 11 + part * 6, 104 - Math.sin(i / 4) * 12],
      ]),
      3,
    )
    return
  }
  if (hair === 'part' || hair === 'swept') {
    const high = hair === 'swept' ? 14 : 6
    const line: Point[] = [
      [67 * w, 205],
      [63 * w, 166],
      [54 * w, 138 - (part < 0 ? 8 : 0)],
      [part * 34, 118],
      [part * 22, 112],
      [-part * 12 + m, 121],
      [-part * 40 + m, 131],
      [-54 * w, 140 - (part > 0 ? 8 : 0)],
      [-63 * w, 166],
      [-67 * w, 205],
    ]
    const sorted =
      part > 0
        ? line
        : [line[0], line[1], line[2], line[6], line[5], line[4], line[3], line[7], line[8], line[9]].flatMap(
            (point) => (point ? [point] : []),
          )
    const clip = paint(cap(hair === 'swept' ? 216 : 206, sorted, high, hair === 'swept' ? 2 : 0))
    strands(
      clip,
      Array.from({ length: 10 }, (_, i) => [
        [part * 30, 116 - i * 3],
        [part * (6 - i * 2), 100 - i * 2],
        [-part * (36 + i * 3), 104 + i * 2 - high],
        [-part * 78, 130 + i * 8],
      ]),
      2.6,
    )
    return
  }
  if (hair === 'curlyTop') {
    paint(cap(206, plain, 6, 1))
    sheet.add(
      `<g fill="${l.mid}">${lumpy(random, ring(0, 128, 72, 46, -Math.PI * 0.98, -0.06, 17), 14)}${lumpy(random, ring(m, 134, 50, 20, -Math.PI * 0.96, -0.12, 10), 12)}</g>`,
    )
    curls(sheet, random, l, side, [-66, 66], [82, 134], 34)
    return
  }
  if (hair === 'afro') {
    paint(cap(188, plain, 8, 6))
    sheet.add(
      `<g fill="${l.mid}">${lumpy(random, ring(m * 0.6, 134, 62 * w, 22, -Math.PI * 0.99, -0.02, 14), 13)}${lumpy(random, ring(0, 160, 80 * w, 54, -Math.PI, -Math.PI * 0.9, 4), 12)}${lumpy(random, ring(0, 160, 80 * w, 54, -Math.PI * 0.1, 0, 4), 12)}</g>`,
    )
    curls(sheet, random, l, side, [-88, 88], [66, 136], 70)
    return
  }
  if (hair === 'curls') {
    paint(cap(196, plain, 5, 6))
    sheet.add(
      `<g fill="${mix(l.mid, l.dark, 0.88)}">${lumpy(random, ring(0, 150, 84, 70, -Math.PI * 0.99, -0.02, 20), 15)}${lumpy(random, ring(m, 140, 60 * w, 26, -Math.PI, 0, 12), 12)}${[
        -1, 1,
      ]
        .map((s) =>
          lumpy(
            random,
            [
              [s * 80, 180],
              [s * 84, 206],
              [s * 82, 234],
              [s * 88, 262],
              [s * 84, 288],
            ],
            15,
          ),
        )
        .join('')}</g>`,
    )
    curls(sheet, random, l, side, [-84, 84], [84, 140], 46)
    return
  }
  if (hair === 'locs' || hair === 'braids') {
    const clip = paint(cap(200, plain, 6, 2))
    strands(
      clip,
      Array.from({ length: 12 }, (_, i) => [
        [(i - 5.5) * 7, 84],
        [(i - 5.5) * 12, 106],
        [(i - 5.5) * 14.5, 150],
      ]),
      4,
    )
    for (const s of [-1, 1])
      for (let i = 0; i < 2; i++)
        cord(
          sheet,
          random,
          l,
          s * (70 + i * 8) * w,
          160,
          s * (78 + i * 12),
          hair === 'braids' ? 350 + i * 30 : 290 + i * 20,
          9,
        )
    return
  }
  if (hair === 'ponytail' || hair === 'bun') {
    const line: Point[] = [
      [68 * w, 190],
      [64 * w, 158],
      [52 * w, 130],
      [28 + m, 118],
      [m, 115],
      [-28 + m, 118],
      [-52 * w, 130],
      [-64 * w, 158],
      [-68 * w, 190],
    ]
    const knot: Point = hair === 'bun' ? [turn * -8, 86] : [-turn * 40, 92]
    const clip = paint(cap(196, line, 3))
    strands(
      clip,
      Array.from({ length: 13 }, (_, i) => [
        [-72 + i * 12, 172 - Math.sin((i / 12) * Math.PI) * 62],
        [(-72 + i * 12) * 0.7 + knot[0] * 0.3, 112],
        knot,
      ]),
      2.6,
    )
    return
  }
  if (hair === 'pixie') {
    const line: Point[] = [
      [66 * w, 214],
      [62 * w, 168],
      [part * 50 + m * 0.2, 128],
      [part * 24, 112],
      [-part * 18 + m, 136],
      [-part * 46, 156],
      [-62 * w, 170],
      [-66 * w, 214],
    ]
    const sorted =
      part > 0
        ? line
        : [line[0], line[1], line[5], line[4], line[3], line[2], line[6], line[7]].flatMap((point) =>
            point ? [point] : [],
          )
    strands(
      paint(cap(222, sorted, 8, 2)),
      Array.from({ length: 10 }, (_, i) => [
        [part * 26, 108 - i * 2],
        [-part * (10 + i * 4), 106 + i],
        [-part * (50 + i * 3), 132 + i * 5],
      ]),
      2.8,
    )
    return
  }
  curtain(sheet, sitter, l, fill, part)
}

function burnIn(y: number): number {
  return y - 3
}

function curls(
  sheet: Sheet,
  random: Random,
  l: Locks,
  side: number,
  xs: readonly [number, number],
  ys: readonly [number, number],
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    const x = random.range(xs[0], xs[1])
    const y = random.range(ys[0], ys[1]) + (x / 80) ** 2 * 16
    const lit = x * side > random.range(-70, 50)
    sheet.add(
      stroke(
        `M${num(x - 4)} ${num(y + 2)}q4 -7 9 -1`,
        lit ? l.light : l.dark,
        2.6,
        `opacity="${lit ? 0.34 : 0.5}"`,
      ),
    )
  }
}

/** Long hair falling on both sides of the face from a parting. */
function curtain(sheet: Sheet, sitter: Sitter, l: Locks, fill: string, part: number): void {
  const { hair, width: w } = sitter
  const end = hair === 'long' ? 404 : hair === 'wavy' ? 384 : 292
  const wave = hair === 'wavy' ? 7 : 0
  const px = part * 16
  for (const s of [-part, part]) {
    const big = s !== part
    const inner: Point[] = [
      [px, 113],
      [s * (big ? 34 : 44), 130 + (big ? 6 : -2)],
      [s * 61 * w, 162],
      [s * 68 * w, 204],
      [s * (66 + wave) * w, 250],
    ]
    const tail: Point[] =
      hair === 'bob' || hair === 'greyBob'
        ? [
            [s * 62 * w, 284],
            [s * 72, 303],
            [s * 90, 298],
            [s * 96, 262],
          ]
        : [
            [s * (64 - wave), 300],
            [s * (70 + wave), 350],
            [s * 76, end],
            [s * 104, end - 4],
            [s * (110 - wave), 340],
            [s * (100 + wave), 280],
          ]
    const outer: Point[] = [
      [s * (92 + wave * 0.4), 210],
      [s * 88, 150],
      [s * 68, 98],
      [s * 28, 74],
      [px - s * 2, 73],
    ]
    const path = smooth([...inner, ...tail, ...outer])
    const clip = sheet.clip(path)
    sheet.add(shape(path, fill), `<g clip-path="url(#${clip})">`)
    for (let i = 0; i < 7; i++) {
      const t = i / 6
      const run = smooth(
        [
          [px + s * 4, 78 + t * 24],
          [s * (40 + 26 * (1 - t)), 112],
          [s * (68 + 22 * (1 - t)), 180],
          [s * (70 + 26 * (1 - t) + wave), 250],
          [s * (68 + 34 * (1 - t) - wave), 320],
          [s * (74 + 26 * (1 - t)), end],
        ],
        false,
      )
      sheet.add(stroke(run, i % 3 === 1 ? l.dark : l.light, 2.6, `opacity="${i % 3 === 1 ? 0.42 : 0.24}"`))
    }
    sheet.add('</g>')
  }
}

/** Beard and moustache. Draw after the face's planes and before the mouth. */
export function paintBeard(sheet: Sheet, sitter: Sitter, skin: Skin): void {
  const { beard, width: w, turn } = sitter
  if (beard === 'none') return
  const l = locksOf(sitter)
  const m = (y: number) => middle(sitter, y)
  const outline = smooth(
    faceOutline(sitter).map(
      ([x, y]) => [x * (y > 230 ? 1.03 : 1), y > 290 ? y + (beard === 'full' ? 8 : 0) : y] as const,
    ),
  )
  const clip = sheet.clip(outline)
  const moustache = smooth([
    [m(255) - 30, 268],
    [m(250) - 18, 255],
    [m(250), 251],
    [m(250) + 18, 255],
    [m(255) + 30, 268],
    [m(262) + 14, 263],
    [m(262), 261],
    [m(262) - 14, 263],
  ])
  const jaw = smooth([
    [-86, 196],
    [-68 * w, 206],
    [-60 * w, 232],
    [m(250) - 40, 252],
    [m(258) - 28, 262],
    [m(280) - 22, 282],
    [m(280), 284],
    [m(280) + 22, 282],
    [m(258) + 28, 262],
    [m(250) + 40, 252],
    [60 * w, 232],
    [68 * w, 206],
    [86, 196],
    [96, 300],
    [turn * 7, 340],
    [-96, 300],
  ])
  const fill = sheet.linear([
    [0, mix(l.mid, skin.shade, 0.3)],
    [0.4, l.mid],
    [1, l.dark],
  ])
  const goat = smooth([
    [m(266) - 30, 264],
    [m(280) - 22, 280],
    [m(280), 283],
    [m(280) + 22, 280],
    [m(266) + 30, 264],
    [m(300) + 28, 312],
    [turn * 7, 326],
    [m(300) - 28, 312],
  ])
  sheet.add(`<g clip-path="url(#${clip})">`)
  if (beard === 'stubble')
    sheet.add(
      shape(jaw, fill, 'opacity="0.26" filter="url(#soft)"'),
      shape(moustache, fill, 'opacity="0.26" filter="url(#edge)"'),
    )
  if (beard === 'full')
    sheet.add(
      shape(jaw, fill, 'opacity="0.93" filter="url(#edge)"'),
      shape(moustache, fill, 'opacity="0.95" filter="url(#edge)"'),
    )
  if (beard === 'goatee')
    sheet.add(
      shape(goat, fill, 'opacity="0.9" filter="url(#edge)"'),
      shape(moustache, fill, 'opacity="0.9" filter="url(#edge)"'),
    )
  if (beard === 'moustache') sheet.add(shape(moustache, fill, 'opacity="0.95" filter="url(#edge)"'))
  if (beard === 'full')
    for (let i = 0; i < 15; i++)
      sheet.add(
        stroke(
          `M${num(-52 + i * 7.4 + turn * 6)} ${num(280 + Math.sin(i / 2.4) * 8)}q${num((i - 7) * 0.5)} 12 ${num((i - 7) * 0.3)} 24`,
          i % 2 ? l.light : l.dark,
          1.8,
          'opacity="0.22"',
        ),
      )
  sheet.add('</g>')
}

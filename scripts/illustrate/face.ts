import { mix } from './colour.ts'
import type { Sitter } from './sitter.ts'
import { ellipse, num, type Point, type Sheet, shape, smooth, stroke } from './svg.ts'

/** Skin in light and in shadow; `line` for the few drawn lines, `lip` for the mouth. */
export type Skin = {
  base: string
  light: string
  bright: string
  half: string
  shade: string
  deep: string
  line: string
  lip: string
  blush: string
}

const tones: readonly string[] = [
  '#efcbb1',
  '#e6bb9a',
  '#dcaa86',
  '#c9916a',
  '#ad7650',
  '#8d5a3b',
  '#6f452d',
  '#553323',
]

export function skinOf(sitter: Sitter): Skin {
  const base = tones[sitter.skin] ?? '#dcaa86'
  const dark = sitter.skin / 7
  const shadow = mix('#7a4048', '#1c0f18', dark)
  return {
    base,
    light: mix(base, '#ffe9cc', 0.24 - dark * 0.05),
    bright: mix(base, '#fff4e2', 0.58 - dark * 0.24),
    half: mix(base, shadow, 0.2),
    shade: mix(base, shadow, 0.38 + dark * 0.04),
    deep: mix(base, shadow, 0.6),
    line: mix(base, mix('#4a2329', '#120a0d', dark), 0.78),
    lip: mix(base, sitter.woman ? '#a8434b' : '#93484a', (sitter.woman ? 0.46 : 0.3) - dark * 0.06),
    blush: mix(base, '#c8544a', 0.42),
  }
}

/** How far the middle of the face has turned aside at this height, in pixels. */
export function middle(sitter: Sitter, y: number): number {
  const bulge = y < 180 ? 0.7 : y < 245 ? 1 + (y - 180) / 130 : 1.25 - (y - 245) / 110
  return sitter.turn * 12 * bulge
}

/** The head's outline around x = 0: skull top at 92, chin at 308. */
export function faceOutline(sitter: Sitter): Point[] {
  const { width: w, jaw: j, turn, woman } = sitter
  const half: readonly Point[] = [
    [26, 95],
    [52, 109],
    [69, 140],
    [73.5, 176],
    [72.5, 208],
    [67 * (0.5 + j / 2), 238],
    [57 * j, 266],
    [40 * j, 291],
    [woman ? 19 : 23, 306],
  ]
  const reach = (sign: 1 | -1) =>
    w * (Math.sign(turn) === sign ? 1 - 0.075 * Math.abs(turn) : 1 + 0.02 * Math.abs(turn))
  const place = (sign: 1 | -1) =>
    half.map(([x, y]) => [sign * x * reach(sign) + (y > 230 ? turn * 7 * ((y - 230) / 76) : 0), y] as const)
  return [[0, 92], ...place(1), [turn * 7, woman ? 309 : 311], ...place(-1).reverse()]
}

/** Neck, ears, the face's mass and its planes of light. The head is drawn around x = 0. */
export function paintHead(sheet: Sheet, sitter: Sitter, skin: Skin, hideEars: boolean): void {
  const { side, turn, woman, jaw, width: w } = sitter
  if (!hideEars) for (const sign of [-1, 1] as const) ear(sheet, sitter, skin, sign)
  const outline = faceOutline(sitter)
  const path = smooth(outline)
  const clip = sheet.clip(path)
  const s = -side
  const m = (y: number) => middle(sitter, y)
  const lit = sheet.linear(
    [
      [0, skin.light],
      [0.5, skin.base],
      [1, skin.half],
    ],
    side > 0 ? 1 : 0,
    0.2,
    side > 0 ? 0 : 1,
    0.6,
  )
  sheet.add(shape(path, lit), `<g clip-path="url(#${clip})">`)
  const edge = (inset: number): Point[] => [
    [s * 96, 80],
    [s * (54 - inset), 96],
    [s * (50 - inset), 140],
    [m(180) + s * (50 - inset), 178],
    [m(205) + s * (47 - inset), 206],
    [m(222) + s * (51 - inset), 224],
    [m(250) + s * (40 - inset) * (0.6 + jaw * 0.4), 252],
    [m(276) + s * (30 - inset * 0.8), 280],
    [m(300) + s * (16 - inset * 0.6), 316],
    [s * 96, 330],
  ]
  sheet.add(
    shape(smooth(edge(16)), skin.half, 'opacity="0.55" filter="url(#soft)"'),
    shape(
      smooth(edge(0)),
      sheet.linear([
        [0, skin.shade, 0.75],
        [0.7, skin.shade, 0.9],
        [1, skin.deep, 0.85],
      ]),
      'filter="url(#edge)"',
    ),
    ellipse(m(150) + side * 20, 138, 36, 22, skin.bright, 'opacity="0.38" filter="url(#soft)"'),
    shape(
      smooth([
        [m(215) + side * 30, 222],
        [m(215) + side * 52 * w, 208],
        [m(215) + side * 62 * w, 218],
        [m(225) + side * 46 * w, 240],
        [m(225) + side * 30, 238],
      ]),
      skin.bright,
      `opacity="${woman ? 0.5 : 0.4}" filter="url(#soft)"`,
    ),
    ellipse(
      m(232) + side * 42,
      238,
      21,
      14,
      skin.blush,
      `opacity="${woman ? 0.34 : 0.2}" filter="url(#soft)"`,
    ),
    ellipse(m(232) + s * 38, 240, 17, 13, skin.blush, `opacity="${woman ? 0.26 : 0.16}" filter="url(#soft)"`),
    ellipse(m(290) + side * 6, 291, 15, 9, skin.light, 'opacity="0.5" filter="url(#soft)"'),
    shape(
      smooth([
        [m(300) - 60, 300],
        [m(300) - 26, 299],
        [m(300), 304],
        [m(300) + 26, 299],
        [m(300) + 60, 300],
        [turn * 7, 330],
      ]),
      skin.shade,
      'opacity="0.5" filter="url(#edge)"',
    ),
    ellipse(side * 84 * w, 190, 12, 90, skin.bright, 'opacity="0.22" filter="url(#soft)"'),
    '</g>',
  )
}

function ear(sheet: Sheet, sitter: Sitter, skin: Skin, sign: 1 | -1): void {
  const away = Math.sign(sitter.turn) === sign
  const x = sign * 73 * sitter.width * (away ? 0.95 : 1.02)
  const grow = away ? 0.62 : 1
  const lit = sign === sitter.side
  const outer = smooth([
    [x - sign * 4, 186],
    [x + sign * 8 * grow, 183],
    [x + sign * 15 * grow, 194],
    [x + sign * 12 * grow, 216],
    [x + sign * 5 * grow, 234],
    [x - sign * 3, 232],
  ])
  sheet.add(
    shape(outer, lit ? skin.light : skin.shade),
    shape(
      smooth([
        [x, 194],
        [x + sign * 8 * grow, 192],
        [x + sign * 9 * grow, 204],
        [x + sign * 5 * grow, 218],
        [x, 222],
      ]),
      lit ? skin.half : skin.deep,
      'opacity="0.6"',
    ),
    stroke(
      `M${num(x + sign * 2)} 192Q${num(x + sign * 11 * grow)} 190 ${num(x + sign * 9 * grow)} 212`,
      lit ? skin.bright : skin.half,
      1.6,
      'opacity="0.6"',
    ),
  )
}

import { clothFill } from './cloth.ts'
import { house, mix } from './colour.ts'
import { middle, type Skin } from './face.ts'
import type { Sitter } from './sitter.ts'
import { ellipse, num, type Sheet, shape, smooth, stroke } from './svg.ts'

export function castOnFace(sheet: Sheet, sitter: Sitter, skin: Skin, y: number, depth: number): void {
  const w = 70 * sitter.width
  const m = middle(sitter, 170)
  sheet.add(
    shape(
      smooth([
        [-w, y - 8],
        [m, y - 14],
        [w, y - 8],
        [w - 2, y + depth * 0.8],
        [m + 20, y + depth],
        [m - 20, y + depth],
        [-w + 2, y + depth * 0.8],
      ]),
      skin.shade,
      'opacity="0.72" filter="url(#edge)"',
    ),
  )
}

export function cap(sheet: Sheet, sitter: Sitter, skin: Skin, visor: boolean): void {
  const { side, turn, width: w, hatColour: colour } = sitter
  const m = turn * 20
  castOnFace(sheet, sitter, skin, 150, 22)
  const fill = clothFill(sheet, colour, side)
  const deep = mix(colour, '#1a2430', 0.5)
  if (visor) {
    sheet.add(
      shape(
        smooth([
          [-82 * w, 156],
          [-80 * w, 128],
          [-40, 116],
          [m, 111],
          [40, 116],
          [80 * w, 128],
          [82 * w, 156],
          [40, 146],
          [m, 142],
          [-40, 146],
        ]),
        fill,
      ),
    )
  } else {
    const dome = smooth([
      [-83 * w, 160],
      [-83 * w, 124],
      [-64 * w, 88],
      [-30, 70],
      [6, 66],
      [38, 72],
      [66 * w, 90],
      [83 * w, 124],
      [83 * w, 160],
      [40, 148],
      [m, 142],
      [-40, 148],
    ])
    const clip = sheet.clip(dome)
    sheet.add(
      shape(dome, fill),
      `<g clip-path="url(#${clip})">`,
      stroke(`M4 66Q${num(m * 1.3)} 96 ${num(m)} 150`, deep, 1.6, 'opacity="0.35"'),
      stroke(`M2 66Q${num(-56 + m)} 84 ${num(-66 + m * 0.5)} 160`, deep, 1.4, 'opacity="0.3"'),
      stroke(`M6 66Q${num(60 + m)} 84 ${num(68 + m * 0.5)} 160`, deep, 1.4, 'opacity="0.3"'),
      shape(
        smooth([
          [-side * 96, 60],
          [-side * 30, 60],
          [-side * 46, 110],
          [-side * 58, 170],
          [-side * 96, 170],
        ]),
        deep,
        'opacity="0.34" filter="url(#soft)"',
      ),
      '</g>',
      ellipse(4, 66, 5.4, 3, deep),
    )
  }
  mark(sheet, m, visor ? 129 : 118, colour)
  const brim = smooth([
    [-74 * w + m * 0.2, 152],
    [-40 + m, 138],
    [m, 133],
    [40 + m, 138],
    [74 * w + m * 0.2, 152],
    [68 + m * 1.3, 170],
    [38 + m * 1.6, 177],
    [m * 1.7, 180],
    [-38 + m * 1.6, 177],
    [-68 + m * 1.3, 170],
  ])
  sheet.add(
    shape(
      brim,
      sheet.linear([
        [0, mix(colour, '#fff1d6', 0.2)],
        [0.55, colour],
        [0.86, mix(colour, '#1a2430', 0.25)],
        [1, mix(colour, '#1a2430', 0.62)],
      ]),
    ),
    stroke(
      smooth(
        [
          [-66 + m * 1.3, 168],
          [-36 + m * 1.6, 173],
          [m * 1.7, 175.6],
          [36 + m * 1.6, 173],
          [66 + m * 1.3, 168],
        ],
        false,
      ),
      mix(colour, '#fff1d6', 0.5),
      1.4,
      'opacity="0.5"',
    ),
  )
}

/** A small plain badge: a hill and a stick. */
function mark(sheet: Sheet, x: number, y: number, colour: string): void {
  const ink =
    colour === house.paper || colour === house.sand || colour === house.sky ? house.fairway : house.sand
  sheet.add(
    stroke(`M${num(x - 9)} ${num(y + 6)}q9 -7 18 0`, ink, 2.2, 'opacity="0.85"'),
    stroke(`M${num(x + 1)} ${num(y + 2)}v-11l7 3.2l-7 3`, ink, 1.8, 'opacity="0.85"'),
  )
}

import { middle, type Skin } from './face.ts'
import { house, mix } from './palette.ts'
import type { Sitter } from './sitters.ts'
import { ellipse, num, type Point, type Sheet, shape, smooth, stroke } from './svg.ts'

/** Cloth in the sitter's light: bright on the sun's side, deep on the other. */
export function clothFill(sheet: Sheet, colour: string, side: number): string {
  return sheet.linear(
    [
      [0, mix(colour, '#fff1d6', 0.26)],
      [0.45, colour],
      [1, mix(colour, '#1a2430', 0.42)],
    ],
    side > 0 ? 1 : 0,
    0,
    side > 0 ? 0 : 1,
    0.35,
  )
}

/** Whatever is worn on the head. Draw last on the head. */
export function paintHeadwear(sheet: Sheet, sitter: Sitter, skin: Skin): void {
  const { headwear: kind } = sitter
  if (kind === 'cap' || kind === 'visor') cap(sheet, sitter, skin, kind === 'visor')
  if (kind === 'bucket' || kind === 'straw') brimmed(sheet, sitter, skin, kind === 'straw')
  if (kind === 'flatcap') flatcap(sheet, sitter, skin)
  if (kind === 'hijab') hijab(sheet, sitter)
  if (kind === 'turban') turban(sheet, sitter, skin)
}

function castOnFace(sheet: Sheet, sitter: Sitter, skin: Skin, y: number, depth: number): void {
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

function cap(sheet: Sheet, sitter: Sitter, skin: Skin, visor: boolean): void {
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

function brimmed(sheet: Sheet, sitter: Sitter, skin: Skin, straw: boolean): void {
  const { side, turn, width: w } = sitter
  const colour = straw ? '#dcc08a' : sitter.hatColour
  const m = turn * 10
  const reach = straw ? 142 : 108
  castOnFace(sheet, sitter, skin, 152, 34)
  const crown = smooth([
    [-78 * w, 150],
    [-74 * w, 104],
    [-58, 76],
    [-8, 66],
    [50, 74],
    [74 * w, 104],
    [78 * w, 150],
  ])
  const brim = smooth([
    [-reach, 166],
    [-84, 140],
    [m, 132],
    [84, 140],
    [reach, 166],
    [70 + m, 174],
    [m, 179],
    [-70 + m, 174],
  ])
  sheet.add(
    shape(crown, clothFill(sheet, colour, side)),
    shape(
      smooth([
        [-79 * w, 152],
        [-78 * w, 128],
        [m, 116],
        [78 * w, 128],
        [79 * w, 152],
        [m, 142],
      ]),
      straw ? house.pine : mix(colour, '#1a2430', 0.3),
      straw ? '' : 'opacity="0.4"',
    ),
    shape(
      brim,
      sheet.linear([
        [0, mix(colour, '#fff1d6', 0.3)],
        [0.6, colour],
        [1, mix(colour, '#1a2430', 0.5)],
      ]),
    ),
  )
  const clip = sheet.clip(brim)
  sheet.add(
    `<g clip-path="url(#${clip})">`,
    shape(
      smooth([
        [-side * 30, 120],
        [-side * 160, 120],
        [-side * 160, 190],
        [-side * 60, 190],
      ]),
      mix(colour, '#1a2430', 0.5),
      'opacity="0.4" filter="url(#soft)"',
    ),
  )
  for (let i = 0; i < (straw ? 4 : 2); i++)
    sheet.add(
      stroke(
        smooth(
          [
            [-reach + i * 12, 164 + i],
            [m, 172 - i * 8 - 2],
            [reach - i * 12, 164 + i],
          ],
          false,
        ),
        mix(colour, '#1a2430', 0.45),
        1.2,
        'opacity="0.4"',
      ),
    )
  sheet.add('</g>')
}

function flatcap(sheet: Sheet, sitter: Sitter, skin: Skin): void {
  const { side, turn, width: w } = sitter
  const colour = '#6f6a55'
  const m = turn * 18
  castOnFace(sheet, sitter, skin, 150, 20)
  const body = smooth([
    [-84 * w, 150],
    [-88 * w, 118],
    [-60, 84],
    [m * 0.4, 74],
    [60, 84],
    [88 * w, 118],
    [84 * w, 150],
    [44 + m, 146],
    [m, 142],
    [-44 + m, 146],
  ])
  const clip = sheet.clip(body)
  sheet.add(shape(body, clothFill(sheet, colour, side)), `<g clip-path="url(#${clip})">`)
  for (let i = 0; i < 11; i++)
    sheet.add(
      stroke(`M${num(-100 + i * 20)} 60l${num(14 - i * 2)} 110`, '#d8cfae', 1.1, 'opacity="0.16"'),
      stroke(`M-100 ${num(66 + i * 10)}q100 -24 200 0`, '#20241e', 1.1, 'opacity="0.2"'),
    )
  sheet.add(
    '</g>',
    shape(
      smooth([
        [-62 + m, 152],
        [-30 + m, 139],
        [m, 136],
        [30 + m, 139],
        [62 + m, 152],
        [40 + m * 1.3, 168],
        [m * 1.5, 172],
        [-40 + m * 1.3, 168],
      ]),
      sheet.linear([
        [0, mix(colour, '#fff1d6', 0.16)],
        [0.7, mix(colour, '#1a2430', 0.2)],
        [1, mix(colour, '#1a2430', 0.6)],
      ]),
    ),
  )
}

function hijab(sheet: Sheet, sitter: Sitter): void {
  const { side, turn, width: w } = sitter
  const colour = sitter.hatColour === house.paper ? house.sky : sitter.hatColour
  const deep = mix(colour, '#1a2430', 0.5)
  const outer = smooth([
    [0, 74],
    [50, 84],
    [84, 124],
    [92, 190],
    [88, 260],
    [104, 326],
    [132, 372],
    [96, 404],
    [20, 426],
    [-60, 412],
    [-132, 372],
    [-104, 326],
    [-88, 260],
    [-92, 190],
    [-84, 124],
    [-50, 84],
  ])
  const m = (y: number) => middle(sitter, y)
  const hole: Point[] = [
    [m(120), 117],
    [m(130) + 40, 126],
    [64 * w, 160],
    [65 * w, 214],
    [56 * w + turn * 3, 258],
    [34 + turn * 6, 296],
    [turn * 7, 313],
    [-34 + turn * 6, 296],
    [-56 * w + turn * 3, 258],
    [-65 * w, 214],
    [-64 * w, 160],
    [m(130) - 40, 126],
  ]
  const d = `${outer}${smooth(hole)}`
  const clip = sheet.clip(outer)
  sheet.add(shape(d, clothFill(sheet, colour, side), 'fill-rule="evenodd"'), `<g clip-path="url(#${clip})">`)
  const folds: readonly (readonly Point[])[] = [
    [
      [-84, 200],
      [-70, 290],
      [-20, 344],
      [60, 380],
    ],
    [
      [84, 220],
      [74, 290],
      [30, 340],
      [-50, 372],
    ],
    [
      [-94, 260],
      [-86, 330],
      [-30, 380],
    ],
    [
      [90, 270],
      [70, 350],
      [0, 404],
    ],
    [
      [-40, 100],
      [-78, 150],
      [-80, 230],
    ],
    [
      [40, 100],
      [78, 150],
      [80, 230],
    ],
  ]
  for (const [i, fold] of folds.entries())
    sheet.add(
      stroke(
        smooth(fold, false),
        i % 2 ? deep : mix(colour, '#fff1d6', 0.5),
        6,
        `opacity="0.3" filter="url(#edge)"`,
      ),
    )
  sheet.add('</g>', stroke(smooth(hole), deep, 4, 'opacity="0.45" filter="url(#edge)"'))
}

function turban(sheet: Sheet, sitter: Sitter, skin: Skin): void {
  const { side, turn, width: w } = sitter
  const colour =
    sitter.hatColour === house.paper || sitter.hatColour === house.sand ? house.fairway : sitter.hatColour
  const m = turn * 10
  const deep = mix(colour, '#1a2430', 0.55)
  sheet.add('<g transform="translate(0 16)">')
  castOnFace(sheet, sitter, skin, 132, 14)
  const body = smooth([
    [-80 * w, 178],
    [-96, 132],
    [-84, 80],
    [-40, 46],
    [m, 38],
    [42, 46],
    [86, 80],
    [96, 132],
    [80 * w, 178],
    [60 * w, 146],
    [m + 22, 122],
    [m, 112],
    [m - 22, 122],
    [-60 * w, 146],
  ])
  const clip = sheet.clip(body)
  sheet.add(shape(body, clothFill(sheet, colour, side)), `<g clip-path="url(#${clip})">`)
  for (let i = 0; i < 6; i++)
    for (const s of [-1, 1]) {
      const fold = smooth(
        [
          [m + s * 2, 118 - i * 14],
          [s * (46 + i * 2), 118 - i * 12],
          [s * (100 + i * 3), 172 - i * 20],
        ],
        false,
      )
      sheet.add(
        stroke(fold, s === side ? mix(colour, '#fff1d6', 0.45) : deep, 3, 'opacity="0.4"'),
        stroke(
          `${smooth(
            [
              [m + s * 2, 122 - i * 14],
              [s * (46 + i * 2), 123 - i * 12],
              [s * (100 + i * 3), 178 - i * 20],
            ],
            false,
          )}`,
          deep,
          3.4,
          'opacity="0.34" filter="url(#edge)"',
        ),
      )
    }
  sheet.add('</g></g>')
}

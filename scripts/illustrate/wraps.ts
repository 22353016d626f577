import { castOnFace } from './cap.ts'
import { clothFill } from './cloth.ts'
import { house, mix } from './colour.ts'
import { middle, type Skin } from './face.ts'
import type { Sitter } from './sitter.ts'
import { type Point, type Sheet, shape, smooth, stroke } from './svg.ts'

export function hijab(sheet: Sheet, sitter: Sitter): void {
  const { side, turn, width: w } = sitter
  const colour = sitter.number % 2 ? '#7f9db0' : '#c9a25f'
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

export function turban(sheet: Sheet, sitter: Sitter, skin: Skin): void {
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

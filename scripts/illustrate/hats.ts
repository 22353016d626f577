import { castOnFace } from './cap.ts'
import { clothFill } from './cloth.ts'
import { house, mix } from './colour.ts'
import type { Skin } from './face.ts'
import type { Sitter } from './sitter.ts'
import { num, type Sheet, shape, smooth, stroke } from './svg.ts'

export function brimmed(sheet: Sheet, sitter: Sitter, skin: Skin, straw: boolean): void {
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

export function flatcap(sheet: Sheet, sitter: Sitter, skin: Skin): void {
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

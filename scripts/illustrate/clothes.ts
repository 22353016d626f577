import type { Skin } from './face.ts'
import { clothFill } from './headwear.ts'
import { mix } from './palette.ts'
import type { Sitter } from './sitters.ts'
import { ellipse, num, type Point, type Sheet, shape, smooth, stroke } from './svg.ts'

/** Shoulders and what is worn on them, around x = 0, down to the picture's foot at 480. */
export function paintClothes(sheet: Sheet, sitter: Sitter, skin: Skin): void {
  const { woman, side, cloth, trim, garment } = sitter
  const [n, reach] = woman ? [46, 140] : [58, 172]
  const drop = woman ? 8 : 0
  const half = (s: 1 | -1): Point[] => [
    [s * n, 346],
    [s * (n + 30), 356 + drop],
    [s * reach * 0.8, 376 + drop],
    [s * reach, 412 + drop],
    [s * (reach + 16), 500],
    [s * (reach + 18), 580],
  ]
  const body = smooth([...half(1), ...half(-1).reverse(), [-n * 0.5, 372], [0, 392], [n * 0.5, 372]])
  const clip = sheet.clip(body)
  const deep = mix(cloth, '#1a2430', 0.5)
  const lit = mix(cloth, '#fff1d6', 0.36)
  sheet.add(shape(body, clothFill(sheet, cloth, side)), `<g clip-path="url(#${clip})">`)
  if (garment === 'stripes')
    for (let y = 404; y < 560; y += 22)
      sheet.add(stroke(`M-200 ${y + 14}Q0 ${y - 26} 200 ${y + 14}`, trim, 7, 'opacity="0.75"'))
  if (garment === 'vest')
    for (const s of [-1, 1])
      sheet.add(
        shape(
          smooth([
            [s * reach * 0.62, 360],
            [s * reach * 0.7, 400],
            [s * reach * 0.66, 580],
            [s * 240, 580],
            [s * 240, 340],
          ]),
          clothFill(sheet, trim, side),
        ),
      )
  sheet.add(
    shape(
      smooth([
        [-side * 20, 396],
        [-side * 70, 380],
        [-side * 240, 370],
        [-side * 240, 600],
        [-side * 40, 600],
      ]),
      deep,
      'opacity="0.4" filter="url(#soft)"',
    ),
    stroke(
      smooth(
        [
          [side * reach * 0.74, 430],
          [side * reach * 0.66, 470],
          [side * reach * 0.66, 580],
        ],
        false,
      ),
      deep,
      9,
      'opacity="0.4" filter="url(#soft)"',
    ),
    stroke(
      smooth(
        [
          [-side * reach * 0.74, 430],
          [-side * reach * 0.66, 470],
          [-side * reach * 0.66, 580],
        ],
        false,
      ),
      deep,
      10,
      'opacity="0.6" filter="url(#soft)"',
    ),
    stroke(
      smooth(
        [
          [side * n, 356],
          [side * reach * 0.8, 386 + drop],
          [side * (reach - 4), 424],
        ],
        false,
      ),
      lit,
      5,
      'opacity="0.55" filter="url(#edge)"',
    ),
    stroke(
      smooth(
        [
          [-34, 412],
          [-10, 446],
          [-16, 560],
        ],
        false,
      ),
      deep,
      4,
      'opacity="0.22" filter="url(#edge)"',
    ),
    '</g>',
  )
  if (garment === 'quarterzip') zip(sheet, sitter, n)
  else collar(sheet, sitter, skin, n, garment === 'sweater' || garment === 'vest')
}

function collar(sheet: Sheet, sitter: Sitter, skin: Skin, n: number, layered: boolean): void {
  const { side, cloth, trim, number } = sitter
  const colour = layered ? trim : number % 3 === 0 ? trim : cloth
  const deep = mix(colour, '#1a2430', 0.5)
  const low = layered ? 398 : 424
  if (layered)
    sheet.add(
      shape(
        smooth([
          [-n - 6, 356],
          [-n * 0.6, 396],
          [0, 428],
          [n * 0.6, 396],
          [n + 6, 356],
          [n * 0.7, 352],
          [0, 380],
          [-n * 0.7, 352],
        ]),
        clothFill(sheet, mix(sitter.cloth, '#1a2430', 0.14), side),
      ),
    )
  else
    sheet.add(
      shape(
        smooth([
          [-7, 392],
          [8, 392],
          [8, 490],
          [-7, 490],
        ]),
        clothFill(sheet, mix(colour, '#fff1d6', 0.06), side),
      ),
      stroke(`M8 396V490`, deep, 1.4, 'opacity="0.5"'),
    )
  sheet.add(
    shape(
      smooth([
        [-n * 0.86, 346],
        [-n * 0.3, 372],
        [0, low - 6],
        [n * 0.3, 372],
        [n * 0.86, 346],
      ]),
      skin.half,
    ),
    shape(
      smooth([
        [-n * 0.8, 346],
        [-n * 0.26, 366],
        [-side * 4, low - 14],
        [-side * n * 0.5, 360],
        [0, 350],
      ]),
      skin.shade,
      'opacity="0.55" filter="url(#edge)"',
    ),
  )
  for (const s of [-1, 1] as const) {
    const bright = s === side
    const leaf = smooth([
      [s * (n - 2), 340],
      [s * (n + 9), 352],
      [s * (n * 0.98), 384],
      [s * (n * 0.56), 410],
      [s * 5, low - 16],
      [s * n * 0.36, 386],
      [s * n * 0.72, 360],
    ])
    sheet.add(
      shape(leaf, deep, `opacity="0.4" transform="translate(${-side * 3} 5)" filter="url(#edge)"`),
      shape(leaf, bright ? mix(colour, '#fff1d6', 0.24) : mix(colour, '#1a2430', 0.2)),
      stroke(
        smooth(
          [
            [s * (n * 0.98), 384],
            [s * (n * 0.56), 410],
            [s * 5, low - 16],
          ],
          false,
        ),
        bright ? mix(colour, '#fff8ea', 0.5) : deep,
        1.4,
        'opacity="0.6"',
      ),
    )
  }
  if (!layered)
    for (const y of [434, 456])
      sheet.add(
        ellipse(1, y, 2.6, 2.6, mix(colour === cloth ? trim : cloth, '#fff1d6', 0.2), 'opacity="0.9"'),
      )
}

function zip(sheet: Sheet, sitter: Sitter, n: number): void {
  const { side, cloth, trim } = sitter
  const deep = mix(cloth, '#1a2430', 0.5)
  for (const s of [-1, 1] as const) {
    const flap = smooth([
      [s * (n - 6), 332],
      [s * (n + 6), 344],
      [s * (n + 4), 368],
      [s * n * 0.6, 392],
      [s * 3, 408],
      [s * 6, 392],
      [s * n * 0.56, 366],
      [s * (n - 10), 346],
    ])
    sheet.add(
      shape(flap, s === side ? mix(cloth, '#fff1d6', 0.24) : mix(cloth, '#1a2430', 0.26)),
      stroke(
        smooth(
          [
            [s * (n - 6), 332],
            [s * (n - 10), 346],
            [s * n * 0.56, 366],
            [s * 6, 392],
          ],
          false,
        ),
        trim,
        2,
        'opacity="0.6"',
      ),
    )
  }
  sheet.add(
    stroke('M0 398V462', deep, 3.4, 'opacity="0.8"'),
    stroke('M0 398V462', trim, 1.2, 'stroke-dasharray="2 2.4" opacity="0.8"'),
    stroke(`M0 404v${num(9)}`, trim, 3),
  )
}

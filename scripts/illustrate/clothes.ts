import { clothFill } from './cloth.ts'
import { collar, zip } from './collar.ts'
import { mix } from './colour.ts'
import type { Skin } from './face.ts'
import type { Sitter } from './sitter.ts'
import { type Point, type Sheet, shape, smooth, stroke } from './svg.ts'

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

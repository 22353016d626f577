import { clothFill } from './cloth.ts'
import { mix } from './colour.ts'
import type { Skin } from './face.ts'
import type { Sitter } from './sitter.ts'
import { ellipse, num, type Sheet, shape, smooth, stroke } from './svg.ts'

export function collar(sheet: Sheet, sitter: Sitter, skin: Skin, n: number, layered: boolean): void {
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

export function zip(sheet: Sheet, sitter: Sitter, n: number): void {
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

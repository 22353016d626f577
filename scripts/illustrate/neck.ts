import type { Skin } from './face.ts'
import type { Sitter } from './sitter.ts'
import { num, type Sheet, shape, smooth, stroke } from './svg.ts'

/** The neck and what the jaw's shadow leaves of it. */
export function paintNeck(sheet: Sheet, sitter: Sitter, skin: Skin): void {
  const { woman, side, turn } = sitter
  const n = (woman ? 39 : 51) * sitter.width
  const neck = smooth([
    [-n * 1.04, 250],
    [-n, 310],
    [-n * 1.14, 342],
    [-n * 1.3, 374],
    [-n * 1.1, 420],
    [n * 1.1, 420],
    [n * 1.3, 374],
    [n * 1.14, 342],
    [n, 310],
    [n * 1.04, 250],
  ])
  const clip = sheet.clip(neck)
  sheet.add(
    shape(
      neck,
      sheet.linear(
        [
          [0, skin.base],
          [0.55, skin.half],
          [1, skin.shade],
        ],
        side > 0 ? 1 : 0,
        0,
        side > 0 ? 0 : 1,
        0,
      ),
    ),
    `<g clip-path="url(#${clip})">`,
    shape(
      smooth([
        [-90, 240],
        [90, 240],
        [n + 6, 318 - side * 10],
        [turn * 7 - side * 14, 346],
        [-n - 6, 318 + side * 10],
      ]),
      skin.shade,
      'filter="url(#edge)"',
    ),
    shape(
      smooth([
        [-90, 240],
        [90, 240],
        [n * 0.8, 306],
        [turn * 7, 326],
        [-n * 0.8, 306],
      ]),
      skin.deep,
      'opacity="0.6" filter="url(#soft)"',
    ),
    stroke(
      `M${num(side * n * 0.9)} 320Q${num(side * n * 0.6)} 356 ${num(side * 8)} 384`,
      skin.light,
      3,
      'opacity="0.4" filter="url(#edge)"',
    ),
    stroke(
      `M${num(-side * n * 0.8)} 326Q${num(-side * n * 0.5)} 360 ${num(-side * 8)} 384`,
      skin.deep,
      3,
      'opacity="0.45" filter="url(#edge)"',
    ),
    '</g>',
  )
}

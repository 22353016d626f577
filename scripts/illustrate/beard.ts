import { mix } from './colour.ts'
import { faceOutline, middle, type Skin } from './face.ts'
import { locksOf } from './hair-kit.ts'
import type { Sitter } from './sitter.ts'
import { num, type Sheet, shape, smooth, stroke } from './svg.ts'

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

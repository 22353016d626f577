import { mix } from './colour.ts'
import { eye, eyePlace } from './eyes.ts'
import { middle, type Skin } from './face.ts'
import type { Sitter } from './sitter.ts'
import { ellipse, num, type Sheet, shape, smooth, stroke } from './svg.ts'

/** Brows, eyes, nose, mouth and the years, all quietly. */
export function paintFeatures(sheet: Sheet, sitter: Sitter, skin: Skin): void {
  years(sheet, sitter, skin)
  for (const sign of [-1, 1] as const) eye(sheet, sitter, skin, sign)
  nose(sheet, sitter, skin)
  mouth(sheet, sitter, skin)
}

function nose(sheet: Sheet, sitter: Sitter, skin: Skin): void {
  const { side, nose: n } = sitter
  const s = -side
  const m = (y: number) => middle(sitter, y)
  const [w, tip, base] = [15 * n, 236, 245]
  sheet.add(
    shape(
      smooth([
        [m(182) + s * 9, 184],
        [m(196) + s * 6, 198],
        [m(215) + s * 5, 216],
        [m(tip) + s * 4, tip - 2],
        [m(tip) + s * w * 0.8, tip + 4],
        [m(tip) + s * (w + 1), base - 2],
        [m(222) + s * 13, 224],
        [m(205) + s * 13, 206],
      ]),
      skin.shade,
      'opacity="0.72" filter="url(#edge)"',
    ),
    shape(
      smooth([
        [m(tip) - w, base - 4],
        [m(tip) - w * 0.4, base - 2.4],
        [m(tip), base - 0.5],
        [m(tip) + w * 0.4, base - 2.4],
        [m(tip) + w, base - 4],
        [m(tip) + w * 0.6, base + 2.6],
        [m(tip), base + 4],
        [m(tip) - w * 0.6, base + 2.6],
      ]),
      skin.shade,
      'opacity="0.9"',
    ),
    shape(
      smooth([
        [m(base) - 10, base + 3],
        [m(base) + 10, base + 3],
        [m(base) + s * 12, base + 11],
        [m(base) + s * 4, base + 12],
      ]),
      skin.shade,
      'opacity="0.4" filter="url(#edge)"',
    ),
  )
  for (const sign of [-1, 1] as const)
    sheet.add(
      ellipse(m(tip) + sign * w * 0.5, base - 0.6, 3.7 * n, 1.7, skin.line, 'opacity="0.72"'),
      stroke(
        `M${num(m(tip) + sign * w * 0.86)} ${num(base - 11)}q${num(sign * 4.6)} 4.6 ${num(sign * 0.8)} 9.4`,
        skin.deep,
        1.5,
        'opacity="0.55"',
      ),
    )
  sheet.add(
    stroke(
      smooth(
        [
          [m(190) + side * 1.5, 190],
          [m(212) + side * 1.5, 212],
          [m(230) + side * 1.5, 229],
        ],
        false,
      ),
      skin.bright,
      5,
      'opacity="0.6" filter="url(#edge)"',
    ),
    ellipse(m(tip) + side * 3, tip - 1, 4.6, 3.6, skin.bright, 'opacity="0.8" filter="url(#edge)"'),
  )
}

function mouth(sheet: Sheet, sitter: Sitter, skin: Skin): void {
  const { side, lips, woman, number } = sitter
  const x = middle(sitter, 266)
  const y = 267
  const w = (woman ? 23 : 25) * (0.86 + lips * 0.14)
  const [up, low] = [5.6 * lips, 7.6 * lips]
  const smile = 3.2 + (number % 4) * 0.9
  const seam = [
    [x - w, y - smile],
    [x - w * 0.45, y + 0.6],
    [x, y - 0.2],
    [x + w * 0.45, y + 0.6],
    [x + w, y - smile],
  ] as const
  sheet.add(
    ellipse(x, y + low + 6, w * 0.6, 4.4, skin.shade, 'opacity="0.62" filter="url(#edge)"'),
    shape(
      smooth([
        [x - w, y - smile],
        [x - w * 0.5, y - up * 0.72],
        [x - w * 0.16, y - up],
        [x, y - up * 0.7],
        [x + w * 0.16, y - up],
        [x + w * 0.5, y - up * 0.72],
        [x + w, y - smile],
        [x + w * 0.4, y + 1.4],
        [x, y + 0.8],
        [x - w * 0.4, y + 1.4],
      ]),
      mix(skin.lip, skin.deep, 0.36),
    ),
    shape(
      smooth([
        [x - w * 0.92, y - smile * 0.6],
        [x - w * 0.4, y + 0.8],
        [x, y],
        [x + w * 0.4, y + 0.8],
        [x + w * 0.92, y - smile * 0.6],
        [x + w * 0.5, y + low * 0.82],
        [x, y + low],
        [x - w * 0.5, y + low * 0.82],
      ]),
      sheet.linear([
        [0, skin.lip],
        [0.6, mix(skin.lip, skin.light, 0.28)],
        [1, skin.lip],
      ]),
    ),
    ellipse(
      x + side * w * 0.2,
      y + low * 0.5,
      w * 0.24,
      low * 0.18,
      skin.bright,
      'opacity="0.5" filter="url(#edge)"',
    ),
    stroke(smooth(seam, false), skin.line, 1.7, 'opacity="0.85"'),
  )
  for (const sign of [-1, 1] as const)
    sheet.add(ellipse(x + sign * (w + 2), y - smile, 3, 3.6, skin.shade, 'opacity="0.7" filter="url(#edge)"'))
}

function years(sheet: Sheet, sitter: Sitter, skin: Skin): void {
  const weight =
    { twenties: 0.1, thirties: 0.2, forties: 0.38, fifties: 0.6, sixties: 0.85 }[sitter.age] *
    (sitter.woman ? 0.75 : 1)
  const m = (y: number) => middle(sitter, y)
  for (const sign of [-1, 1] as const) {
    const { x, y, half } = eyePlace(sitter, sign)
    sheet.add(
      stroke(
        `M${num(m(240) + sign * 18)} 240Q${num(m(250) + sign * 30)} 250 ${num(m(264) + sign * 31)} 267`,
        skin.shade,
        3,
        `opacity="${num(weight)}" filter="url(#edge)"`,
      ),
      stroke(
        `M${num(x - sign * half * 0.8)} ${y + 8}Q${num(x)} ${y + 13} ${num(x + sign * half * 0.9)} ${y + 8}`,
        skin.shade,
        2,
        `opacity="${num(weight)}" filter="url(#edge)"`,
      ),
    )
    if (weight > 0.4)
      for (const dy of [-2, 3])
        sheet.add(
          stroke(
            `M${num(x + sign * (half + 6))} ${num(y + dy)}l${num(sign * 7)} ${num(dy * 0.8)}`,
            skin.shade,
            1.2,
            `opacity="${num(weight * 0.7)}"`,
          ),
        )
  }
  if (weight > 0.4)
    for (const y of [146, 157])
      sheet.add(
        stroke(
          `M${num(m(150) - 30)} ${y}q30 -5 60 0`,
          skin.shade,
          1.5,
          `opacity="${num(weight * 0.6)}" filter="url(#edge)"`,
        ),
      )
}

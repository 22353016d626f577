import { middle, type Skin } from './face.ts'
import { mix } from './palette.ts'
import type { Sitter } from './sitters.ts'
import type { Sheet } from './svg.ts'
import { ellipse, num, shape, smooth, stroke } from './svg.ts'

/** Brows, eyes, nose, mouth and the years, all quietly. */
export function paintFeatures(sheet: Sheet, sitter: Sitter, skin: Skin): void {
  years(sheet, sitter, skin)
  for (const sign of [-1, 1] as const) eye(sheet, sitter, skin, sign)
  nose(sheet, sitter, skin)
  mouth(sheet, sitter, skin)
}

/** Where an eye sits and how much the turn of the head narrows it. */
export function eyePlace(sitter: Sitter, sign: 1 | -1): { x: number; y: number; half: number } {
  const away = Math.sign(sitter.turn) === sign
  const narrow = away ? 1 - 0.13 * Math.abs(sitter.turn) : 1
  return {
    x: middle(sitter, 203) + sign * 31 * sitter.width * narrow,
    y: 203,
    half: 14 * sitter.eyes * narrow,
  }
}

function eye(sheet: Sheet, sitter: Sitter, skin: Skin, sign: 1 | -1): void {
  const { x, y, half: h } = eyePlace(sitter, sign)
  const { woman, side, turn } = sitter
  const dim = sign !== side
  const P = (dx: number, dy: number) => [x + sign * dx * h, y + dy] as const
  const open = woman ? 5.8 : 4.9
  const almond = smooth([
    P(-1, 1.6),
    P(-0.45, -open * 0.72),
    P(0.15, -open),
    P(0.72, -open * 0.6),
    P(1.06, -0.6),
    P(0.5, 3.1),
    P(-0.3, 3.6),
  ])
  const clip = sheet.clip(almond)
  const look = turn * 1.6
  const iris =
    sitter.skin >= 3 || /^#[1-3]/.test(sitter.hairColour)
      ? '#2b1a14'
      : (['#4a3a2a', '#3d5560', '#4d5a3c'][sitter.number % 3] ?? '#4a3a2a')
  const white = mix(mix('#f6ece0', skin.base, 0.32), skin.deep, dim ? 0.3 : 0.1)
  const hair = mix(sitter.hairColour, skin.line, woman ? 0.45 : 0.3)
  const browY = woman ? -18 : -16
  const thick = woman ? 2.4 : 4
  sheet.add(
    ellipse(
      x - sign * h * 0.1,
      y - 7,
      h * 1.35,
      9.5,
      skin.shade,
      `opacity="${dim ? 0.6 : 0.42}" filter="url(#soft)"`,
    ),
    ellipse(x - sign * h * 1.1, y - 4, 6, 9, skin.shade, 'opacity="0.5" filter="url(#edge)"'),
    shape(
      smooth([P(-0.9, -4), P(0, -open - 5.6), P(0.95, -open - 0.8), P(1.1, -1), P(0.2, -open + 1)]),
      dim ? skin.half : skin.light,
      'opacity="0.55"',
    ),
    shape(almond, white),
    `<g clip-path="url(#${clip})">`,
    ellipse(x + look, y - 0.8, 5.9, 6.1, iris),
    ellipse(x + look, y - 0.8, 2.8, 2.9, '#120c0a'),
    shape(
      smooth([P(-1.1, -8), P(1.2, -8), P(1.1, -1.6), P(0.1, -open + 2.4), P(-1, 0.8)]),
      '#1a0f10',
      'opacity="0.34"',
    ),
    '</g>',
    ellipse(x + look + side * 2.1, y - 2.6, 1.2, 1.2, '#fff8ee', 'opacity="0.85"'),
    shape(
      smooth([
        P(-1.06, 2),
        P(-0.5, -open * 0.78),
        P(0.15, -open - 0.4),
        P(0.75, -open * 0.72),
        P(1.22, -1.6),
        P(0.74, -open * 0.34),
        P(0.15, -open + (woman ? 2 : 1.5)),
        P(-0.46, -open * 0.4),
      ]),
      mix(skin.line, '#140b0a', 0.6),
    ),
    stroke(
      smooth([P(-0.8, -open - 1.4), P(0, -open - 4.6), P(0.9, -open - 0.6)], false),
      skin.line,
      1.1,
      'opacity="0.42"',
    ),
    stroke(smooth([P(-0.6, 4), P(0.2, 4.4), P(0.95, 1.4)], false), skin.line, 1, 'opacity="0.36"'),
    shape(
      smooth([
        P(-1.16, browY + 5),
        P(-1.1, browY + 1),
        P(-0.1, browY - 3.6),
        P(0.8, browY - 3.4),
        P(1.42, browY + 2.4),
        P(0.76, browY - 3.4 + thick * 0.7),
        P(-0.1, browY - 3.4 + thick),
        P(-1, browY + 1 + thick),
      ]),
      hair,
      'opacity="0.82"',
    ),
  )
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

/** Spectacles, when the sitter wears them. */
export function paintGlasses(sheet: Sheet, sitter: Sitter): void {
  if (sitter.glasses === 'none') return
  const frame = sitter.number % 2 ? '#2b2320' : '#5a4632'
  const round = sitter.glasses === 'round'
  for (const sign of [-1, 1] as const) {
    const { x, y, half } = eyePlace(sitter, sign)
    const [rx, ry] = [half * 1.5, round ? half * 1.32 : half * 1.1]
    const lens = `x="${num(x - rx)}" y="${num(y - ry + 1)}" width="${num(rx * 2)}" height="${num(ry * 2)}" rx="${num(round ? rx * 0.95 : 7)}"`
    sheet.add(
      `<rect ${lens} fill="#fff8ee" fill-opacity="0.1" stroke="${frame}" stroke-width="2.8"/>`,
      stroke(`M${num(x + sign * rx)} ${y - 4}L${num(sign * 73 * sitter.width)} ${y - 7}`, frame, 2.4),
      stroke(
        `M${num(x - rx * 0.5)} ${num(y - ry * 0.5)}l${num(rx * 0.5)} ${num(-ry * 0.26)}`,
        '#fffaf0',
        1.8,
        'opacity="0.5"',
      ),
    )
  }
  const [left, right] = [eyePlace(sitter, -1), eyePlace(sitter, 1)]
  sheet.add(
    stroke(
      `M${num(left.x + left.half * 1.5)} ${left.y - 2}Q${num((left.x + right.x) / 2)} ${left.y - 8} ${num(right.x - right.half * 1.5)} ${right.y - 2}`,
      frame,
      2.6,
    ),
  )
}

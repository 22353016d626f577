import { mix } from './colour.ts'
import { middle, type Skin } from './face.ts'
import type { Sitter } from './sitter.ts'
import { ellipse, num, type Sheet, shape, smooth, stroke } from './svg.ts'

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

export function eye(sheet: Sheet, sitter: Sitter, skin: Skin, sign: 1 | -1): void {
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

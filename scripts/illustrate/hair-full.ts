import { mix } from './colour.ts'
import { cord, curls, type Kit, lumpy, ring } from './hair-kit.ts'
import { type Point, shape, smooth, stroke } from './svg.ts'

export function afroHair(kit: Kit): void {
  const { sheet, random, l, w, m, cap, plain, paint } = kit
  const { side } = kit.sitter
  paint(cap(188, plain, 8, 6))
  sheet.add(
    `<g fill="${l.mid}">${lumpy(random, ring(m * 0.6, 134, 62 * w, 22, -Math.PI * 0.99, -0.02, 14), 13)}${lumpy(random, ring(0, 160, 80 * w, 54, -Math.PI, -Math.PI * 0.9, 4), 12)}${lumpy(random, ring(0, 160, 80 * w, 54, -Math.PI * 0.1, 0, 4), 12)}</g>`,
  )
  curls(sheet, random, l, side, [-88, 88], [66, 136], 70)
}

export function curlsHair(kit: Kit): void {
  const { sheet, random, l, w, m, cap, plain } = kit
  const { side } = kit.sitter
  sheet.add(shape(smooth(cap(196, plain, 5, 6)), mix(l.mid, l.dark, 0.88)))
  sheet.add(
    `<g fill="${mix(l.mid, l.dark, 0.88)}">${lumpy(random, ring(0, 150, 84, 70, -Math.PI * 0.99, -0.02, 20), 15)}${lumpy(random, ring(m, 140, 60 * w, 26, -Math.PI, 0, 12), 12)}${[
      -1, 1,
    ]
      .map((s) =>
        lumpy(
          random,
          [
            [s * 80, 180],
            [s * 84, 206],
            [s * 82, 234],
            [s * 88, 262],
            [s * 84, 288],
          ],
          15,
        ),
      )
      .join('')}</g>`,
  )
  curls(sheet, random, l, side, [-84, 84], [84, 140], 46)
}

export function cordedHair(kit: Kit): void {
  const { sheet, random, l, w, cap, plain, paint, strands } = kit
  const { hair } = kit.sitter
  const clip = paint(cap(200, plain, 6, 2))
  strands(
    clip,
    Array.from({ length: 12 }, (_, i) => [
      [(i - 5.5) * 7, 84],
      [(i - 5.5) * 12, 106],
      [(i - 5.5) * 14.5, 150],
    ]),
    4,
  )
  for (const s of [-1, 1])
    for (let i = 0; i < 2; i++)
      cord(
        sheet,
        random,
        l,
        s * (70 + i * 8) * w,
        160,
        s * (78 + i * 12),
        hair === 'braids' ? 350 + i * 30 : 290 + i * 20,
        9,
      )
}

export function tiedHair(kit: Kit): void {
  const { w, m, cap, paint, strands } = kit
  const { hair, turn } = kit.sitter
  const line: Point[] = [
    [68 * w, 190],
    [64 * w, 158],
    [52 * w, 130],
    [28 + m, 118],
    [m, 115],
    [-28 + m, 118],
    [-52 * w, 130],
    [-64 * w, 158],
    [-68 * w, 190],
  ]
  const knot: Point = hair === 'bun' ? [turn * -8, 86] : [-turn * 40, 92]
  const clip = paint(cap(196, line, 3))
  strands(
    clip,
    Array.from({ length: 13 }, (_, i) => [
      [-72 + i * 12, 172 - Math.sin((i / 12) * Math.PI) * 62],
      [(-72 + i * 12) * 0.7 + knot[0] * 0.3, 112],
      knot,
    ]),
    2.6,
  )
}

/** Long hair falling on both sides of the face from a parting. */
export function curtain({ sheet, sitter, l, fill, part }: Kit): void {
  const { hair, width: w } = sitter
  const end = hair === 'long' ? 404 : hair === 'wavy' ? 384 : 292
  const wave = hair === 'wavy' ? 7 : 0
  const px = part * 16
  for (const s of [-part, part]) {
    const big = s !== part
    const inner: Point[] = [
      [px, 113],
      [s * (big ? 34 : 44), 130 + (big ? 6 : -2)],
      [s * 61 * w, 162],
      [s * 68 * w, 204],
      [s * (66 + wave) * w, 250],
    ]
    const tail: Point[] =
      hair === 'bob' || hair === 'greyBob'
        ? [
            [s * 62 * w, 284],
            [s * 72, 303],
            [s * 90, 298],
            [s * 96, 262],
          ]
        : [
            [s * (64 - wave), 300],
            [s * (70 + wave), 350],
            [s * 76, end],
            [s * 104, end - 4],
            [s * (110 - wave), 340],
            [s * (100 + wave), 280],
          ]
    const outer: Point[] = [
      [s * (92 + wave * 0.4), 210],
      [s * 88, 150],
      [s * 68, 98],
      [s * 28, 74],
      [px - s * 2, 73],
    ]
    const path = smooth([...inner, ...tail, ...outer])
    const clip = sheet.clip(path)
    sheet.add(shape(path, fill), `<g clip-path="url(#${clip})">`)
    for (let i = 0; i < 7; i++) {
      const t = i / 6
      const run = smooth(
        [
          [px + s * 4, 78 + t * 24],
          [s * (40 + 26 * (1 - t)), 112],
          [s * (68 + 22 * (1 - t)), 180],
          [s * (70 + 26 * (1 - t) + wave), 250],
          [s * (68 + 34 * (1 - t) - wave), 320],
          [s * (74 + 26 * (1 - t)), end],
        ],
        false,
      )
      sheet.add(stroke(run, i % 3 === 1 ? l.dark : l.light, 2.6, `opacity="${i % 3 === 1 ? 0.42 : 0.24}"`))
    }
    sheet.add('</g>')
  }
}

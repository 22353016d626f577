import { curls, type Kit, lumpy, ring } from './hair-kit.ts'
import { type Point, shape, smooth } from './svg.ts'

export function buzzHair(kit: Kit): void {
  const { sheet, fill, cap, plain } = kit
  sheet.add(shape(smooth(cap(198, plain, -9, -5)), fill, 'opacity="0.78" filter="url(#edge)"'))
}

export function recedingHair(kit: Kit): void {
  const { w, m, cap, paint, strands } = kit
  const line: Point[] = [
    [67 * w, 198],
    [66 * w, 160],
    [60 * w, 128],
    [44, 104],
    [20 + m, 112],
    [m, 109],
    [-20 + m, 112],
    [-44, 104],
    [-60 * w, 128],
    [-66 * w, 160],
    [-67 * w, 198],
  ]
  strands(paint(cap(205, line, -3, -2)), combedBack(w))
}

export function cropHair(kit: Kit): void {
  const { part, cap, plain, paint, strands } = kit
  const jag: Point[] = plain.map(([x, y], i) => [x, y + (i > 2 && i < 6 ? (i % 2 ? -4 : 3) : 0)] as const)
  strands(
    paint(cap(212, jag, 4)),
    Array.from({ length: 14 }, (_, i) => [
      [-70 + i * 11, 130 - Math.sin(i / 4) * 30],
      [-66 + i * 11 + part * 6, 104 - Math.sin(i / 4) * 12],
    ]),
    3,
  )
}

export function combedHair(kit: Kit): void {
  const { w, m, part, cap, paint, strands } = kit
  const { hair } = kit.sitter
  const high = hair === 'swept' ? 14 : 6
  const line: Point[] = [
    [67 * w, 205],
    [63 * w, 166],
    [54 * w, 138 - (part < 0 ? 8 : 0)],
    [part * 34, 118],
    [part * 22, 112],
    [-part * 12 + m, 121],
    [-part * 40 + m, 131],
    [-54 * w, 140 - (part > 0 ? 8 : 0)],
    [-63 * w, 166],
    [-67 * w, 205],
  ]
  const sorted =
    part > 0
      ? line
      : [line[0], line[1], line[2], line[6], line[5], line[4], line[3], line[7], line[8], line[9]].flatMap(
          (point) => (point ? [point] : []),
        )
  const clip = paint(cap(hair === 'swept' ? 216 : 206, sorted, high, hair === 'swept' ? 2 : 0))
  strands(
    clip,
    Array.from({ length: 10 }, (_, i) => [
      [part * 30, 116 - i * 3],
      [part * (6 - i * 2), 100 - i * 2],
      [-part * (36 + i * 3), 104 + i * 2 - high],
      [-part * 78, 130 + i * 8],
    ]),
    2.6,
  )
}

export function curlyTopHair(kit: Kit): void {
  const { sheet, random, l, m, cap, plain, paint } = kit
  const { side } = kit.sitter
  paint(cap(206, plain, 6, 1))
  sheet.add(
    `<g fill="${l.mid}">${lumpy(random, ring(0, 128, 72, 46, -Math.PI * 0.98, -0.06, 17), 14)}${lumpy(random, ring(m, 134, 50, 20, -Math.PI * 0.96, -0.12, 10), 12)}</g>`,
  )
  curls(sheet, random, l, side, [-66, 66], [82, 134], 34)
}

export function pixieHair(kit: Kit): void {
  const { w, m, part, cap, paint, strands } = kit
  const line: Point[] = [
    [66 * w, 214],
    [62 * w, 168],
    [part * 50 + m * 0.2, 128],
    [part * 24, 112],
    [-part * 18 + m, 136],
    [-part * 46, 156],
    [-62 * w, 170],
    [-66 * w, 214],
  ]
  const sorted =
    part > 0
      ? line
      : [line[0], line[1], line[5], line[4], line[3], line[2], line[6], line[7]].flatMap((point) =>
          point ? [point] : [],
        )
  strands(
    paint(cap(222, sorted, 8, 2)),
    Array.from({ length: 10 }, (_, i) => [
      [part * 26, 108 - i * 2],
      [-part * (10 + i * 4), 106 + i],
      [-part * (50 + i * 3), 132 + i * 5],
    ]),
    2.8,
  )
}

/** Nine strands falling from the crown to both sides. */
function combedBack(w: number): Point[][] {
  return Array.from({ length: 9 }, (_, i) => {
    const t = (i / 8) * 2 - 1
    return [
      [t * 10, 84],
      [t * 46, 100],
      [t * 76 * w, 138],
      [t * 78 * w, 190],
    ]
  })
}

import { cord, locksOf, lumpy, ring } from './hair-kit.ts'
import type { Random } from './random.ts'
import type { Sitter } from './sitter.ts'
import { ellipse, num, type Point, type Sheet, shape, smooth, stroke } from './svg.ts'

/** Hair that lies behind the neck and shoulders. Draw before the neck. */
export function paintBackHair(sheet: Sheet, sitter: Sitter, random: Random): void {
  const l = locksOf(sitter)
  const fill = sheet.linear([
    [0, l.mid],
    [0.6, l.dark],
    [1, l.dark],
  ])
  const { hair, turn } = sitter
  const drop = (end: number, wide: number, wavy: number): string => {
    const edge = (s: 1 | -1): Point[] =>
      [0, 1, 2, 3, 4, 5].map(
        (i) =>
          [s * (78 + (wide - 78) * (i / 5) + (i % 2 ? wavy : -wavy)), 140 + ((end - 140) * i) / 5] as const,
      )
    return smooth([
      [0, 84],
      [50, 92],
      ...edge(1),
      [wide * 0.5, end + 8],
      [-wide * 0.5, end + 8],
      ...edge(-1).reverse(),
      [-50, 92],
    ])
  }
  if (hair === 'long') sheet.add(shape(drop(408, 104, 0), fill))
  if (hair === 'wavy') sheet.add(shape(drop(390, 112, 6), fill))
  if (hair === 'bob' || hair === 'greyBob') sheet.add(shape(drop(298, 90, 0), fill))
  if (hair === 'curls')
    sheet.add(
      `<g fill="${l.dark}">${lumpy(random, ring(0, 220, 96, 124, -Math.PI, 0.001, 20), 22)}${lumpy(random, ring(0, 240, 98, 106, 0, Math.PI, 18), 24)}</g>`,
      ellipse(0, 230, 92, 120, l.dark),
    )
  if (hair === 'afro')
    sheet.add(
      `<g fill="${l.dark}">${lumpy(random, ring(0, 150, 100, 92, 0, Math.PI * 2, 40), 17)}</g>`,
      ellipse(0, 150, 102, 94, fill),
    )
  if (hair === 'braids' || hair === 'locs') {
    const end = hair === 'braids' ? 430 : 352
    for (let i = 0; i < 11; i++) {
      const t = (i / 10) * 2 - 1
      cord(
        sheet,
        random,
        l,
        t * 78,
        150,
        t * 104 + random.range(-5, 5),
        end - Math.abs(t) * 24,
        hair === 'braids' ? 12 : 10,
      )
    }
  }
  if (hair === 'ponytail') {
    const s = turn > 0 ? -1 : 1
    sheet.add(
      shape(
        smooth([
          [s * 40, 130],
          [s * 86, 150],
          [s * 108, 220],
          [s * 104, 300],
          [s * 84, 356],
          [s * 78, 300],
          [s * 74, 220],
          [s * 50, 170],
        ]),
        fill,
      ),
    )
    sheet.add(
      stroke(
        smooth(
          [
            [s * 80, 170],
            [s * 96, 230],
            [s * 92, 320],
          ],
          false,
        ),
        l.light,
        2.4,
        'opacity="0.3"',
      ),
    )
  }
  if (hair === 'bun' && sitter.headwear !== 'hijab') {
    sheet.add(
      ellipse(turn * -8, 74, 37, 33, fill),
      stroke(`M${num(turn * -8 - 24)} 70q24 -26 48 -2`, l.light, 3, 'opacity="0.35"'),
      stroke(`M${num(turn * -8 - 28)} 82q26 -20 56 -4`, l.light, 2, 'opacity="0.25"'),
    )
  }
}

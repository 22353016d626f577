import { mix } from './colour.ts'
import { coat, limb, trunk } from './foliage.ts'
import type { Stage } from './stage.ts'
import { lines, num, type Point, shape, smooth, stroke } from './svg.ts'
import type { TreeKind, TreeOptions } from './tree.ts'

/** Trees of spires, fronds and columns. */
export const tallTrees = {
  spruce(stage, { x, y, height: h, distance }) {
    const c = coat(stage, distance)
    const { random, sheet, side } = stage
    sheet.add(shape(limb(x, y, x, y - h * 0.2, h * 0.025), c.trunk))
    const tiers = 9
    for (let i = 0; i < tiers; i++) {
      const t = i / tiers
      const [base, half] = [y - h * (0.08 + 0.86 * t), h * 0.21 * (1 - t) ** 0.86 + h * 0.012]
      const apex = base - h * 0.2 * (1 - t * 0.45)
      const droop = h * 0.025
      const out: Point[] = [[x, apex]]
      for (let k = 1; k <= 3; k++)
        out.push([x + half * (k / 3), base - (1 - k / 3) * h * 0.05 + random.range(0, droop)])
      const low: Point[] = [
        [x + half * 0.6, base - droop * 0.2],
        [x + half * 0.3, base + droop],
        [x, base],
        [x - half * 0.35, base + droop],
        [x - half * 0.62, base - droop * 0.2],
      ]
      sheet.add(
        shape(
          lines([
            ...out,
            ...low,
            [x - half, base + random.range(0, droop)],
            [x - half * 0.55, base - h * 0.04],
          ]),
          mix(c.dark, c.mid, 0.2 + 0.5 * t),
        ),
      )
      const bright: Point[] = [
        [x, apex],
        [x + side * half * 0.5, base - h * 0.045],
        [x + side * half * 0.98, base + droop * 0.2],
        [x + side * half * 0.55, base - droop * 0.6],
        [x + side * half * 0.16, base - h * 0.02],
      ]
      sheet.add(shape(lines(bright), mix(c.mid, c.light, 0.3 + 0.4 * t), 'opacity="0.85"'))
    }
  },
  cypress(stage, { x, y, height: h, distance }) {
    const c = coat(stage, distance)
    const { random, side, sheet } = stage
    const edge = (s: number): Point[] =>
      Array.from({ length: 9 }, (_, i) => [
        x + s * h * 0.085 * Math.sin(Math.PI * ((i + 0.7) / 9.7) ** 0.62) * random.range(0.85, 1.15),
        y - (h * (i + 0.2)) / 9,
      ])
    const path = smooth([...edge(-1), [x, y - h], ...edge(1).reverse()])
    sheet.add(
      shape(
        path,
        sheet.linear(
          [
            [0, mix(c.mid, c.light, 0.8)],
            [0.4, mix(c.mid, c.dark, 0.5)],
            [1, c.dark],
          ],
          side > 0 ? 1 : 0,
          0,
          side > 0 ? 0 : 1,
          0.1,
        ),
      ),
    )
  },
  palm(stage, { x, y, height: h, distance }) {
    const c = coat(stage, distance)
    const { random, sheet, side } = stage
    const lean = random.range(-0.16, 0.16) * h
    const [topX, topY] = [x + lean, y - h * 0.78]
    trunk(stage, c, limb(x, y, topX, topY, h * 0.024, -lean * 0.18))
    const fronds = 13
    for (let i = 0; i < fronds; i++) {
      const angle = -Math.PI / 2 + ((i / (fronds - 1)) * 2 - 1) * 1.95 + random.range(-0.1, 0.1)
      const long = h * random.range(0.3, 0.38)
      const [ex, ey] = [topX + Math.cos(angle) * long, topY + Math.sin(angle) * long * 0.7 + long * 0.4]
      const [mx, my] = [
        topX + Math.cos(angle) * long * 0.62,
        topY + Math.sin(angle) * long * 0.86 - long * 0.06,
      ]
      const under: Point[] = []
      for (let k = 6; k > 0; k--) {
        const t = k / 7
        const [px, py] = [
          (1 - t) ** 2 * topX + 2 * t * (1 - t) * mx + t * t * ex,
          (1 - t) ** 2 * topY + 2 * t * (1 - t) * my + t * t * ey,
        ]
        under.push(
          [px, py + long * 0.15 * Math.sin(Math.PI * t) + 2],
          [px - Math.cos(angle) * long * 0.05, py + long * 0.05],
        )
      }
      const lit = Math.cos(angle) * side > -0.2 && Math.sin(angle) < 0.35
      const d = `M${num(topX)} ${num(topY)}Q${num(mx)} ${num(my - 2)} ${num(ex)} ${num(ey)}L${under.map(([px, py]) => `${num(px)} ${num(py)}`).join('L')}Z`
      sheet.add(shape(d, lit ? mix(c.mid, c.light, 0.55) : mix(c.dark, c.mid, 0.35)))
    }
  },
  saguaro(stage, { x, y, height: h, distance }) {
    const c = coat(stage, distance)
    const { random, sheet, side } = stage
    const w = h * 0.1
    const flip = random.chance(0.5) ? 1 : -1
    const arm = (s: number, from: number, out: number, up: number) =>
      `M${num(x)} ${num(y - h * from)}q${num(s * h * out)} ${num(h * 0.02)} ${num(s * h * out)} ${num(-h * 0.12)}l0 ${num(-h * up)}`
    const limbs: [string, number][] = [
      [arm(flip, 0.4, 0.2, 0.24), 0.72],
      [arm(-flip, 0.52, 0.17, 0.16), 0.66],
      [`M${num(x)} ${num(y)}L${num(x)} ${num(y - h * 0.95)}`, 1],
    ]
    for (const [d, size] of limbs) {
      sheet.add(stroke(d, mix(c.dark, c.mid, 0.25), w * size))
      sheet.add(
        `<g transform="translate(${num(side * w * size * 0.16)} 0)">${stroke(d, c.mid, w * size * 0.55)}</g>`,
      )
      sheet.add(
        `<g transform="translate(${num(side * w * size * 0.3)} 0)">${stroke(d, mix(c.mid, c.light, 0.8), w * size * 0.2)}</g>`,
      )
    }
  },
} satisfies Partial<Record<TreeKind, (stage: Stage, tree: TreeOptions) => void>>

import { mix } from './palette.ts'
import type { Random } from './random.ts'
import { type Stage, shadowAway, shadowLength, tone } from './stage.ts'
import { ellipse, lines, num, type Point, shape, smooth, stroke } from './svg.ts'

export type TreeKind =
  | 'oak'
  | 'spruce'
  | 'pine'
  | 'cypress'
  | 'palm'
  | 'saguaro'
  | 'windswept'
  | 'birch'
  | 'bush'
export type TreeOptions = {
  kind: TreeKind
  x: number
  y: number
  height: number
  distance: number
  shadow?: boolean
}

/** Plants one tree with its foot at (x, y), lit from the sun's side, its shadow falling away from the sun. */
export function plant(stage: Stage, tree: TreeOptions): void {
  if (tree.shadow !== false)
    castShadow(stage, tree.x, tree.y, tree.height * widths[tree.kind], tree.height * shadowLength(stage))
  painters[tree.kind](stage, tree)
}

const widths: Record<TreeKind, number> = {
  oak: 0.62,
  spruce: 0.34,
  pine: 0.5,
  cypress: 0.16,
  palm: 0.4,
  saguaro: 0.2,
  windswept: 0.8,
  birch: 0.45,
  bush: 1.1,
}

/** A long shadow on the ground, fading as it leaves the foot. */
export function castShadow(stage: Stage, x: number, y: number, wide: number, length: number): void {
  const { sheet, mood } = stage
  const [dx, dy] = shadowAway(stage, x, y)
  const at = (along: number, across: number): Point => [
    x +
      dx * length * along -
      dy * across * wide * 0.6 +
      (Math.abs(dy) > Math.abs(dx) ? across * wide * 0.5 : 0),
    y + dy * length * along + (Math.abs(dx) >= Math.abs(dy) ? across * wide * 0.16 : 0),
  ]
  const path = smooth([
    at(-0.02, -0.12),
    at(0.28, -0.16),
    at(0.45, -0.75),
    at(0.75, -0.95),
    at(1, -0.45),
    at(1.03, 0.3),
    at(0.78, 0.95),
    at(0.46, 0.8),
    at(0.28, 0.16),
    at(-0.02, 0.12),
  ])
  const fill = sheet.define(
    (id) =>
      `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${num(x)}" y1="${num(y)}" x2="${num(x + dx * length)}" y2="${num(y + dy * length)}"><stop offset="0" stop-color="${mood.shade}" stop-opacity="0.6"/><stop offset="1" stop-color="${mood.shade}" stop-opacity="0.1"/></linearGradient>`,
  )
  sheet.add(shape(path, `url(#${fill})`))
}

type Coat = { dark: string; mid: string; light: string; trunk: string; trunkLit: string }

function coat(stage: Stage, distance: number): Coat {
  const [dark, mid, light] = stage.place.leaf
  return {
    dark: tone(stage, dark, distance, -0.3),
    mid: tone(stage, mid, distance, 0.05),
    light: tone(stage, light, distance, 0.75),
    trunk: tone(stage, stage.place.trunk, distance, -0.3),
    trunkLit: tone(stage, mix(stage.place.trunk, stage.place.sand, 0.35), distance, 0.9),
  }
}

/** A lumpy cushion of leaves: rounded above, flatter below. */
function cushion(random: Random, x: number, y: number, rx: number, ry: number): string {
  const points: Point[] = []
  const count = 11
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * Math.PI * 2 + random.range(-0.1, 0.1)
    const bump = random.range(0.88, 1.14)
    const flat = Math.sin(angle) > 0 ? 0.62 : 1
    points.push([x + Math.cos(angle) * rx * bump, y + Math.sin(angle) * ry * bump * flat])
  }
  return smooth(points)
}

function leafFill(stage: Stage, c: Coat, brightness: number): string {
  const s = stage.side
  return stage.sheet.linear(
    [
      [0, mix(c.mid, c.light, brightness)],
      [0.42, mix(c.mid, c.dark, 0.15 + (1 - brightness) * 0.3)],
      [0.95, c.dark],
    ],
    0.5 + s * 0.38,
    0,
    0.5 - s * 0.24,
    1,
  )
}

function crown(
  stage: Stage,
  c: Coat,
  spots: readonly (readonly [dx: number, dy: number, rx: number, ry: number])[],
  x: number,
  y: number,
  height: number,
): void {
  const fills = [leafFill(stage, c, 0.25), leafFill(stage, c, 0.6), leafFill(stage, c, 1)]
  const { random, side, sheet } = stage
  spots.forEach(([dx, dy, rx, ry], i) => {
    const toSun = dx * side > -0.06 ? 1 : 0
    const fill = fills[Math.min(2, Math.floor((i / spots.length) * 2.4) + (toSun && i > 1 ? 1 : 0))] ?? c.mid
    const [cx, cy, w, h] = [x + dx * height, y + dy * height, rx * height, ry * height]
    sheet.add(shape(cushion(random, cx, cy, w, h), fill))
    if (height > 130)
      for (let k = 0; k < 3; k++) {
        const [ox, oy] = [random.range(-0.7, 0.7), random.range(-0.6, 0.5)]
        const bright = ox * side - oy > 0.1 ? 2 : ox * side - oy > -0.5 ? 1 : 0
        const tuft = cushion(
          random,
          cx + ox * w,
          cy + oy * h,
          w * random.range(0.24, 0.42),
          h * random.range(0.26, 0.42),
        )
        sheet.add(shape(tuft, fills[bright] ?? c.mid))
      }
    if (height > 70) dabs(stage, c, cx, cy, w, h, 1 + Math.min(height, 240) * 0.006)
  })
}

/** Single leaves along the lit edge of a cushion. */
function dabs(stage: Stage, c: Coat, x: number, y: number, rx: number, ry: number, size: number): void {
  const { random, side, sheet } = stage
  for (let k = 0; k < 12; k++) {
    const angle = -Math.PI / 2 + side * random.range(-0.7, 1.5)
    const reach = random.range(0.55, 1.06)
    const hue = random.chance(0.7) ? mix(c.mid, c.light, random.range(0.4, 1)) : mix(c.dark, c.mid, 0.4)
    const big = size * random.range(0.5, 1.2)
    const [px, py] = [x + Math.cos(angle) * rx * reach, y + Math.sin(angle) * ry * reach]
    sheet.add(ellipse(px, py, big, big * 0.6, hue, 'opacity="0.8"'))
  }
}

function limb(x: number, y: number, toX: number, toY: number, wide: number, lean = 0): string {
  const m = (x + toX) / 2 + lean
  return smooth([
    [x - wide, y],
    [m - wide * 0.62, (y + toY) / 2],
    [toX - wide * 0.3, toY],
    [toX + wide * 0.3, toY],
    [m + wide * 0.62, (y + toY) / 2],
    [x + wide, y],
  ])
}

function trunk(stage: Stage, c: Coat, d: string): void {
  const s = stage.side
  stage.sheet.add(
    shape(
      d,
      stage.sheet.linear(
        [
          [0, c.trunkLit],
          [0.5, c.trunk],
          [1, c.trunk],
        ],
        s > 0 ? 1 : 0,
        0,
        s > 0 ? 0 : 1,
        0,
      ),
    ),
  )
}

const painters: Record<TreeKind, (stage: Stage, tree: TreeOptions) => void> = {
  oak(stage, { x, y, height: h, distance }) {
    const c = coat(stage, distance)
    const r = stage.random
    trunk(stage, c, limb(x, y, x + r.range(-0.03, 0.03) * h, y - h * 0.5, h * 0.05))
    trunk(stage, c, limb(x, y - h * 0.22, x + h * 0.18, y - h * 0.5, h * 0.022))
    trunk(stage, c, limb(x, y - h * 0.26, x - h * 0.17, y - h * 0.5, h * 0.022))
    crown(
      stage,
      c,
      [
        [-0.22, -0.46, 0.2, 0.14],
        [0.23, -0.47, 0.2, 0.14],
        [0, -0.5, 0.26, 0.16],
        [-0.27, -0.6, 0.2, 0.15],
        [0.27, -0.62, 0.2, 0.15],
        [-0.02, -0.68, 0.27, 0.19],
        [-0.18, -0.76, 0.19, 0.15],
        [0.17, -0.78, 0.2, 0.15],
        [0.02 + stage.side * 0.05, -0.88, 0.17, 0.12],
      ],
      x,
      y,
      h,
    )
  },
  bush(stage, { x, y, height: h, distance }) {
    crown(
      stage,
      coat(stage, distance),
      [
        [-0.4, -0.3, 0.42, 0.36],
        [0.4, -0.3, 0.42, 0.34],
        [0, -0.45, 0.5, 0.5],
      ],
      x,
      y,
      h,
    )
  },
  birch(stage, { x, y, height: h, distance }) {
    const plain = coat(stage, distance)
    const c = { ...plain, dark: mix(plain.dark, plain.mid, 0.55) }
    const bark = tone(stage, '#efe9dc', distance, stage.side * 0.1)
    for (const [dx, lean] of [
      [-0.05, -0.06],
      [0.05, 0.07],
    ] as const) {
      stage.sheet.add(shape(limb(x + dx * h, y, x + (dx + lean) * h, y - h * 0.75, h * 0.018), bark))
      for (let i = 1; i < 6; i++)
        stage.sheet.add(
          stroke(
            `M${num(x + (dx + (lean * i) / 7) * h - 2)} ${num(y - h * 0.1 * i)}l${num(h * 0.016)} 0`,
            c.trunk,
            h * 0.008,
          ),
        )
    }
    crown(
      stage,
      c,
      [
        [-0.1, -0.42, 0.09, 0.06],
        [0.11, -0.45, 0.1, 0.06],
        [-0.17, -0.53, 0.11, 0.07],
        [0.18, -0.57, 0.1, 0.07],
        [0, -0.55, 0.14, 0.09],
        [-0.15, -0.65, 0.12, 0.08],
        [0.16, -0.68, 0.12, 0.08],
        [0, -0.69, 0.14, 0.1],
        [-0.1, -0.78, 0.12, 0.09],
        [0.1, -0.8, 0.11, 0.08],
        [0, -0.88, 0.11, 0.08],
        [0.01, -0.96, 0.07, 0.06],
      ],
      x,
      y,
      h,
    )
  },
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
  pine(stage, { x, y, height: h, distance }) {
    const c = coat(stage, distance)
    const lean = stage.random.range(-0.06, 0.06) * h
    const warm = { ...c, trunk: mix(c.trunk, '#8a5a3c', 0.4) }
    trunk(stage, warm, limb(x, y, x + lean, y - h * 0.86, h * 0.026, lean * 0.2))
    trunk(stage, warm, limb(x + lean * 0.5, y - h * 0.5, x + lean + h * 0.17, y - h * 0.64, h * 0.011))
    trunk(stage, warm, limb(x + lean * 0.5, y - h * 0.56, x + lean - h * 0.18, y - h * 0.72, h * 0.011))
    crown(
      stage,
      c,
      [
        [0.17, -0.64, 0.15, 0.055],
        [-0.19, -0.72, 0.16, 0.06],
        [0.13, -0.77, 0.19, 0.065],
        [-0.08, -0.83, 0.2, 0.07],
        [0.05, -0.92, 0.17, 0.075],
      ],
      x + lean,
      y,
      h,
    )
  },
  windswept(stage, { x, y, height: h, distance }) {
    const c = coat(stage, distance)
    const w = -stage.side * h
    trunk(stage, c, limb(x, y, x + w * 0.22, y - h * 0.56, h * 0.045, w * -0.03))
    trunk(stage, c, limb(x + w * 0.08, y - h * 0.3, x + w * 0.42, y - h * 0.52, h * 0.022))
    crown(
      stage,
      c,
      [
        [0.55 * -stage.side, -0.5, 0.22, 0.08],
        [0.34 * -stage.side, -0.56, 0.26, 0.1],
        [0.1 * -stage.side, -0.62, 0.22, 0.1],
        [0.46 * -stage.side, -0.68, 0.24, 0.09],
        [0.22 * -stage.side, -0.77, 0.24, 0.1],
      ],
      x,
      y,
      h,
    )
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
}

import { mix } from './colour.ts'
import { coat, crown, limb, trunk } from './foliage.ts'
import { type Stage, tone } from './stage.ts'
import { num, shape, stroke } from './svg.ts'
import type { TreeKind, TreeOptions } from './tree.ts'

/** Trees with cushions of leaves. */
export const roundTrees = {
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
} satisfies Partial<Record<TreeKind, (stage: Stage, tree: TreeOptions) => void>>

import { mix } from './colour.ts'
import { wave } from './random.ts'
import type { Stage } from './stage.ts'
import { num, type Point, shape, smooth } from './svg.ts'

export type Clouds = 'none' | 'bars' | 'puffs' | 'bank' | 'sweep' | 'veil'

export function paintClouds(stage: Stage, kind: Clouds): void {
  const { random, width, horizon } = stage
  if (kind === 'bars') {
    for (let i = 0; i < 9; i++) {
      const y = horizon * (0.16 + 0.08 * i) + random.range(-12, 12)
      bar(
        stage,
        random.range(-0.1, 1.1) * width,
        y,
        random.range(150, 400) * (1.1 - i * 0.05),
        random.range(7, 20) * (1 - i * 0.06),
      )
    }
  }
  if (kind === 'puffs') {
    for (let i = 0; i < 5; i++) {
      const size = random.range(60, 150) * (1 - i * 0.12)
      puff(
        stage,
        ((i * 0.37 + random.range(0.02, 0.22)) % 1) * width,
        horizon * (0.24 + i * 0.13),
        size,
        0.95 - i * 0.1,
      )
    }
  }
  if (kind === 'bank') {
    for (let i = 0; i < 3; i++)
      for (let x = random.range(-120, 0); x < width + 100; x += random.range(110, 190))
        puff(stage, x, horizon * (0.66 + i * 0.14), random.range(120, 230) * (1 - i * 0.16), 0.6 + i * 0.14)
  }
  if (kind === 'sweep') sweep(stage)
  if (kind === 'veil') {
    for (let i = 0; i < 4; i++)
      bar(stage, random.range(0.1, 0.9) * width, horizon * (0.5 + i * 0.12), 520, 26, 0.28)
  }
}

/** A long flat cloud, sharp at both ends, its underside holding the light. */
function bar(stage: Stage, x: number, y: number, length: number, height: number, opacity = 0.72): void {
  const { sheet, mood, random } = stage
  const roll = wave(random, length * 0.5)
  const upper: Point[] = []
  const lower: Point[] = []
  for (let i = 0; i <= 12; i++) {
    const t = i / 12
    const body = Math.sin(Math.PI * t) ** 0.8
    upper.push([x + (t - 0.5) * length, y - height * body * (0.55 + 0.35 * roll(t * length))])
    lower.unshift([x + (t - 0.5) * length, y + height * 0.26 * body])
  }
  const near = Math.exp(-(((x - stage.sun.x) / (stage.width * 0.5)) ** 2))
  const fill = sheet.linear([
    [0, mix(mood.cloud, mood.sky[1], 0.45), 0.35],
    [1, mix(mood.cloud, mood.sun, 0.55 * near), 0.95],
  ])
  sheet.add(
    shape(
      smooth([...upper, ...lower.slice(1, -1)]),
      fill,
      `opacity="${num(opacity * 10) === '0' ? 0.1 : opacity}"`,
    ),
  )
}

/** A heaped cloud with a flat foot: lit above on the sun's side, dissolving below. */
export function puff(stage: Stage, x: number, y: number, size: number, opacity = 0.9): void {
  const { sheet, mood, random, side } = stage
  const count = random.int(5, 7)
  let d = `M${num(x - size)} ${num(y)}`
  let at = x - size
  for (let i = 0; i < count; i++) {
    const t = (i + 1) / count
    const toX = i === count - 1 ? x + size : x - size + t * size * 2 + random.range(-0.08, 0.08) * size
    const toY = i === count - 1 ? y : y - Math.sin(Math.PI * t) ** 0.8 * size * random.range(0.26, 0.46)
    const r = Math.abs(toX - at) * random.range(0.54, 0.66)
    d += `A${num(r)} ${num(r * 0.94)} 0 0 1 ${num(toX)} ${num(toY)}`
    at = toX
  }
  d += `Q${num(x + size * 0.5)} ${num(y + size * 0.07)} ${num(x)} ${num(y + size * 0.05)}T${num(x - size)} ${num(y)}Z`
  const shadow = mix(mood.cloud, mood.sky[1], 0.6)
  const fill = sheet.linear(
    [
      [0, mix(mood.cloud, mood.sun, 0.6), opacity],
      [0.5, mood.cloud, opacity * 0.92],
      [1, shadow, 0.12],
    ],
    0.5 + side * 0.22,
    0,
    0.5 - side * 0.16,
    1,
  )
  sheet.add(shape(d, fill))
}

function sweep(stage: Stage): void {
  const { sheet, mood, random, width, horizon, side } = stage
  for (let i = 0; i < 8; i++) {
    const [x, y] = [stage.sun.x - side * width * random.range(-0.2, 1.1), horizon * random.range(0.06, 0.66)]
    const [length, lift] = [random.range(160, 420), random.range(20, 76)]
    const path: Point[] = []
    const back: Point[] = []
    for (let k = 0; k <= 8; k++) {
      const t = k / 8
      const [px, py] = [x - side * length * t, y - lift * t * t]
      const thick = Math.sin(Math.PI * t ** 0.7) * random.range(5, 12)
      path.push([px, py - thick])
      back.unshift([px, py + thick * 0.4])
    }
    sheet.add(
      shape(
        smooth([...path, ...back.slice(1, -1)]),
        mix(mood.cloud, mood.sun, 0.3),
        `opacity="${random.chance(0.5) ? 0.5 : 0.34}"`,
      ),
    )
  }
}

import type { Stage } from './stage.ts'
import { num, type Point, shape, smooth } from './svg.ts'

/** Long shadows of trees outside the picture, reaching in across the foreground from the sun's side. */
export function foreshade(stage: Stage, top: number, strength = 0.4): void {
  const { sheet, random, mood, side, width, height } = stage
  const start = side > 0 ? width + 30 : -30
  for (let i = 0; i < 4; i++) {
    const y = top + ((height - top) * (i + 0.3)) / 3.6 + random.range(-8, 8)
    const [reach, thick] = [
      width * random.range(0.45, 0.95),
      (height - top) * random.range(0.05, 0.1) * (0.7 + i * 0.3),
    ]
    const [upper, lower]: [Point[], Point[]] = [[], []]
    for (let k = 0; k <= 14; k++) {
      const t = k / 14
      const body =
        thick *
        (t > 0.55 ? 1.25 * Math.sin(Math.PI * Math.min(1, (1.02 - t) / 0.9)) ** 0.6 : 0.55 + 0.2 * t) *
        random.range(0.8, 1.2)
      const px = start - side * reach * t
      const py = y + t * 26 + Math.sin(t * 5 + i) * 5
      upper.push([px, py - body])
      lower.unshift([px, py + body])
    }
    const fill = sheet.linear(
      [
        [0, mood.shade, strength],
        [1, mood.shade, strength * 0.25],
      ],
      side > 0 ? 1 : 0,
      0,
      side > 0 ? 0 : 1,
      0,
    )
    sheet.add(shape(smooth([...upper, ...lower]), fill))
  }
}

/** Grain, a breath of vignette and the warmth of the light over everything. Last to be painted. */
export function finish(stage: Stage): string {
  const { sheet, mood, width, height, sun } = stage
  const all = `<rect width="${width}" height="${height}"`
  const glow = sheet.radial([
    [0, mood.light, 0.3],
    [0.5, mood.light, 0.1],
    [1, mood.light, 0],
  ])
  const edge = sheet.radial([
    [0, mood.shade, 0],
    [0.66, mood.shade, 0],
    [1, mood.shade, 0.2],
  ])
  sheet.add(
    `<ellipse cx="${num(Math.min(width * 1.05, Math.max(-width * 0.05, sun.x)))}" cy="${num(stage.horizon + 20)}" rx="${num(width * 0.62)}" ry="${num(height * 0.4)}" fill="${glow}"/>`,
    `<rect x="${num(-width * 0.22)}" y="${num(-height * 0.22)}" width="${num(width * 1.44)}" height="${num(height * 1.44)}" fill="${edge}"/>`,
    `${all} fill="#fff6e0" opacity="0.055" filter="url(#stipple)"/>`,
  )
  return sheet.toString()
}

import { type Stage, shadowAway } from './stage.ts'
import { num, type Point, shape, smooth } from './svg.ts'

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

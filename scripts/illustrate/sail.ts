import { mix } from './colour.ts'
import type { Stage } from './stage.ts'
import { lines, shape } from './svg.ts'

/** A small boat under sail. */
export function sail(stage: Stage, x: number, y: number, size: number): void {
  const { sheet, mood } = stage
  sheet.add(
    shape(
      lines([
        [x, y - size],
        [x, y - size * 0.12],
        [x + size * 0.5, y - size * 0.12],
      ]),
      mix('#fffdf6', mood.haze, 0.15),
    ),
    shape(
      lines([
        [x - size * 0.06, y - size * 0.82],
        [x - size * 0.06, y - size * 0.12],
        [x - size * 0.34, y - size * 0.12],
      ]),
      mix('#fffdf6', mood.shade, 0.25),
    ),
    shape(
      lines([
        [x - size * 0.4, y - size * 0.08],
        [x + size * 0.52, y - size * 0.08],
        [x + size * 0.36, y + size * 0.06],
        [x - size * 0.28, y + size * 0.06],
      ]),
      mix(mood.shade, mood.haze, 0.15),
    ),
  )
}

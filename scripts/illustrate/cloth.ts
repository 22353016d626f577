import { mix } from './colour.ts'
import type { Sheet } from './svg.ts'

/** Cloth in the sitter's light: bright on the sun's side, deep on the other. */
export function clothFill(sheet: Sheet, colour: string, side: number): string {
  return sheet.linear(
    [
      [0, mix(colour, '#fff1d6', 0.26)],
      [0.45, colour],
      [1, mix(colour, '#1a2430', 0.42)],
    ],
    side > 0 ? 1 : 0,
    0,
    side > 0 ? 0 : 1,
    0.35,
  )
}

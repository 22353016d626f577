import { type Stage, tone } from './stage.ts'
import { ellipse, lines, type Point, shape } from './svg.ts'

/** A headland: a cliff with a lit and a shaded side, standing in the sea. `from` and `to` are its ends at the top. */
export function headland(
  stage: Stage,
  options: { top: readonly Point[]; foot: number; distance: number; overhang?: number },
): void {
  const { sheet, random, place, mood, side } = stage
  const { top, foot, distance, overhang = 14 } = options
  const first = top[0] ?? [0, 0]
  const last = top[top.length - 1] ?? [0, 0]
  const rightward = last[0] > first[0] ? 1 : -1
  const base: Point[] = []
  for (let i = 8; i >= 0; i--)
    base.push([
      first[0] + (last[0] - first[0]) * (i / 8) * 0.96 - rightward * overhang * (i / 8) + random.range(-4, 4),
      foot + random.range(-3, 3),
    ])
  const rock = lines([...top, ...base])
  const clip = sheet.clip(rock)
  const facing = rightward === side
  sheet.add(
    shape(
      rock,
      sheet.linear([
        [0, tone(stage, place.rock[1], distance, facing ? 0.7 : 0)],
        [1, tone(stage, place.rock[0], distance, facing ? 0 : -0.5)],
      ]),
    ),
  )
  const parts: string[] = []
  const span = Math.abs(last[0] - first[0])
  for (let i = 0; i < span / 9; i++) {
    const x = Math.min(first[0], last[0]) + random.range(0, span)
    const y = Math.min(...top.map((point) => point[1])) + random.range(0, foot - last[1])
    const long = random.range(14, 54)
    const w = random.range(3, 11)
    parts.push(
      shape(
        lines([
          [x, y],
          [x + w, y + long * 0.3],
          [x + w * 0.6, y + long],
          [x - w * 0.5, y + long * 0.7],
        ]),
        random.chance(0.5)
          ? tone(stage, place.rock[0], distance, -0.7)
          : tone(stage, place.rock[1], distance, 0.9),
        'opacity="0.4"',
      ),
    )
  }
  sheet.add(
    `<g clip-path="url(#${clip})">${parts.join('')}${ellipse((first[0] + last[0]) / 2, foot + 6, span * 0.7, 16, mood.haze, 'opacity="0.5" filter="url(#soft)"')}</g>`,
  )
  const turf: Point[] = top.map(([x, y]) => [x, y - 1])
  const under: Point[] = top.map(([x, y], i) => [x, y + 5 + (i % 2) * 7] as const)
  sheet.add(shape(lines([...turf, ...under.reverse()]), tone(stage, place.rough, distance, 0.4)))
}

import { type Stage, tone } from './stage.ts'
import { lines, num, type Point, shape, smooth, stroke } from './svg.ts'
import { surf } from './water.ts'

/**
 * Land that ends in a cliff at one side, seen from above: turf, a rock face falling to the sea, foam at its foot.
 * @param top the far edge of the turf, from the picture's side to the corner
 * @param edge the cliff's edge, from the corner down to the foot of the picture
 * @param outward 1 when the sea is on the right, -1 on the left
 * @returns the clip path of the turf
 */
export function clifftop(
  stage: Stage,
  top: readonly Point[],
  edge: readonly Point[],
  outward: 1 | -1,
): string {
  const { sheet, random, place, side, height } = stage
  const foot = edge.map(
    ([x, y], i) => [x + outward * (22 + i * 7 + random.range(-6, 8)), y + 30 + i * 12] as const,
  )
  const corner = top.at(-1) ?? [0, 0]
  const face = lines([corner, ...edge, ...[...foot].reverse(), [corner[0] + outward * 8, corner[1] + 20]])
  surf(
    stage,
    foot.map(([x, y]) => [x + outward * 5, y + 3] as const),
  )
  const facing = outward === side
  sheet.add(
    shape(
      face,
      sheet.linear([
        [0, tone(stage, place.rock[1], 0.16, facing ? 1 : 0.1)],
        [1, tone(stage, place.rock[0], 0.08, facing ? 0.1 : -0.6)],
      ]),
    ),
  )
  const clip = sheet.clip(face)
  const cracks: string[] = []
  for (let i = 0; i < 70; i++) {
    const t = random.next() * (edge.length - 1)
    const at = edge[Math.floor(t)] ?? corner
    const [x, y] = [at[0] + random.range(-8, 44) * outward, at[1] + random.range(-6, 90)]
    const [w, long] = [random.range(3, 12), random.range(12, 46)]
    cracks.push(
      shape(
        lines([
          [x, y],
          [x + w, y + long * 0.2],
          [x + w * 0.7, y + long],
          [x - w * 0.3, y + long * 0.8],
        ]),
        tone(stage, random.chance(0.5) ? place.rock[0] : place.rock[1], 0.1, random.chance(0.5) ? -0.8 : 0.8),
        'opacity="0.42"',
      ),
    )
  }
  sheet.add(`<g clip-path="url(#${clip})">${cracks.join('')}</g>`)
  const inner = outward > 0 ? -40 : stage.width + 40
  const turf = `${smooth([...top, ...edge], false)}L${num(inner)} ${height + 40}L${num(inner)} ${num(top[0]?.[1] ?? 0)}Z`
  sheet.add(
    shape(
      turf,
      sheet.linear([
        [0, tone(stage, place.rough, 0.2, 0.6)],
        [0.35, tone(stage, place.rough, 0.1, 0.1)],
        [1, tone(stage, place.rough, 0.04, -0.55)],
      ]),
    ),
    stroke(smooth([corner, ...edge], false), tone(stage, place.wild, 0.1, -0.5), 5, 'opacity="0.7"'),
    stroke(smooth([...top], false), tone(stage, place.rough, 0.16, 1), 2.4, 'opacity="0.7"'),
  )
  return sheet.clip(turf)
}

import { house, mix } from './colour.ts'
import { type Stage, shadowAway, tone } from './stage.ts'
import { ellipse, lines, num, type Point, shape, smooth, stroke } from './svg.ts'

function blob(
  stage: Stage,
  x: number,
  y: number,
  rx: number,
  ry: number,
  fingers: number,
  depth: number,
): Point[] {
  const { random } = stage
  const [turn, second] = [random.range(0, 6), random.range(0, 6)]
  return Array.from({ length: 28 }, (_, i) => {
    const angle = (i / 28) * Math.PI * 2
    const reach =
      1 + depth * Math.sin(angle * fingers + turn) + depth * 0.55 * Math.sin(angle * (fingers + 2) + second)
    return [x + Math.cos(angle) * rx * reach, y + Math.sin(angle) * ry * reach] as const
  })
}

/** A bunker: a turf lip, a shaded face below it, raked sand catching the light. */
export function bunker(stage: Stage, x: number, y: number, rx: number, ry = rx * 0.3, distance = 0.15): void {
  const { sheet, place, side } = stage
  const outline = blob(stage, x, y, rx, ry, stage.random.int(2, 3), rx > 70 ? 0.2 : 0.15)
  const path = smooth(outline)
  const clip = sheet.clip(path)
  const sand = (lit: number, far = distance) => tone(stage, place.sand, far, lit)
  const lip = ry * 0.34
  sheet.add(
    shape(
      smooth(outline.map(([px, py]) => [x + (px - x) * 1.07, y + (py - y) * 1.16 - lip * 0.35] as const)),
      tone(stage, mix(place.rough, place.wild, 0.5), distance, -0.35),
    ),
    shape(
      path,
      sheet.linear(
        [
          [0, sand(-0.1)],
          [0.45, sand(0.6)],
          [1, sand(1)],
        ],
        0.5 + side * 0.4,
        0,
        0.5 - side * 0.4,
        1,
      ),
    ),
    `<g clip-path="url(#${clip})">`,
    shape(
      `${smooth(outline)}${smooth(outline.map(([px, py]) => [px - side * rx * 0.1, py + lip * 1.5] as const))}`,
      mix(sand(-1), stage.mood.shade, 0.22),
      'fill-rule="evenodd" opacity="0.62"',
    ),
    shape(
      smooth(outline.map(([px, py]) => [x + (px - x) * 1.1, py - ry * 2 + lip * 1.1] as const)),
      tone(stage, place.wild, distance, -0.5),
      'opacity="0.5"',
    ),
  )
  for (let i = 1; i < 4; i++)
    sheet.add(
      stroke(
        smooth(
          outline
            .slice(2, 13)
            .map(
              ([px, py]) => [x + (px - x) * (1 - i * 0.2), y + (py - y) * (1 - i * 0.24) + ry * 0.1] as const,
            ),
          false,
        ),
        sand(-0.5),
        Math.max(0.6, rx * 0.008),
        'opacity="0.35"',
      ),
    )
  sheet.add('</g>')
}

/** A putting green with its collar, cup, flag and the flag's shadow. Returns nothing; draw it after its ground. */
export function green(
  stage: Stage,
  x: number,
  y: number,
  rx: number,
  options: { ry?: number; distance?: number; flag?: number; flagAt?: number } = {},
): void {
  const { sheet, place, side } = stage
  const { ry = rx * 0.24, distance = 0.2, flag = rx * 0.95, flagAt = 0.12 } = options
  const outline = blob(stage, x, y, rx, ry, 2, 0.08)
  const grow = (by: number) =>
    smooth(outline.map(([px, py]) => [x + (px - x) * by, y + (py - y) * by] as const))
  sheet.add(
    shape(
      smooth(outline.map(([px, py]) => [x + (px - x) * 1.2, y + (py - y) * 1.26 + ry * 0.16] as const)),
      tone(stage, mix(place.fairway, place.rough, 0.35), distance, -0.3),
    ),
    shape(grow(1.1), tone(stage, place.fairway, distance, 0.1)),
    shape(
      grow(1),
      sheet.linear(
        [
          [0, tone(stage, place.green, distance, 1)],
          [0.5, tone(stage, place.green, distance, 0.5)],
          [1, tone(stage, place.green, distance, -0.2)],
        ],
        side > 0 ? 1 : 0,
        0,
        side > 0 ? 0 : 1,
        0.5,
      ),
    ),
  )
  pin(stage, x + rx * flagAt, y - ry * 0.05, flag)
}

/** A flagstick standing at (x, y). */
export function pin(stage: Stage, x: number, y: number, height: number): void {
  const { sheet, mood, side } = stage
  const [dx, dy] = shadowAway(stage, x, y)
  const thick = Math.max(1.5, height * 0.026)
  const [wide, drop] = [height * 0.36, height * 0.25]
  const s = -side
  const top = y - height
  const cloth = `M${num(x)} ${num(top)}C${num(x + s * wide * 0.35)} ${num(top - drop * 0.16)} ${num(x + s * wide * 0.6)} ${num(top + drop * 0.42)} ${num(x + s * wide)} ${num(top + drop * 0.36)}C${num(x + s * wide * 0.66)} ${num(top + drop * 0.62)} ${num(x + s * wide * 0.4)} ${num(top + drop * 0.78)} ${num(x)} ${num(top + drop)}Z`
  sheet.add(
    stroke(
      lines(
        [
          [x, y],
          [x + dx * height * 0.9, y + dy * height * 0.9],
        ],
        false,
      ),
      mood.shade,
      thick,
      'opacity="0.36"',
    ),
    ellipse(x, y, thick * 1.7, thick * 0.7, mood.shade, 'opacity="0.75"'),
    stroke(
      lines(
        [
          [x, y],
          [x, top],
        ],
        false,
      ),
      mix(house.paper, mood.light, 0.25),
      thick,
    ),
    shape(
      cloth,
      sheet.linear(
        [
          [0, mix(house.flag, '#ff9a63', 0.2)],
          [0.5, house.flag],
          [1, mix(house.flag, '#7d1f1f', 0.3)],
        ],
        side > 0 ? 1 : 0,
        0,
        side > 0 ? 0 : 1,
        0.2,
      ),
    ),
  )
}

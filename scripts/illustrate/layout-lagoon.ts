import { mix } from './colour.ts'
import { fairway } from './course.ts'
import { fringe } from './grass.ts'
import { bunker, green } from './greens.ts'
import { knoll, plate, rolling } from './ground.ts'
import { across, backdrop, type Look } from './layout.ts'
import { sail } from './sail.ts'
import { type Stage, tone } from './stage.ts'
import { type Point, shape, smooth } from './svg.ts'
import { treeline } from './treeline.ts'
import { plant } from './trees.ts'
import { lake, sea } from './water.ts'

/** Palms, a lagoon and a green lying in it. */
export function lagoon(stage: Stage, look: Look): void {
  const { place, horizon: h, random, height, width } = stage
  const X = across(stage, look)
  const kind = look.trees ?? 'palm'
  backdrop(stage, { ...look, relief: look.relief ?? 'hills' }, X)
  sea(stage, h + 130, 70)
  if (look.extra === 'sails') for (const t of [0.22, 0.64]) sail(stage, X(t), h + 16, 20)
  const isle = knoll(rolling(stage, h + 62, 2, 500), X(0.88), 34, 100)
  const land: Point[] = [
    [X(0.62), h + 76],
    [X(0.7), isle(X(0.7)) + 6],
    [X(0.78), isle(X(0.78))],
    [X(0.88), isle(X(0.88))],
    [X(1.06), isle(X(1.06))],
    [X(1.1), h + 80],
  ]
  stage.sheet.add(
    shape(
      smooth(land),
      stage.sheet.linear([
        [0, tone(stage, place.rough, 0.4, 0.5)],
        [1, tone(stage, place.wild, 0.4, -0.4)],
      ]),
    ),
  )
  const shoreY = h + 96
  const green2: Point[] = [
    [X(0.1), shoreY + 8],
    [X(0.24), shoreY - 14],
    [X(0.44), shoreY - 20],
    [X(0.62), shoreY - 8],
    [X(0.74), shoreY + 14],
    [X(0.66), shoreY + 40],
    [X(0.44), shoreY + 52],
    [X(0.22), shoreY + 44],
    [X(0.1), shoreY + 28],
  ]
  lake(stage, {
    shore: [
      [X(-0.2), h + 78],
      [X(0.3), h + 76],
      [X(0.7), h + 80],
      [X(1.2), h + 78],
      [X(1.2), height + 60],
      [X(-0.2), height + 60],
    ],
    bank: 2,
    distance: 0.3,
  })
  for (let i = 0; i < 7; i++)
    plant(stage, {
      kind,
      x: X(0.76 + i * 0.04),
      y: isle(X(0.76 + i * 0.04)) + 8,
      height: random.range(54, 96),
      distance: 0.4,
      shadow: false,
    })
  island(stage, green2)
  green(stage, X(0.42), shoreY + 10, 120, { distance: 0.16, flag: 116, ry: 20 })
  bunker(stage, X(0.2), shoreY + 20, 44, 12, 0.16)
  bunker(stage, X(0.62), shoreY + 16, 38, 10, 0.16)
  plant(stage, { kind, x: X(0.15), y: shoreY + 8, height: 150, distance: 0.18 })
  plant(stage, { kind, x: X(0.69), y: shoreY + 12, height: 120, distance: 0.2 })
  const front = knoll(rolling(stage, height * 0.88, 8, 520), X(0.98), 90, 190)
  const clip = plate(stage, { crest: front, distance: 0.02, colour: place.rough })
  fairway(stage, {
    far: [X(0.42), front(X(0.42)) - 2],
    near: [X(0.3), height + 30],
    farWidth: 260,
    nearWidth: 420,
    distance: 0.05,
    clip,
    stripes: 7,
  })
  for (let i = 0; i < 14; i++)
    plant(stage, {
      kind: 'bush',
      x: X(0.76 + random.range(0, 0.28)),
      y: front(X(0.85)) + random.range(10, 70),
      height: random.range(30, 60),
      distance: 0.03,
      shadow: false,
    })
  plant(stage, { kind, x: X(0.86), y: height * 0.9, height: 430, distance: 0 })
  plant(stage, { kind, x: X(0.97), y: height * 0.95, height: 520, distance: 0 })
  fringe(stage, () => height + 8, 34, undefined, -20, width + 20)
}

function island(stage: Stage, shore: readonly Point[]): void {
  const { place } = stage
  const ys = shore.map((point) => point[1])
  const lowest = Math.max(...ys)
  lakeRim(stage, shore, lowest)
  treeline(stage, () => Math.min(...ys) + 8, {
    from: Math.min(...shore.map((p) => p[0])) + 60,
    to: Math.max(...shore.map((p) => p[0])) - 70,
    height: 12,
    distance: 0.3,
    colour: place.leaf[1],
  })
}

function lakeRim(stage: Stage, shore: readonly Point[], lowest: number): void {
  const { sheet, place, mood } = stage
  const path = (dx: number, scaleY = 0) =>
    shore.map(([x, y]) => [x + dx, y + scaleY * (y > lowest - 44 ? 1 : 0)] as const)
  const d = (points: readonly Point[]) => smooth(points)
  sheet.add(
    `<path d="${d(path(0, 26))}" fill="${place.leaf[0]}" opacity="0.35" filter="url(#soft)"/>`,
    `<path d="${d(path(0, 9))}" fill="${mix(place.sand, mood.shade, 0.35)}" stroke="${mix(place.sand, mood.shade, 0.35)}" stroke-width="14" stroke-linejoin="round"/>`,
    `<path d="${d(path(0, 2))}" fill="${mix(place.sand, mood.light, 0.3)}" stroke="${mix(place.sand, mood.light, 0.3)}" stroke-width="12" stroke-linejoin="round"/>`,
    `<path d="${d(path(0))}" fill="${mix(place.fairway, mood.light, mood.warmth * 0.5)}" stroke="${mix(place.fairway, mood.light, mood.warmth * 0.5)}" stroke-width="10" stroke-linejoin="round"/>`,
  )
}

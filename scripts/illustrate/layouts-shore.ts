import { clifftop } from './cliff.ts'
import { bunker, fairway, green, type RibbonOptions } from './course.ts'
import { foreshade, fringe, lighthouse, sail, scatter, tuft } from './details.ts'
import { knoll, mist, plate, rolling, swells, treeline } from './ground.ts'
import { across, backdrop, type Look } from './layout.ts'
import { mix } from './palette.ts'
import { ridges } from './relief.ts'
import { paintSky } from './sky.ts'
import { type Stage, tone } from './stage.ts'
import { type Point, shape, smooth } from './svg.ts'
import { plant } from './trees.ts'
import { headland, lake, sea, surf } from './water.ts'

/** Dunes and marram, pot bunkers, a strip of sea behind. */
export function links(stage: Stage, look: Look): void {
  const { place, horizon: h, random, height } = stage
  const X = across(stage, look)
  paintSky(stage, look)
  if (look.relief === 'hills') ridges(stage, { count: 2, height: look.reliefHeight ?? 26 })
  sea(stage, h + 60, 60)
  if (look.extra === 'sails')
    for (const t of [0.3, 0.37, 0.62]) sail(stage, X(t), h + 12 + t * 18, 16 + t * 14)
  const spit = knoll(rolling(stage, h + 44, 4, 500), X(0.86), 26, 150)
  plate(stage, { crest: spit, distance: 0.46, colour: place.rough, fall: 40, mist: 0.2 })
  if (look.extra === 'lighthouse') lighthouse(stage, X(0.86), spit(X(0.86)) + 6, 108, 0.34)
  const dunes = knoll(knoll(rolling(stage, h + 74, 10, 320), X(0.1), 44, 110), X(0.62), 22, 90)
  const clip2 = plate(stage, {
    crest: dunes,
    distance: 0.3,
    colour: mix(place.rough, place.sand, 0.16),
    fall: 80,
    mist: 0.1,
  })
  swells(stage, dunes, { count: 6, depth: 80, colour: place.rough, distance: 0.28, clip: clip2 })
  fairway(stage, {
    far: [X(0.44), dunes(X(0.44)) + 8],
    near: [X(0.54), height],
    farWidth: 66,
    nearWidth: 420,
    bend: X(0.6) - X(0.5),
    distance: 0.26,
    clip: clip2,
    stripes: 5,
  })
  green(stage, X(0.4), dunes(X(0.4)) + 26, 78, { distance: 0.24, flag: 84, ry: 14 })
  bunker(stage, X(0.54), dunes(X(0.54)) + 40, 26, 10, 0.22)
  bunker(stage, X(0.28), dunes(X(0.28)) + 44, 24, 9, 0.22)
  for (let i = 0; i < 26; i++) {
    const x = random.range(0, 1)
    tuft(stage, X(x), dunes(X(x)) + random.range(2, 16), random.range(8, 18), 0.28)
  }
  mist(stage, h + 130, 34, 0.2)
  const near = knoll(
    knoll(rolling(stage, height * random.range(0.7, 0.77), 14, 420), X(0.95), 84, 130),
    X(0.06),
    50,
    120,
  )
  const clip = plate(stage, {
    crest: near,
    distance: 0.06,
    colour: mix(place.rough, place.sand, 0.1),
    fall: 150,
  })
  swells(stage, near, { count: 8, depth: 170, colour: place.rough, distance: 0.04, clip })
  fairway(stage, {
    far: [X(0.5), near(X(0.5)) - 3],
    near: [X(0.4), height + 40],
    farWidth: 230,
    nearWidth: 520,
    bend: X(0.46) - X(0.5),
    distance: 0.08,
    clip,
    stripes: 7,
  })
  foreshade(stage, height * 0.86, 0.3)
  bunker(stage, X(0.74), near(X(0.74)) + 56, 58, 22, 0.05)
  bunker(stage, X(0.2), near(X(0.2)) + 60, 42, 15, 0.06)
  for (let i = 0; i < 34; i++) {
    const x = random.chance(0.55) ? random.range(0.78, 1.05) : random.range(-0.05, 0.18)
    const down = random.next() * 130
    tuft(stage, X(x), near(X(x)) + 8 + down, 24 + down * 0.24, 0.04)
  }
  if (look.extra === 'flowers')
    scatter(stage, {
      colour: '#e2c04c',
      count: 110,
      y: near,
      depth: 120,
      size: 5,
      from: Math.min(X(0.8), X(1.02)),
      to: Math.max(X(0.8), X(1.02)),
    })
  fringe(stage, () => height + 10, 46)
}

/** A green at the edge of a cliff, headlands going away into the sea's haze. */
export function cliffs(stage: Stage, look: Look): void {
  const { place, horizon: h, random, height } = stage
  const X = across(stage, look)
  paintSky(stage, look)
  if (look.relief === 'hills') ridges(stage, { count: 2, height: look.reliefHeight ?? 30 })
  sea(stage, height, 120)
  const cape = (from: number, to: number, top: number, rise: number, foot: number, distance: number) => {
    const points: Point[] = []
    for (let i = 0; i <= 7; i++)
      points.push([
        X(from + ((to - from) * i) / 7),
        top - rise * Math.sin((i / 7) * 2.2 + 0.9) + random.range(-3, 3),
      ])
    headland(stage, { top: points, foot, distance })
  }
  cape(1.05, 0.66, h + 4, 22, h + 34, 0.66)
  cape(1.05, 0.74, h + 16, 38, h + 74, 0.5)
  mist(stage, h + 70, 40, 0.3)
  if (look.extra === 'sails') for (const t of [0.42, 0.5]) sail(stage, X(t), h + 26 + t * 12, 24)
  if (look.extra === 'lighthouse') lighthouse(stage, X(0.86), h - 10, 96, 0.46)
  cape(1.08, 0.82, h + 74, 36, h + 186, 0.3)
  surf(stage, [
    [X(0.8), h + 190],
    [X(0.88), h + 186],
    [X(0.96), h + 192],
    [X(1.05), h + 188],
  ])
  const top: Point[] = [
    [X(-0.06), h + 70],
    [X(0.08), h + 62],
    [X(0.22), h + 74],
    [X(0.34), h + 76],
    [X(0.46), h + 92],
    [X(0.56), h + 104],
  ]
  const side: Point[] = [
    [X(0.605), h + 118],
    [X(0.635), h + 136],
    [X(0.63), h + 168],
    [X(0.65), h + 206],
    [X(0.69), h + 244],
    [X(0.7), h + 290],
    [X(0.72), height + 30],
  ]
  const clip = clifftop(stage, top, side, X(1) > X(0) ? 1 : -1)
  const lip = (x: number) => h + 84 + Math.abs(x - X(0)) * 0.06
  swells(stage, lip, { count: 7, depth: 240, colour: place.rough, distance: 0.08, clip })
  const way: RibbonOptions = {
    far: [X(0.4), h + 118],
    near: [X(0.16), height + 40],
    farWidth: 130,
    nearWidth: 480,
    bend: X(0.44) - X(0.5),
    distance: 0.1,
    clip,
    stripes: 7,
  }
  fairway(stage, way)
  green(stage, X(0.45), h + 136, 112, { distance: 0.12, flag: 128, ry: 21 })
  bunker(stage, X(0.24), h + 140, 50, 13, 0.12)
  foreshade(stage, height * 0.86, 0.3)
  bunker(stage, X(0.52), h + 196, 46, 14, 0.08)
  plant(stage, { kind: look.trees ?? 'windswept', x: X(0.08), y: h + 108, height: 190, distance: 0.1 })
  for (let i = 0; i < 18; i++)
    tuft(
      stage,
      X(0.52 + random.range(0, 0.12)),
      height * 0.84 + random.range(0, 90),
      random.range(20, 40),
      0.02,
    )
  fringe(stage, () => height + 8, 34, undefined, Math.min(X(-0.03), X(0.62)), Math.max(X(-0.03), X(0.62)))
}

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

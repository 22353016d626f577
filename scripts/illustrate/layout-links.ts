import { lighthouse } from './buildings.ts'
import { mix } from './colour.ts'
import { fairway } from './course.ts'
import { foreshade } from './finish.ts'
import { fringe, scatter, tuft } from './grass.ts'
import { bunker, green } from './greens.ts'
import { knoll, plate, rolling, swells } from './ground.ts'
import { across, type Look } from './layout.ts'
import { ridges } from './relief.ts'
import { sail } from './sail.ts'
import { paintSky } from './sky.ts'
import type { Stage } from './stage.ts'
import { mist } from './treeline.ts'
import { sea } from './water.ts'

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
  const dunes = knoll(knoll(rolling(stage, h + 74, 10, 320), X(0.1), 62, 120), X(0.66), 40, 84)
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
  for (let i = 0; i < 60; i++) {
    const x = random.range(0, 1)
    if (Math.abs(x - 0.42) < 0.16) continue
    tuft(stage, X(x), dunes(X(x)) + random.range(0, 26), random.range(8, 20), 0.28)
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
  for (let i = 0; i < 46; i++) {
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

import { bridge } from './buildings.ts'
import { fairway } from './course.ts'
import { fringe, scatter, tuft } from './grass.ts'
import { bunker, green } from './greens.ts'
import { knoll, plate, rolling, swells } from './ground.ts'
import { across, backdrop, type Look } from './layout.ts'
import type { Stage } from './stage.ts'
import { mist, treeline } from './treeline.ts'
import { plant } from './trees.ts'
import { lake } from './water.ts'

/** A stream running down between two slopes, a bridge over it. */
export function burn(stage: Stage, look: Look): void {
  const { place, horizon: h, random, height, width } = stage
  const X = across(stage, look)
  const kind = look.trees ?? 'oak'
  const spires = kind === 'spruce' || kind === 'cypress'
  backdrop(stage, look, X)
  const far = rolling(stage, h + 12, 9, 420)
  treeline(stage, far, { from: -30, to: width + 30, height: 40, distance: 0.56, spires })
  plate(stage, { crest: far, distance: 0.5, colour: place.rough, fall: 50 })
  const slope = knoll(rolling(stage, h + 58, 8, 560), X(0.7), 34, 200)
  treeline(stage, slope, { from: X(0.16) - 200, to: X(0.16) + 170, height: 60, distance: 0.38, spires })
  const clip = plate(stage, { crest: slope, distance: 0.26, colour: place.rough, fall: 150, mist: 0 })
  swells(stage, slope, { count: 6, depth: 120, colour: place.rough, distance: 0.22, clip })
  for (let i = 0; i < 3; i++)
    plant(stage, {
      kind,
      x: X(0.9 + i * 0.06),
      y: slope(X(0.9)) + 20 + i * 8,
      height: 120 + i * 24,
      distance: 0.24,
    })
  mist(stage, h + 110, 40, 0.24)
  fairway(stage, {
    far: [X(0.62), slope(X(0.62)) + 30],
    near: [X(0.12), height + 40],
    farWidth: 40,
    nearWidth: 470,
    bend: X(0.28) - X(0.5),
    distance: 0.16,
    stripes: 7,
  })
  green(stage, X(0.7), slope(X(0.7)) + 22, 92, { distance: 0.24, flag: 98, ry: 16 })
  bunker(stage, X(0.86), slope(X(0.86)) + 40, 46, 12, 0.22)
  bunker(stage, X(0.54), slope(X(0.54)) + 34, 36, 9, 0.22)
  lake(stage, {
    shore: [
      [X(0.5), h + 104],
      [X(0.58), h + 118],
      [X(0.66), h + 134],
      [X(0.64), h + 152],
      [X(0.54), h + 172],
      [X(0.5), h + 202],
      [X(0.56), h + 240],
      [X(0.56), h + 290],
      [X(0.48), height + 40],
      [X(0.84), height + 40],
      [X(0.8), h + 290],
      [X(0.72), h + 244],
      [X(0.64), h + 206],
      [X(0.66), h + 178],
      [X(0.74), h + 156],
      [X(0.73), h + 134],
      [X(0.62), h + 112],
      [X(0.51), h + 100],
    ],
    bank: 9,
    distance: 0.12,
  })
  bridge(stage, X(0.57), h + 196, 216, 0.1)
  const bankR = knoll((x) => height * 0.98 + Math.abs(x - X(1)) * 0.16, X(1), 90, 170)
  plate(stage, { crest: bankR, distance: 0.02, colour: place.rough })
  plant(stage, { kind, x: X(0.96), y: height * 0.9, height: 300, distance: 0.02 })
  for (let i = 0; i < 22; i++) {
    const t = i / 22
    tuft(
      stage,
      X(0.53 - 0.05 * t + random.range(-0.02, 0.02)),
      h + 236 + t * (height - h - 220),
      16 + 22 * t,
      0.05,
    )
    tuft(stage, X(0.78 + random.range(-0.02, 0.1)), h + 256 + t * 110, 16 + 22 * t, 0.05)
  }
  if (look.extra === 'flowers')
    scatter(stage, {
      colour: '#f0d9a8',
      count: 100,
      y: () => height * 0.88,
      depth: 70,
      size: 4.4,
      from: Math.min(X(0), X(0.44)),
      to: Math.max(X(0), X(0.44)),
    })
  fringe(stage, () => height + 8, 34, undefined, Math.min(X(-0.02), X(0.48)), Math.max(X(-0.02), X(0.48)))
}

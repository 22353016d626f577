import { fairway } from './course.ts'
import { fringe, tuft } from './grass.ts'
import { bunker, green } from './greens.ts'
import { knoll, plate, rolling, swells } from './ground.ts'
import { across, backdrop, type Look } from './layout.ts'
import type { Stage } from './stage.ts'
import { mist, treeline } from './treeline.ts'
import { plant } from './trees.ts'
import { lake } from './water.ts'

/** Water in the middle, a green on its far shore, woods mirrored in it. */
export function lakeside(stage: Stage, look: Look): void {
  const { place, horizon: h, random, height, width } = stage
  const X = across(stage, look)
  const kind = look.trees ?? 'oak'
  const spires = kind === 'spruce' || kind === 'cypress'
  const unit = X(1) - X(0)
  backdrop(stage, look, X)
  const far = rolling(stage, h + 10, 8, 500)
  treeline(stage, far, { from: -30, to: width + 30, height: 34, distance: 0.58, spires })
  plate(stage, { crest: far, distance: 0.52, colour: place.rough, fall: 40 })
  const bank = knoll(rolling(stage, h + 46, 6, 600), X(0.34), 24, 210)
  treeline(stage, bank, { from: X(0.75) - 190, to: X(0.75) + 240, height: 62, distance: 0.36, spires })
  const clip = plate(stage, { crest: bank, distance: 0.32, colour: place.rough, fall: 70, mist: 0.05 })
  swells(stage, bank, { count: 4, depth: 60, colour: place.rough, distance: 0.3, clip })
  for (let i = 0; i < 4; i++)
    plant(stage, {
      kind,
      x: X(0.0 + i * 0.055),
      y: bank(X(i * 0.055)) + 10,
      height: random.range(90, 140),
      distance: 0.3,
    })
  fairway(stage, {
    far: [X(0.46), bank(X(0.46))],
    near: [X(0.7), h + 96],
    farWidth: 60,
    nearWidth: 230,
    distance: 0.3,
    clip,
    stripes: 5,
  })
  green(stage, X(0.36), bank(X(0.36)) + 26, 92, { distance: 0.24, flag: 92, ry: 17 })
  bunker(stage, X(0.52), bank(X(0.52)) + 30, 40, 10, 0.24)
  bunker(stage, X(0.22), bank(X(0.22)) + 36, 34, 8, 0.24)
  const y = h + 92
  lake(stage, {
    shore: [
      [X(-0.1), y + 6],
      [X(0.12), y],
      [X(0.3), y + 10],
      [X(0.46), y + 2],
      [X(0.66), y + 12],
      [X(0.9), y + 2],
      [X(1.1), y + 8],
      [X(1.12), y + 120],
      [X(0.9), y + 104],
      [X(0.72), y + 138],
      [X(0.5), y + 150],
      [X(0.3), y + 128],
      [X(0.12), y + 150],
      [X(-0.1), y + 128],
    ],
    reflect: [
      [X(0.02), 70, 90],
      [X(0.1), 60, 80],
      [X(0.17), 54, 70],
      [X(0.8), 170, 58],
      [X(0.7), 60, 44],
    ],
  })
  mist(stage, y + 6, 36, 0.42)
  const front = knoll(rolling(stage, height * 0.86, 10, 500, unit * 0.04), X(0.08), 34, 190)
  const clip3 = plate(stage, { crest: front, distance: 0.03, colour: place.rough })
  fairway(stage, {
    far: [X(0.6), front(X(0.6)) - 2],
    near: [X(0.66), height + 40],
    farWidth: 250,
    nearWidth: 460,
    distance: 0.06,
    clip: clip3,
    stripes: 7,
  })
  plant(stage, { kind, x: X(0.07), y: height * 0.9, height: 330, distance: 0.02 })
  for (let i = 0; i < 16; i++)
    tuft(stage, X(0.2 + i * 0.05), front(X(0.2 + i * 0.05)) + 6, random.range(18, 40), 0.04)
  fringe(stage, () => height + 10, 34)
}

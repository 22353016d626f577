import { clubhouse } from './buildings.ts'
import { fairway } from './course.ts'
import { foreshade } from './finish.ts'
import { fringe, scatter } from './grass.ts'
import { bunker, green } from './greens.ts'
import { knoll, plate, rolling, swells } from './ground.ts'
import { across, backdrop, type Look } from './layout.ts'
import type { Stage } from './stage.ts'
import { mist, treeline } from './treeline.ts'
import { plant } from './trees.ts'

/** One hill, one tree, one flag and a great deal of sky. */
export function hilltop(stage: Stage, look: Look): void {
  const { place, horizon: h, height, width } = stage
  const X = across(stage, look)
  const kind = look.trees ?? 'oak'
  backdrop(stage, look, X)
  const back = rolling(stage, h + 12, 14, 560)
  treeline(stage, back, {
    from: X(0.5) - 330,
    to: X(0.5) + 300,
    height: 24,
    distance: 0.6,
    spires: kind === 'spruce',
  })
  plate(stage, { crest: back, distance: 0.55, colour: place.rough, fall: 70 })
  mist(stage, h + 56, 60, 0.45)
  const mid = knoll(rolling(stage, h + 88, 10, 700), X(0.85), 26, 200)
  treeline(stage, mid, {
    from: X(0.82) - 130,
    to: X(0.82) + 160,
    height: 38,
    distance: 0.4,
    spires: kind === 'spruce',
  })
  plate(stage, { crest: mid, distance: 0.34, colour: place.rough, fall: 90, mist: 0.25 })
  const hill = knoll(rolling(stage, height * 0.82, 8, 900), X(0.36), 128, 270)
  const clip = plate(stage, { crest: hill, distance: 0.08, colour: place.rough, fall: 190 })
  swells(stage, hill, { count: 7, depth: 210, colour: place.rough, distance: 0.06, clip })
  fairway(stage, {
    far: [X(0.42), hill(X(0.42)) + 26],
    near: [X(0.74), height + 40],
    farWidth: 100,
    nearWidth: 520,
    bend: X(0.44) - X(0.5),
    distance: 0.1,
    clip,
    stripes: 7,
  })
  green(stage, X(0.43), hill(X(0.43)) + 30, 96, {
    distance: 0.12,
    flag: 118,
    ry: 18,
    flagAt: X(0) < X(1) ? 0.25 : -0.25,
  })
  foreshade(stage, height * 0.84)
  bunker(stage, X(0.62), hill(X(0.62)) + 44, 54, 15, 0.1)
  bunker(stage, X(0.55), hill(X(0.55)) + 96, 70, 20, 0.06)
  plant(stage, { kind, x: X(0.26), y: hill(X(0.26)) + 10, height: 214, distance: 0.08 })
  if (look.extra === 'clubhouse' || look.extra === 'lamps')
    clubhouse(stage, X(0.86), mid(X(0.86)) + 14, 130, 0.3, look.extra === 'lamps')
  if (look.extra === 'flowers')
    scatter(stage, { colour: '#efe0c8', count: 150, y: () => height * 0.86, depth: 90, size: 4.5 })
  fringe(stage, () => height + 10, 32, undefined, -20, width + 20)
}

import { mix } from './colour.ts'
import { along, fairway, type RibbonOptions } from './course.ts'
import { foreshade } from './finish.ts'
import { fringe, scatter } from './grass.ts'
import { bunker, green } from './greens.ts'
import { knoll, plate, rolling, swells } from './ground.ts'
import { across, backdrop, type Look } from './layout.ts'
import type { Stage } from './stage.ts'
import { mist, treeline } from './treeline.ts'
import { plant } from './trees.ts'

/** A fairway winding up through rolling ground to a green on the far side. */
export function valley(stage: Stage, look: Look): void {
  const { place, horizon: h, random, height, width } = stage
  const X = across(stage, look)
  const kind = look.trees ?? 'oak'
  const spires = kind === 'spruce' || kind === 'cypress'
  backdrop(stage, look, X)
  const far = rolling(stage, h + 14, 10, 420)
  treeline(stage, far, { from: -30, to: width + 30, height: 26, distance: 0.62, spires })
  plate(stage, { crest: far, distance: 0.56, colour: mix(place.rough, place.fairway, 0.4), fall: 60 })
  mist(stage, h + 44, 50, 0.4)
  const second = knoll(rolling(stage, h + 62, 14, 520), X(0.3), 22, 180)
  treeline(stage, second, { from: X(0.62) - 200, to: X(0.62) + 230, height: 46, distance: 0.42, spires })
  const clip2 = plate(stage, { crest: second, distance: 0.38, colour: place.rough, fall: 90, mist: 0.2 })
  const upper: RibbonOptions = {
    far: [X(0.34), second(X(0.34)) - 2],
    near: [X(0.56), height],
    farWidth: 54,
    nearWidth: 420,
    bend: (X(0.1) - X(0)) * 1.1,
    distance: 0.36,
    clip: clip2,
    stripes: 5,
  }
  fairway(stage, upper)
  green(stage, X(0.3), second(X(0.3)) + 15, 56, { distance: 0.34, flag: 56, ry: 11 })
  bunker(stage, X(0.4), second(X(0.4)) + 25, 26, 7, 0.34)
  bunker(stage, X(0.2), second(X(0.2)) + 29, 30, 8, 0.34)
  for (let i = 0; i < 4; i++)
    plant(stage, {
      kind,
      x: X(0.02 + i * 0.05),
      y: second(X(0.03 + i * 0.05)) + 14 + i * 2,
      height: random.range(62, 92),
      distance: 0.34,
    })
  mist(stage, h + 128, 44, 0.24)
  const front = knoll(
    rolling(stage, height * random.range(0.7, 0.77), 16, 640, (X(1) - X(0)) * 0.03),
    X(0.92),
    46,
    240,
  )
  for (let i = 0; i < 3; i++)
    plant(stage, {
      kind,
      x: X(0.78 + i * 0.1),
      y: front(X(0.78 + i * 0.1)) + 8,
      height: random.range(110, 150),
      distance: 0.16,
      shadow: false,
    })
  const clip = plate(stage, { crest: front, distance: 0.08, colour: place.rough })
  swells(stage, front, { count: 6, depth: 150, colour: place.rough, distance: 0.05, clip })
  const lower: RibbonOptions = {
    far: [X(0.55), front(X(0.55)) - 4],
    near: [X(0.3), height + 30],
    farWidth: 176,
    nearWidth: 520,
    bend: (X(0.1) - X(0)) * 0.7,
    distance: 0.1,
    clip,
    stripes: 7,
  }
  fairway(stage, lower)
  foreshade(stage, height * 0.8)
  const spot = along(lower, 0.3)
  bunker(stage, spot.x + (X(1) - X(0)) * 0.18, spot.y + 8, 62, 17, 0.08)
  plant(stage, { kind, x: X(0.9), y: height * 0.86, height: 250, distance: 0.02 })
  plant(stage, { kind, x: X(1.02), y: height * 0.93, height: 330, distance: 0 })
  if (look.extra === 'flowers')
    scatter(stage, { colour: '#f3e3c0', count: 120, y: () => height * 0.9, depth: 60, size: 4 })
  fringe(stage, () => height + 8, 30)
}

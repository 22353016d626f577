import { fairway } from './course.ts'
import { fringe, tuft } from './grass.ts'
import { bunker, green } from './greens.ts'
import { knoll, plate, rolling, swells } from './ground.ts'
import { across, backdrop, type Look } from './layout.ts'
import type { Stage } from './stage.ts'
import { mist, treeline } from './treeline.ts'
import { plant } from './trees.ts'

/** Great bunkers sweeping across the foreground, a green standing over them. */
export function sands(stage: Stage, look: Look): void {
  const { place, horizon: h, random, height, width } = stage
  const X = across(stage, look)
  const kind = look.trees ?? 'pine'
  const spires = kind === 'spruce' || kind === 'cypress'
  backdrop(stage, look, X)
  const far = rolling(stage, h + 16, 10, 480)
  treeline(stage, far, { from: -30, to: width + 30, height: 40, distance: 0.54, spires })
  plate(stage, { crest: far, distance: 0.48, colour: place.rough, fall: 60 })
  mist(stage, h + 36, 44, 0.4)
  for (const [t, tall] of [
    [0.86, 150],
    [0.94, 190],
    [0.78, 116],
  ] as const)
    plant(stage, { kind, x: X(t), y: h + 76, height: tall, distance: 0.26, shadow: false })
  const shoulder = knoll(rolling(stage, h + 84, 8, 600), X(0.4), 36, 230)
  const clip = plate(stage, { crest: shoulder, distance: 0.18, colour: place.rough, fall: 160 })
  swells(stage, shoulder, { count: 5, depth: 130, colour: place.fairway, distance: 0.16, clip })
  plant(stage, { kind, x: X(0.1), y: h + 96, height: 216, distance: 0.2 })
  fairway(stage, {
    far: [X(0.42), shoulder(X(0.42)) + 40],
    near: [X(0.34), height],
    farWidth: 120,
    nearWidth: 300,
    bend: X(0.46) - X(0.5),
    distance: 0.14,
    clip,
    stripes: 7,
  })
  green(stage, X(0.42), shoulder(X(0.42)) + 26, 150, { distance: 0.16, flag: 150, ry: 24 })
  bunker(stage, X(0.2), h + 158, 104, 30, 0.1)
  bunker(stage, X(0.74), h + 150, 120, 28, 0.1)
  bunker(stage, X(0.48), h + 186, 84, 24, 0.08)
  const front = knoll(rolling(stage, height * 0.85, 8, 620), X(0.1), -20, 160)
  const clip2 = plate(stage, { crest: front, distance: 0.02, colour: place.rough })
  swells(stage, front, { count: 4, depth: 80, colour: place.rough, distance: 0.02, clip: clip2 })
  bunker(stage, X(0.64), height * 0.95, 250, 52, 0.02)
  for (let i = 0; i < 24; i++)
    tuft(stage, X(random.range(0, 1)), front(X(0.4)) + random.range(2, 20), random.range(16, 32), 0.03)
  fringe(stage, () => height + 12, 44)
}

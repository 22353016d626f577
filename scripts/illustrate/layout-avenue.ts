import { along, fairway, type RibbonOptions } from './course.ts'
import { fringe } from './grass.ts'
import { bunker, green } from './greens.ts'
import { knoll, plate, rolling } from './ground.ts'
import { across, backdrop, type Look } from './layout.ts'
import type { Stage } from './stage.ts'
import { mist, treeline } from './treeline.ts'
import { plant } from './trees.ts'

/** Two ranks of trees drawing the eye along a fairway to the light at its end. */
export function avenue(stage: Stage, look: Look): void {
  const { place, horizon: h, random, height, width } = stage
  const kind = look.trees ?? 'pine'
  const X = across(stage, look)
  const end = Math.min(width * 0.72, Math.max(width * 0.28, stage.sun.x))
  backdrop(stage, look, X)
  const far = rolling(stage, h + 6, 6, 420)
  treeline(stage, far, {
    from: -30,
    to: width + 30,
    height: 40,
    distance: 0.66,
    spires: kind === 'spruce' || kind === 'cypress',
  })
  const clip = plate(stage, {
    crest: knoll(rolling(stage, h + 20, 5, 500), end, -6, 200),
    distance: 0.24,
    colour: place.rough,
    fall: 240,
    mist: 0,
    grain: 0.22,
  })
  mist(stage, h + 24, 44, 0.5)
  const way: RibbonOptions = {
    far: [end, h + 20],
    near: [width * 0.5 + (X(0.56) - X(0.5)), height + 40],
    farWidth: 60,
    nearWidth: 560,
    bend: X(0.54) - X(0.5),
    distance: 0.16,
    clip,
    stripes: 8,
  }
  fairway(stage, way)
  green(stage, along(way, 0.09).x, h + 44, 62, { distance: 0.34, flag: 66, ry: 10 })
  bunker(stage, along(way, 0.16).x + 72, h + 66, 34, 8, 0.28)
  const rows = 8
  for (let i = 0; i < rows; i++) {
    const t = 0.06 + (i / rows) ** 1.7 * 0.8
    const at = along(way, t)
    for (const s of [-1, 1] as const) {
      const tall = (58 + 430 * t) * random.range(0.85, 1.15)
      plant(stage, {
        kind,
        x: at.x + s * (at.width * 0.5 + 24 + 150 * t + random.range(0, 50) * t),
        y: at.y + random.range(-4, 8),
        height: tall,
        distance: 0.6 * (1 - t) ** 1.6,
      })
    }
    if (i === 4) {
      mist(stage, at.y, 40, 0.22)
      bunker(stage, at.x - at.width * 0.62, at.y + 30, 52, 13, 0.14)
    }
  }
  fringe(stage, () => height + 8, 34)
}

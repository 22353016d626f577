import { along, bunker, fairway, green, type RibbonOptions } from './course.ts'
import { clubhouse, foreshade, fringe, scatter, tuft } from './details.ts'
import { knoll, mist, plate, rolling, swells, treeline } from './ground.ts'
import { across, backdrop, type Look } from './layout.ts'
import { mix } from './palette.ts'
import type { Stage } from './stage.ts'
import { plant } from './trees.ts'
import { lake } from './water.ts'

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

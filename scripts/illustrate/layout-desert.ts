import { mix } from './colour.ts'
import { along, fairway, type RibbonOptions } from './course.ts'
import { foreshade } from './finish.ts'
import { fringe, scatter, tuft } from './grass.ts'
import { bunker, green } from './greens.ts'
import { knoll, plate, rolling, swells } from './ground.ts'
import { across, backdrop, type Look } from './layout.ts'
import type { Stage } from './stage.ts'
import { mist } from './treeline.ts'
import { plant } from './trees.ts'

/** Bare warm ground, a green ribbon through it, cacti standing about. */
export function desert(stage: Stage, look: Look): void {
  const { place, horizon: h, random, height, width } = stage
  const X = across(stage, look)
  const kind = look.trees ?? 'saguaro'
  backdrop(stage, { relief: 'mesas', reliefHeight: 120, ...look }, X)
  const far = rolling(stage, h + 18, 7, 380)
  plate(stage, { crest: far, distance: 0.52, colour: place.wild, fall: 50 })
  mist(stage, h + 40, 34, 0.3)
  const second = knoll(rolling(stage, h + 52, 12, 460), X(0.66), 24, 170)
  for (let i = 0; i < 8; i++) {
    const t = random.range(0, 1)
    plant(stage, {
      kind,
      x: X(t),
      y: second(X(t)) + 4,
      height: random.range(26, 44),
      distance: 0.4,
      shadow: false,
    })
  }
  const clip2 = plate(stage, { crest: second, distance: 0.34, colour: place.rough, fall: 90, mist: 0.08 })
  swells(stage, second, { count: 5, depth: 90, colour: place.rough, distance: 0.3, clip: clip2 })
  fairway(stage, {
    far: [X(0.62), second(X(0.62)) + 8],
    near: [X(0.42), height],
    farWidth: 56,
    nearWidth: 420,
    bend: X(0.6) - X(0.5),
    distance: 0.3,
    clip: clip2,
    stripes: 5,
  })
  green(stage, X(0.65), second(X(0.65)) + 18, 66, { distance: 0.28, flag: 72, ry: 12 })
  bunker(stage, X(0.78), second(X(0.78)) + 28, 34, 9, 0.28)
  bunker(stage, X(0.52), second(X(0.52)) + 34, 28, 8, 0.28)
  for (let i = 0; i < 22; i++) {
    const t = random.range(0, 1)
    if (Math.abs(t - 0.56) > 0.14)
      tuft(stage, X(t), second(X(t)) + random.range(14, 60), random.range(7, 14), 0.28, [
        place.leaf[1],
        place.leaf[2],
      ])
  }
  for (const [t, tall] of [
    [0.08, 96],
    [0.22, 70],
    [0.93, 84],
  ] as const)
    plant(stage, { kind, x: X(t), y: second(X(t)) + 26, height: tall, distance: 0.26 })
  const front = knoll(rolling(stage, height * random.range(0.69, 0.76), 12, 560), X(0.04), 46, 200)
  const clip = plate(stage, { crest: front, distance: 0.06, colour: place.rough })
  swells(stage, front, { count: 8, depth: 170, colour: place.rough, distance: 0.04, clip })
  const way: RibbonOptions = {
    far: [X(0.46), front(X(0.46)) - 3],
    near: [X(0.62), height + 40],
    farWidth: 170,
    nearWidth: 470,
    bend: X(0.4) - X(0.5),
    distance: 0.08,
    clip,
    stripes: 7,
  }
  fairway(stage, way)
  foreshade(stage, height * 0.82, 0.34)
  bunker(stage, along(way, 0.42).x - (X(1) - X(0)) * 0.3, height * 0.86, 84, 24, 0.04)
  for (let i = 0; i < 26; i++) {
    const t = random.chance(0.5) ? random.range(-0.02, 0.16) : random.range(0.82, 1.02)
    const down = random.next()
    tuft(stage, X(t), front(X(t)) + 16 + down * 110, 14 + down * 18, 0.04, [
      place.leaf[1],
      mix(place.leaf[2], place.rough, 0.4),
    ])
  }
  plant(stage, { kind, x: X(0.07), y: height * 0.84, height: 270, distance: 0.02 })
  plant(stage, { kind, x: X(0.91), y: height * 0.8, height: 170, distance: 0.06 })
  if (look.extra === 'flowers')
    scatter(stage, {
      colour: '#e8c765',
      count: 150,
      y: front,
      depth: 150,
      size: 4,
      from: Math.min(X(0.78), X(1.02)),
      to: Math.max(X(0.78), X(1.02)),
    })
  fringe(stage, () => height + 10, 26, [place.leaf[1], place.leaf[2]], -20, width + 20)
}

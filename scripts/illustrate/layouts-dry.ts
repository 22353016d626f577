import { along, bunker, fairway, green, type RibbonOptions } from './course.ts'
import { bridge, foreshade, fringe, scatter, tuft } from './details.ts'
import { knoll, mist, plate, rolling, swells, treeline } from './ground.ts'
import { across, backdrop, type Look } from './layout.ts'
import { mix } from './palette.ts'
import type { Stage } from './stage.ts'
import { plant } from './trees.ts'
import { lake } from './water.ts'

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

/** Hills ribbed with rows, tall dark trees along their crests. */
export function terraces(stage: Stage, look: Look): void {
  const { place, horizon: h, random, height, width } = stage
  const X = across(stage, look)
  const kind = look.trees ?? 'cypress'
  backdrop(stage, look, X)
  let crest = rolling(stage, h + 16, 14, 460)
  for (let i = 0; i < 4; i++) {
    const t = i / 3
    const y = h + 26 + (height - h) * 0.52 * t ** 1.3
    crest = knoll(rolling(stage, y, 12 + 10 * t, 460 + 160 * t), X(i % 2 ? 0.78 : 0.2), 26 + 30 * t, 170)
    const distance = 0.56 * (1 - t) + 0.08 * t
    const row = random.range(0.05, 0.5)
    const size = 30 + 90 * t
    if (i < 3)
      for (let k = 0; k < 7 - i; k++)
        plant(stage, {
          kind,
          x: X(row + k * (0.035 + 0.02 * t)),
          y: crest(X(row + k * (0.035 + 0.02 * t))) + 5,
          height: size * random.range(0.8, 1.2),
          distance,
          shadow: false,
        })
    const clip = plate(stage, {
      crest,
      distance,
      colour: i % 2 ? place.wild : place.rough,
      fall: 90,
      mist: i < 2 ? 0.3 : 0,
    })
    swells(stage, crest, {
      count: 8,
      depth: 90 + 60 * t,
      colour: i % 2 ? place.rough : place.stripe,
      distance,
      clip,
    })
    const from = X(0.5 + (i % 2 ? -0.06 : 0.08))
    if (i > 0)
      fairway(stage, {
        far: [from, crest(from) - 2],
        near: [X(0.46 + (i % 2 ? 0.16 : -0.12)), y + 190],
        farWidth: 34 + 100 * t,
        nearWidth: 130 + 300 * t,
        bend: X(0.54) - X(0.5),
        distance,
        clip,
        stripes: 6,
      })
    if (i === 1) {
      green(stage, X(0.42), crest(X(0.42)) + 18, 64, { distance: 0.34, flag: 72, ry: 12 })
      bunker(stage, X(0.3), crest(X(0.3)) + 26, 30, 8, 0.34)
    }
    if (i === 2) bunker(stage, X(0.68), crest(X(0.68)) + 34, 46, 12, 0.2)
    if (i < 2) mist(stage, y + 62, 40, 0.3)
  }
  foreshade(stage, height * 0.84, 0.34)
  for (const [t, tall] of [
    [0.86, 250],
    [0.92, 300],
    [0.985, 270],
  ] as const)
    plant(stage, { kind, x: X(t), y: height * 0.93, height: tall, distance: 0.02 })
  bunker(stage, X(0.18), height * 0.9, 70, 19, 0.04)
  if (look.extra === 'flowers')
    scatter(stage, { colour: '#d9a9b4', count: 160, y: () => height * 0.84, depth: 100, size: 4.5 })
  fringe(stage, () => height + 8, 30, undefined, -20, width + 20)
}

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

import { fairway } from './course.ts'
import { foreshade } from './finish.ts'
import { fringe, scatter } from './grass.ts'
import { bunker, green } from './greens.ts'
import { knoll, plate, rolling, swells } from './ground.ts'
import { across, backdrop, type Look } from './layout.ts'
import type { Stage } from './stage.ts'
import { mist } from './treeline.ts'
import { plant } from './trees.ts'

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

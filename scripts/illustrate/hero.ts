import { mix } from './colour.ts'
import { along, fairway, type RibbonOptions } from './course.ts'
import { finish, foreshade } from './finish.ts'
import { fringe } from './grass.ts'
import { bunker, green } from './greens.ts'
import { type Crest, knoll, plate, rolling, swells } from './ground.ts'
import { ridges } from './relief.ts'
import { paintSky } from './sky.ts'
import { newStage, type Stage } from './stage.ts'
import { mist, treeline } from './treeline.ts'
import { plant } from './trees.ts'

/** The hero picture's own measure; raster sizes are multiples of it. */
export const heroSize = { width: 1280, height: 720 } as const

/** Where the flag's cup is, and the flag's height: the moving parts need to know. */
export const heroPin = { x: 858, y: 408, height: 150 } as const

export function heroStage(part: string): Stage {
  return newStage({
    seed: `hero-${part}`,
    place: 'parkland',
    mood: 'dawn',
    ...heroSize,
    horizon: 0.47,
    sun: [0.74, 0.33, 40],
  })
}

/** Everything behind the mist: sky, hills, woods, the green. An early morning; the left is kept calm for words. */
export function drawHeroBack(): string {
  const stage = heroStage('back')
  const { horizon: h, place, width } = stage
  paintSky(stage, { clouds: 'none', rings: true })
  ridges(stage, { count: 3, height: 96 })
  const far = rolling(stage, h + 14, 8, 620)
  treeline(stage, far, { from: -30, to: width + 30, height: 32, distance: 0.7 })
  plate(stage, { crest: far, distance: 0.62, colour: mix(place.rough, place.fairway, 0.4), fall: 70 })
  mist(stage, h + 44, 60, 0.4)
  const second = knoll(rolling(stage, h + 66, 9, 800), 860, 30, 240)
  treeline(stage, second, { from: 1010, to: 1330, height: 60, distance: 0.46 })
  treeline(stage, second, { from: -40, to: 330, height: 34, distance: 0.54 })
  const clip = plate(stage, { crest: second, distance: 0.36, colour: place.rough, fall: 150, mist: 0.16 })
  swells(stage, second, { count: 6, depth: 120, colour: place.rough, distance: 0.34, clip })
  const way: RibbonOptions = {
    far: [846, heroPin.y + 6],
    near: [760, 720],
    farWidth: 96,
    nearWidth: 520,
    bend: -70,
    distance: 0.28,
    clip,
    stripes: 6,
  }
  for (const [x, tall] of [
    [1040, 128],
    [1100, 160],
    [1172, 190],
    [700, 74],
    [664, 62],
  ] as const)
    plant(stage, { kind: 'oak', x, y: second(x) + 22, height: tall, distance: 0.34 })
  fairway(stage, way)
  green(stage, heroPin.x - 14, heroPin.y, 118, { distance: 0.24, flag: 0.01, ry: 22 })
  bunker(stage, heroPin.x + 150, heroPin.y + 24, 58, 15, 0.22)
  bunker(stage, heroPin.x - 190, heroPin.y + 30, 50, 12, 0.24)
  return finish(stage)
}

/** The foreground's upper edge: low on the left, rising to the right. */
export function heroFront(stage: Stage): Crest {
  return knoll(rolling(stage, 586, 9, 900, -30), 1230, 60, 260)
}

/** The foreground on clear paper: the near slope, its fairway and the great trees on the right. */
export function drawHeroFront(): string {
  const stage = heroStage('front')
  const { place, height } = stage
  const front = heroFront(stage)
  const clip = plate(stage, { crest: front, distance: 0.05, colour: place.rough })
  swells(stage, front, { count: 6, depth: 120, colour: place.rough, distance: 0.04, clip })
  const way: RibbonOptions = {
    far: [716, front(716) - 4],
    near: [520, height + 40],
    farWidth: 330,
    nearWidth: 640,
    bend: -60,
    distance: 0.08,
    clip,
    stripes: 8,
  }
  fairway(stage, way)
  foreshade(stage, height * 0.86, 0.36)
  bunker(stage, along(way, 0.3).x + 350, front(1000) + 60, 96, 24, 0.06)
  plant(stage, { kind: 'oak', x: 1178, y: 634, height: 380, distance: 0.03 })
  plant(stage, { kind: 'oak', x: 1290, y: 676, height: 470, distance: 0 })
  fringe(stage, () => height + 10, 26)
  return stage.sheet.toString()
}

import { lighthouse } from './buildings.ts'
import { clifftop } from './cliff.ts'
import { fairway, type RibbonOptions } from './course.ts'
import { foreshade } from './finish.ts'
import { fringe, tuft } from './grass.ts'
import { bunker, green } from './greens.ts'
import { swells } from './ground.ts'
import { headland } from './headland.ts'
import { across, type Look } from './layout.ts'
import { ridges } from './relief.ts'
import { sail } from './sail.ts'
import { paintSky } from './sky.ts'
import type { Stage } from './stage.ts'
import type { Point } from './svg.ts'
import { mist } from './treeline.ts'
import { plant } from './trees.ts'
import { sea, surf } from './water.ts'

/** A green at the edge of a cliff, headlands going away into the sea's haze. */
export function cliffs(stage: Stage, look: Look): void {
  const { place, horizon: h, random, height } = stage
  const X = across(stage, look)
  paintSky(stage, look)
  if (look.relief === 'hills') ridges(stage, { count: 2, height: look.reliefHeight ?? 30 })
  sea(stage, height, 120)
  const cape = (from: number, to: number, top: number, rise: number, foot: number, distance: number) => {
    const points: Point[] = []
    for (let i = 0; i <= 7; i++)
      points.push([
        X(from + ((to - from) * i) / 7),
        top - rise * Math.sin((i / 7) * 2.2 + 0.9) + random.range(-3, 3),
      ])
    headland(stage, { top: points, foot, distance })
  }
  cape(1.05, 0.66, h + 4, 22, h + 34, 0.66)
  cape(1.05, 0.74, h + 16, 38, h + 74, 0.5)
  mist(stage, h + 70, 40, 0.3)
  if (look.extra === 'sails') for (const t of [0.42, 0.5]) sail(stage, X(t), h + 26 + t * 12, 24)
  if (look.extra === 'lighthouse') lighthouse(stage, X(0.86), h - 10, 96, 0.46)
  cape(1.08, 0.82, h + 74, 36, h + 186, 0.3)
  surf(stage, [
    [X(0.8), h + 190],
    [X(0.88), h + 186],
    [X(0.96), h + 192],
    [X(1.05), h + 188],
  ])
  const top: Point[] = [
    [X(-0.06), h + 70],
    [X(0.08), h + 62],
    [X(0.22), h + 74],
    [X(0.34), h + 76],
    [X(0.46), h + 92],
    [X(0.56), h + 104],
  ]
  const side: Point[] = [
    [X(0.605), h + 118],
    [X(0.635), h + 136],
    [X(0.63), h + 168],
    [X(0.65), h + 206],
    [X(0.69), h + 244],
    [X(0.7), h + 290],
    [X(0.72), height + 30],
  ]
  const clip = clifftop(stage, top, side, X(1) > X(0) ? 1 : -1)
  const lip = (x: number) => h + 84 + Math.abs(x - X(0)) * 0.06
  swells(stage, lip, { count: 7, depth: 240, colour: place.rough, distance: 0.08, clip })
  const way: RibbonOptions = {
    far: [X(0.4), h + 118],
    near: [X(0.16), height + 40],
    farWidth: 130,
    nearWidth: 480,
    bend: X(0.44) - X(0.5),
    distance: 0.1,
    clip,
    stripes: 7,
  }
  fairway(stage, way)
  green(stage, X(0.45), h + 136, 112, { distance: 0.12, flag: 128, ry: 21 })
  bunker(stage, X(0.24), h + 140, 50, 13, 0.12)
  foreshade(stage, height * 0.86, 0.3)
  bunker(stage, X(0.52), h + 196, 46, 14, 0.08)
  plant(stage, { kind: look.trees ?? 'windswept', x: X(0.08), y: h + 108, height: 190, distance: 0.1 })
  for (let i = 0; i < 18; i++)
    tuft(
      stage,
      X(0.52 + random.range(0, 0.12)),
      height * 0.84 + random.range(0, 90),
      random.range(20, 40),
      0.02,
    )
  fringe(stage, () => height + 8, 34, undefined, Math.min(X(-0.03), X(0.62)), Math.max(X(-0.03), X(0.62)))
}

import { mesas } from './mesas.ts'
import { peaks, ridges } from './relief.ts'
import { paintSky, type SkyOptions } from './sky.ts'
import type { Stage } from './stage.ts'
import type { TreeKind } from './tree.ts'

/** What a scene asks of its layout, beyond the light and the place. */
export type Look = SkyOptions & {
  relief?: 'hills' | 'peaks' | 'mesas' | 'buttes' | 'none'
  /** pixels above the horizon */
  reliefHeight?: number
  snow?: number
  trees?: TreeKind
  /** mirrors the composition without moving the sun */
  flip?: boolean
  extra?: 'lighthouse' | 'clubhouse' | 'sails' | 'flowers' | 'lamps'
}

/**
 * Places 0..1 across the picture, mirrored when the light (or the scene) asks for it; the middle leans a little
 * to one side or the other, so that no two pictures are composed alike. Call it once a picture: it draws lots.
 */
export function across(stage: Stage, look: Look): (t: number) => number {
  const mirrored = stage.side < 0 !== (look.flip ?? false)
  const lean = stage.random.range(-0.07, 0.07)
  return (t) => {
    const shifted = t + (t > 0 && t < 1 ? lean * Math.sin(Math.PI * t) : 0)
    return (mirrored ? 1 - shifted : shifted) * stage.width
  }
}

/** Sky and whatever stands on the horizon. */
export function backdrop(stage: Stage, look: Look, X: (t: number) => number): void {
  paintSky(stage, look)
  const { relief = 'hills', reliefHeight = stage.random.range(46, 124), snow = 0.35 } = look
  if (relief === 'peaks') {
    peaks(stage, { height: reliefHeight, snow, count: 5, tallest: X(0.34) / stage.width })
    ridges(stage, { count: 2, height: reliefHeight * 0.22 })
  }
  if (relief === 'mesas' || relief === 'buttes') {
    ridges(stage, { count: 1, height: reliefHeight * 0.4, colour: stage.place.rock[0] })
    const x = (t: number) => X(t) / stage.width
    mesas(stage, {
      height: reliefHeight,
      spots:
        relief === 'mesas'
          ? [
              [x(0.82), 0.2, 0.7],
              [x(0.2), 0.16, 1],
              [x(0.5), 0.07, 0.55],
            ]
          : [
              [x(0.14), 0.055, 0.95],
              [x(0.3), 0.09, 0.7],
              [x(0.72), 0.045, 1],
              [x(0.9), 0.1, 0.62],
            ],
    })
    ridges(stage, { count: 1, height: 16, colour: stage.place.wild })
  }
  if (relief === 'hills') ridges(stage, { count: stage.random.int(2, 4), height: reliefHeight })
}

import { mix } from './colour.ts'
import { type Mood, moods } from './moods.ts'
import { type Place, places } from './places.ts'
import { type Random, randomFrom } from './random.ts'
import { newSheet, type Sheet } from './svg.ts'

/** Everything a painter needs to know: the paper, the hour, the ground, and where the light comes from. */
export type Stage = {
  sheet: Sheet
  random: Random
  mood: Mood
  place: Place
  width: number
  height: number
  /** pixels from the top */
  horizon: number
  /** centre of the sun (or moon) in pixels; may lie outside the picture */
  sun: { x: number; y: number; radius: number }
  /** the side the light comes from: -1 left, 1 right */
  side: -1 | 1
}

export type StageOptions = {
  seed: string
  mood: keyof typeof moods
  place: keyof typeof places
  width?: number
  height?: number
  /** 0..1 of the height */
  horizon?: number
  /** 0..1 of width and height; radius in pixels */
  sun?: readonly [x: number, y: number, radius?: number]
}

/** Sets up an empty picture. */
export function newStage(options: StageOptions): Stage {
  const { width = 800, height = 600, horizon = 0.5, sun = [0.7, 0.3] } = options
  const random = randomFrom(options.seed)
  return {
    sheet: newSheet(width, height, random.int(1, 900)),
    random,
    mood: moods[options.mood],
    place: places[options.place],
    width,
    height,
    horizon: horizon * height,
    sun: { x: sun[0] * width, y: sun[1] * height, radius: sun[2] ?? 34 },
    side: sun[0] < 0.5 ? -1 : 1,
  }
}

/**
 * A thing's colour in this light and at this distance.
 * @param distance 0 at our feet, 1 at the horizon
 * @param lit -1 in full shade, 0 as it is, 1 in full light
 */
export function tone(stage: Stage, colour: string, distance: number, lit = 0): string {
  const { mood } = stage
  const ambient = mix(colour, mood.shade, mood.depth * (lit < 0 ? 0.2 - lit * 0.95 : 0.2 * (1 - lit)))
  const lighted = mix(ambient, mood.light, mood.warmth * (lit > 0 ? 0.5 + lit * 0.9 : 0.5 + lit * 0.4))
  return mix(lighted, mood.haze, mood.veil * distance ** 1.15)
}

/** How long shadows are, in heights of the thing that casts them: short at noon, very long when the sun is low. */
export function shadowLength(stage: Stage): number {
  const elevation = Math.max(0, stage.horizon - stage.sun.y) / stage.height
  return Math.max(0.9, 2.5 - elevation * 5)
}

/** Where a shadow falls from a foot on the ground: a unit-ish vector, flattened as the ground is. */
export function shadowAway(stage: Stage, x: number, y: number): readonly [number, number] {
  const [dx, dy] = [x - stage.sun.x, Math.max(40, y - Math.min(stage.sun.y, stage.horizon) + 20)]
  const length = Math.hypot(dx, dy)
  return [dx / length, Math.max(0.1, (dy / length) * 0.42)]
}

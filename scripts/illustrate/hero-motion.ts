import { mix } from './colour.ts'
import { flag } from './flag.ts'
import { heroSize, heroStage } from './hero.ts'
import { randomFrom } from './random.ts'
import { bird } from './sky.ts'
import { tone } from './stage.ts'
import { ellipse, newSheet, num, type Sheet, shape, smooth } from './svg.ts'

export const turn = Math.PI * 2

/**
 * What moves between the hero's back and front: the sun's glow, clouds, birds, mist, the flag.
 * @param time 0..1 through the loop; 0 and 1 are the same picture
 */
export function drawHeroAir(time: number): string {
  const { sheet, mood, sun } = heroStage('air')
  const breath = 1 + 0.05 * Math.sin(time * turn)
  sheet.add(
    ellipse(
      sun.x,
      sun.y,
      300 * breath,
      240 * breath,
      sheet.radial([
        [0, mood.sun, 0.34],
        [0.4, mood.sun, 0.14],
        [1, mood.sun, 0],
      ]),
    ),
  )
  clouds(sheet, time, mix(mood.cloud, mood.sun, 0.5))
  flock(sheet, time, mix(mood.shade, mood.sky[1], 0.3))
  veils(sheet, time, mix(mood.haze, mood.sun, 0.45))
  flag(sheet, time)
  return sheet.toString()
}

/** A thing's life within the loop: 0..1 along its way, and how visible it is there (none at both ends). */
function life(time: number, start: number): { way: number; seen: number } {
  const way = (time + start) % 1
  return { way, seen: Math.sin(Math.PI * way) ** 2 }
}

function veils(sheet: Sheet, time: number, hue: string): void {
  const random = randomFrom('veils')
  const fill = sheet.radial([
    [0, hue, 0.75],
    [0.5, hue, 0.34],
    [1, hue, 0],
  ])
  for (let i = 0; i < 26; i++) {
    const { way, seen } = life(time, random.next())
    const [x, y] = [random.range(-60, heroSize.width + 60), random.range(372, 560)]
    const near = (y - 372) / 188
    const drift = 60 + 120 * near
    const strength = random.range(0.4, 0.8)
    sheet.add(
      ellipse(
        x + (way - 0.5) * drift,
        y,
        random.range(150, 300) * (0.8 + near * 0.5),
        random.range(14, 26) * (1 + near),
        fill,
        `opacity="${(seen * strength).toFixed(3)}"`,
      ),
    )
  }
}

function clouds(sheet: Sheet, time: number, hue: string): void {
  const random = randomFrom('clouds')
  for (let i = 0; i < 10; i++) {
    const { way, seen } = life(time, i / 10)
    const [x, y, long, thick] = [
      random.range(60, 1240),
      random.range(50, 176),
      random.range(130, 300),
      random.range(5, 12),
    ]
    const left = x + (way - 0.5) * 36
    const body = smooth([
      [left - long / 2, y],
      [left - long * 0.18, y - thick],
      [left + long * 0.1, y - thick * 0.7],
      [left + long * 0.24, y - thick],
      [left + long / 2, y],
      [left, y + thick * 0.3],
    ])
    sheet.add(shape(body, hue, `opacity="${(seen * 0.6).toFixed(3)}"`))
  }
}

function flock(sheet: Sheet, time: number, hue: string): void {
  for (const [start, fromX, fromY, count] of [
    [0.3, 470, 214, 7],
    [0.8, 610, 176, 5],
  ] as const) {
    const random = randomFrom(`flock-${count}`)
    const { way, seen } = life(time, start)
    for (let i = 0; i < count; i++) {
      const row = Math.ceil(i / 2) * (i % 2 ? 1 : -1)
      const beat = Math.sin(time * turn * 14 + random.range(0, turn))
      const x = fromX + way * 230 - Math.abs(row) * 22 + random.range(-4, 4)
      const y = fromY - way * 40 + row * 11 + Math.sin(time * turn * 2 + i) * 3 + random.range(-4, 4)
      sheet.add(`<g opacity="${seen.toFixed(3)}">${bird(x, y, 8 - way * 2, 0.45 + beat * 0.5, hue)}</g>`)
    }
  }
}

/**
 * What moves before everything: tall grass swaying along the foot, light passing over the near slope.
 * @param time 0..1 through the loop
 */
export function drawHeroGrass(time: number): string {
  const stage = heroStage('grass')
  const sheet = newSheet(heroSize.width, heroSize.height, 1)
  const random = randomFrom('grass')
  const glow = sheet.radial([
    [0, stage.mood.light, 0.5],
    [1, stage.mood.light, 0],
  ])
  for (let i = 0; i < 7; i++) {
    const { way, seen } = life(time, i / 7)
    sheet.add(
      ellipse(
        random.range(100, 900) + (way - 0.5) * 120,
        random.range(634, 690),
        random.range(120, 240),
        random.range(8, 16),
        glow,
        `opacity="${(seen * 0.6).toFixed(3)}"`,
      ),
    )
  }
  for (let i = 0; i < 150; i++) {
    const x = random.next() < 0.5 ? random.range(-10, 300) : random.range(-10, heroSize.width + 10)
    const tall = random.range(22, 64) * (x < 320 || x > 1000 ? 1 : 0.6)
    const sway =
      Math.sin(time * turn * 2 - x / 120 + random.range(-0.5, 0.5)) * tall * 0.1 +
      Math.sin(time * turn * 5 + x / 40) * tall * 0.025
    const bend = random.range(-0.3, 0.14) * tall + sway
    const colour = tone(
      stage,
      mix(stage.place.wild, stage.place.leaf[2], random.next() * 0.7),
      0,
      random.range(-0.8, 0.8),
    )
    const root = heroSize.height + 6
    sheet.add(
      shape(
        `M${num(x - 2)} ${root}Q${num(x + bend * 0.2)} ${num(root - tall * 0.6)} ${num(x + bend)} ${num(root - tall)}Q${num(x + bend * 0.34 + 1.6)} ${num(root - tall * 0.55)} ${num(x + 2)} ${root}Z`,
        colour,
      ),
    )
  }
  return sheet.toString()
}

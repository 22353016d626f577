import { type Clouds, paintClouds } from './clouds.ts'
import { mix } from './colour.ts'
import type { Stage } from './stage.ts'
import { ellipse, lines, num, shape, stroke } from './svg.ts'

export type SkyOptions = {
  clouds?: Clouds
  rings?: boolean
  rays?: boolean
  stars?: boolean
  birds?: boolean
}

/** Paints the sky, the sun or moon with its glow, clouds, birds. */
export function paintSky(stage: Stage, options: SkyOptions = {}): void {
  const { sheet, mood, width, horizon, sun } = stage
  const fall = horizon + 60
  const [zenith, upper, lower, low] = mood.sky
  sheet.add(
    `<rect width="${width}" height="${num(fall)}" fill="${sheet.linear([
      [0, zenith],
      [0.38, upper],
      [0.72, lower],
      [1, low],
    ])}"/>`,
    `<rect y="${num(fall - 1)}" width="${width}" height="${num(stage.height)}" fill="${low}"/>`,
  )
  if (options.stars) stars(stage)
  const reach = width * 0.62
  sheet.add(
    ellipse(
      sun.x,
      sun.y,
      reach,
      reach * 0.72,
      sheet.radial([
        [0, mood.sun, 0.72],
        [0.25, mood.sun, 0.34],
        [0.6, mood.light, 0.12],
        [1, mood.light, 0],
      ]),
    ),
  )
  if (options.rays) rays(stage)
  if (options.rings)
    for (const size of [4.6, 3.3, 2.15])
      sheet.add(ellipse(sun.x, sun.y, sun.radius * size, sun.radius * size, mood.sun, 'opacity="0.13"'))
  sheet.add(
    ellipse(
      sun.x,
      sun.y,
      sun.radius * 1.5,
      sun.radius * 1.5,
      sheet.radial([
        [0, mood.sun, 0.9],
        [0.62, mood.sun, 0.55],
        [1, mood.sun, 0],
      ]),
    ),
    ellipse(sun.x, sun.y, sun.radius, sun.radius, mix(mood.sun, '#ffffff', 0.25)),
  )
  paintClouds(stage, options.clouds ?? 'none')
  if (options.birds) birds(stage)
}

function rays(stage: Stage): void {
  const { sheet, mood, random, sun, width, height } = stage
  const count = 22
  const turn = random.range(0, 1)
  for (let i = 0; i < count; i++) {
    const angle = ((i + turn) / count) * Math.PI * 2
    const far = Math.hypot(width, height)
    const half = (Math.PI / count) * 0.48
    const path = lines([
      [sun.x, sun.y],
      [sun.x + Math.cos(angle - half) * far, sun.y + Math.sin(angle - half) * far],
      [sun.x + Math.cos(angle + half) * far, sun.y + Math.sin(angle + half) * far],
    ])
    sheet.add(shape(path, mood.sun, 'opacity="0.13"'))
  }
}

function stars(stage: Stage): void {
  const { sheet, random, width, horizon } = stage
  for (let i = 0; i < 90; i++) {
    const y = random.next() ** 1.6 * horizon * 0.8
    sheet.add(
      `<circle cx="${num(random.range(0, width))}" cy="${num(y)}" r="${num(random.range(0.5, 1.5))}" fill="#f6efdc" opacity="${num(random.range(0.3, 0.9))}"/>`,
    )
  }
}

function birds(stage: Stage): void {
  const { sheet, random, mood, width, horizon } = stage
  const [x, y] = [
    width * (stage.side > 0 ? random.range(0.16, 0.4) : random.range(0.6, 0.84)),
    horizon * random.range(0.25, 0.45),
  ]
  for (let i = 0; i < 6; i++) {
    const size = random.range(5, 9)
    sheet.add(
      bird(
        x + i * random.range(14, 24) - 40,
        y + random.range(-18, 18),
        size,
        random.range(0.3, 0.8),
        mix(mood.shade, mood.sky[1], 0.25),
      ),
    )
  }
}

/** A gull far off. `lift` 0..1 is how high the wings are. */
export function bird(x: number, y: number, size: number, lift: number, colour: string): string {
  const up = size * lift
  const d = `M${num(x - size)} ${num(y - up)}Q${num(x - size * 0.45)} ${num(y - up * 0.9)} ${num(x)} ${num(y)}Q${num(x + size * 0.45)} ${num(y - up * 0.9)} ${num(x + size)} ${num(y - up)}`
  return stroke(d, colour, Math.max(1.1, size * 0.17))
}

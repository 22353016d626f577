import { house, mix } from './colour.ts'
import { heroPin, heroStage } from './hero.ts'
import { turn } from './hero-motion.ts'
import { shadowAway } from './stage.ts'
import { ellipse, lines, type Point, type Sheet, shape, smooth, stroke } from './svg.ts'

export function flag(sheet: Sheet, time: number): void {
  const stage = heroStage('flag')
  const { x, y, height } = heroPin
  const [dx, dy] = shadowAway(stage, x, y)
  const top = y - height
  const [upper, lower]: [Point[], Point[]] = [[], []]
  const [wide, drop] = [62, 38]
  for (let i = 0; i <= 10; i++) {
    const t = i / 10
    const ripple = Math.sin(t * 5.2 - time * turn * 9) * 5.5 * t + Math.sin(t * 2.6 - time * turn * 4) * 3 * t
    upper.push([x - t * (wide - Math.abs(ripple) * 0.3), top + t * drop * 0.36 + ripple])
    lower.unshift([x - t * (wide - Math.abs(ripple) * 0.3), top + drop - t * drop * 0.4 + ripple])
  }
  const cloth = smooth([...upper, ...lower])
  const light = Array.from({ length: 7 }, (_, i) => {
    const t = i / 6
    const slope = Math.cos(t * 5.2 - time * turn * 9) * t
    return [
      t,
      slope > 0
        ? mix(house.flag, '#8c2418', Math.min(0.45, slope * 0.5))
        : mix(house.flag, '#ff9a6a', Math.min(0.4, -slope * 0.45)),
    ] as const
  })
  sheet.add(
    stroke(
      lines(
        [
          [x, y],
          [x + dx * 150, y + dy * 150],
        ],
        false,
      ),
      stage.mood.shade,
      3.4,
      'opacity="0.34"',
    ),
    ellipse(x, y, 7, 2.6, stage.mood.shade, 'opacity="0.8"'),
    stroke(
      lines(
        [
          [x, y],
          [x, top],
        ],
        false,
      ),
      mix(house.paper, stage.mood.light, 0.25),
      4,
    ),
    shape(cloth, sheet.linear(light, 1, 0, 0, 0)),
  )
}

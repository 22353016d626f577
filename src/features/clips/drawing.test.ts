import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shapes } from './clip.ts'
import {
  angleAt,
  clampPoint,
  describeDrawing,
  isShownAt,
  leanOf,
  movePoints,
  startingPoints,
  thinOut,
} from './drawing.ts'
import { drawingInputSchema } from './schema.ts'

const at = (x: number, y: number) => ({ x, y })
const size = { width: 1080, height: 1920 }
const unit = fc.double({ min: 0, max: 1, noNaN: true })
const point = fc.record({ x: unit, y: unit })

describe('an angle', () => {
  test('is measured on the picture, regardless of its aspect ratio', () => {
    const pixels = fc.integer({ min: 100, max: 4000 })
    fc.assert(
      fc.property(
        pixels,
        pixels,
        fc.integer({ min: 1, max: 179 }),
        fc.double({ min: 0, max: 360, noNaN: true }),
        (width, height, degrees, turn) => {
          const length = Math.min(width, height) / 3
          const end = (angle: number) => ({
            x: 0.5 + (Math.cos((angle * Math.PI) / 180) * length) / width,
            y: 0.5 + (Math.sin((angle * Math.PI) / 180) * length) / height,
          })
          const found = angleAt([end(turn), at(0.5, 0.5), end(turn + degrees)], { width, height })
          expect(found).toBeCloseTo(degrees, 6)
        },
      ),
    )
  })

  test('of a right corner is 90, also on a tall picture', () => {
    expect(angleAt([at(0.2, 0.2), at(0.2, 0.8), at(0.9, 0.8)], size)).toBeCloseTo(90)
  })
})

describe('points', () => {
  test('moved together keep their shape and stay in the picture', () => {
    const by = fc.double({ min: -2, max: 2, noNaN: true })
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 20 }), by, by, (points, dx, dy) => {
        const moved = movePoints(points, dx, dy)
        for (const { x, y } of moved) expect(x >= 0 && x <= 1 && y >= 0 && y <= 1).toBe(true)
        const [first, last] = [points[0], points.at(-1)]
        const [firstMoved, lastMoved] = [moved[0], moved.at(-1)]
        if (first && last && firstMoved && lastMoved)
          expect(lastMoved.x - firstMoved.x).toBeCloseTo(last.x - first.x, 3)
      }),
    )
  })

  test('are thinned out to the limit, keeping both ends', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 2, maxLength: 900 }), (points) => {
        const thin = thinOut(points, 100)
        expect(thin.length).toBe(Math.min(points.length, 100))
        expect([thin[0], thin.at(-1)]).toEqual([points[0], points.at(-1)])
      }),
    )
  })

  test('of a new shape are accepted for every kind', () => {
    for (const shape of shapes) {
      const drawing = { shape, points: startingPoints(shape).map(clampPoint), color: 'red', text: 'Look' }
      expect(drawingInputSchema.safeParse(drawing).success, shape).toBe(true)
    }
  })
})

describe('the description', () => {
  const drawn = { color: 'yellow', text: '', fromUs: 1_200_000, untilUs: 2_200_000 } as const
  test('names the shape, color and time', () => {
    const right = [at(0.2, 0.2), at(0.2, 0.8), at(0.9, 0.8)]
    expect(describeDrawing({ ...drawn, shape: 'angle', points: right }, size)).toBe(
      'Angle of 90°, yellow, at 0:01.20',
    )
    expect(
      describeDrawing(
        { ...drawn, shape: 'arrow', points: [at(0.5, 0.5), at(0.5, 0.2)], fromUs: null, untilUs: null },
        size,
      ),
    ).toBe('Arrow pointing up, yellow, on the whole clip')
    expect(
      describeDrawing(
        { ...drawn, shape: 'circle', points: [at(0.1, 0.1), at(0.2, 0.1)], text: 'Head', untilUs: null },
        size,
      ),
    ).toBe('Circle at the top left “Head”, yellow, from 0:01.20')
    expect(leanOf([at(0.5, 0.2), at(0.5, 0.8)], size)).toBe(0)
  })

  test('a drawing is visible from its start time to its end time', () => {
    expect([1_199_999, 1_200_000, 2_200_000, 2_200_001].map((us) => isShownAt(drawn, us))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(isShownAt({ fromUs: null, untilUs: null }, 0)).toBe(true)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fitNames,
  isElsewhere,
  mapViewOf,
  panBy,
  placeOf,
  projectPlace,
  reachOf,
  spreadPins,
  toPixels,
  viewAround,
  zoomBy,
} from './map.ts'

const charlotte = { lat: 35.2271, lng: -80.8431 }
const size = { width: 400, height: 600 }
const anywhere = fc.record({
  lat: fc.double({ min: 15, max: 72, noNaN: true }),
  lng: fc.double({ min: -179, max: -60, noNaN: true }),
})

describe('the map projection', () => {
  test('a place converts to a point and back', () => {
    fc.assert(
      fc.property(anywhere, (place) => {
        const back = placeOf(projectPlace(place))
        expect(back.lat).toBeCloseTo(place.lat, 9)
        expect(back.lng).toBeCloseTo(place.lng, 9)
      }),
    )
  })

  test('fifty miles around a place fit in the picture', () => {
    const view = viewAround(charlotte, 50, size)
    expect(reachOf(50, charlotte.lat) * view.scale).toBeCloseTo(200, 6)
    expect(toPixels(projectPlace(charlotte), view, size)).toEqual({ x: 200, y: 300 })
  })

  test('north is up, east is right', () => {
    const view = viewAround(charlotte, 50, size)
    const at = toPixels(projectPlace({ lat: 35.5, lng: -80.5 }), view, size)
    expect(at.x).toBeGreaterThan(200)
    expect(at.y).toBeLessThan(300)
  })
})

describe('panning and zooming', () => {
  test('the point under the pointer stays in place during zoom', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 600 }),
        (factor, x, y) => {
          const view = viewAround(charlotte, 50, size)
          const under = {
            x: view.center.x + (x - 200) / view.scale,
            y: view.center.y + (y - 300) / view.scale,
          }
          const after = toPixels(under, zoomBy(view, factor, { x, y }, size), size)
          expect(after.x).toBeCloseTo(x, 5)
          expect(after.y).toBeCloseTo(y, 5)
        },
      ),
    )
  })

  test('can’t leave the Earth or zoom in infinitely', () => {
    let view = viewAround(charlotte, 50, size)
    for (let turn = 0; turn < 50; turn++) view = panBy(zoomBy(view, 10, { x: 0, y: 0 }, size), 1e6, 1e6)
    expect(view.scale).toBeLessThanOrEqual(2_000)
    expect(Math.abs(view.center.x)).toBeLessThanOrEqual(180)
  })

  test('another search is offered only after moving away from the searched area', () => {
    const view = viewAround(charlotte, 50, size)
    expect(isElsewhere(view, charlotte, size)).toBe(false)
    expect(isElsewhere(panBy(view, 40, 0), charlotte, size)).toBe(false)
    expect(isElsewhere(panBy(view, 120, 0), charlotte, size)).toBe(true)
  })

  test('a view of coaches all over the country shows every one', () => {
    const places = [charlotte, { lat: 21.3, lng: -157.9 }, { lat: 61.2, lng: -149.9 }]
    const view = mapViewOf(places, size)
    for (const place of places) {
      const at = toPixels(projectPlace(place), view ?? viewAround(charlotte, 50, size), size)
      expect(at.x).toBeGreaterThan(0)
      expect(at.x).toBeLessThan(400)
    }
    expect(mapViewOf([], size)).toBeNull()
  })
})

describe('pins and names', () => {
  test('coaches at one range get pins side by side, and the first stays at the range', () => {
    const pins = spreadPins(
      Array.from({ length: 24 }, () => ({ x: 100, y: 100 })),
      26,
    )
    expect(pins[0]).toEqual({ x: 100, y: 100 })
    for (const [index, pin] of pins.entries())
      for (const other of pins.slice(index + 1))
        expect(Math.max(Math.abs(pin.x - other.x), Math.abs(pin.y - other.y))).toBeGreaterThanOrEqual(25.9)
  })

  test('labels never overlap each other or a pin; the more important one wins', () => {
    const shown = fitNames(
      [
        { name: 'Charlotte', x: 100, y: 100, width: 60 },
        { name: 'Pineville', x: 110, y: 105, width: 60 },
        { name: 'Concord', x: 300, y: 100, width: 50 },
      ],
      [{ x: 300, y: 102 }],
    )
    expect(shown.map(({ name }) => name)).toEqual(['Charlotte'])
  })
})

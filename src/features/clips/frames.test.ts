import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clampFrame,
  formatClipTime,
  frameAt,
  midFrame,
  outOfOrder,
  pairOffset,
  secondAt,
  tempoOf,
} from './frames.ts'

/** Frame start times at any rate, the first at or near 0; and the end of the last frame. */
const video = fc
  .array(fc.integer({ min: 2, max: 200_000 }), { minLength: 1, maxLength: 300 })
  .map((lengths) => {
    const times: number[] = []
    let at = 0
    for (const length of lengths) {
      times.push(at)
      at += length
    }
    return { times, durationUs: at }
  })

describe('frames', () => {
  test('the middle of a frame is in that frame, whatever its duration', () => {
    fc.assert(
      fc.property(video, fc.nat(), ({ times, durationUs }, any) => {
        const frame = any % times.length
        expect(frameAt(times, midFrame(times, frame, durationUs))).toBe(frame)
      }),
    )
  })

  test('any steps forward and as many back return to the start', () => {
    fc.assert(
      fc.property(video, fc.nat({ max: 40 }), ({ times, durationUs }, steps) => {
        const room = times.length - 1 - Math.min(steps, times.length - 1)
        let frame = Math.min(3, room)
        const began = frame
        const go = (by: number) => {
          frame = frameAt(times, midFrame(times, clampFrame(times, frame + by), durationUs))
        }
        const most = Math.min(steps, times.length - 1 - began)
        for (let step = 0; step < most; step++) go(1)
        expect(frame).toBe(began + most)
        for (let step = 0; step < most; step++) go(-1)
        expect(frame).toBe(began)
      }),
    )
  })

  test('before the first is the first, after the last is the last', () => {
    const times = [0, 33_000, 75_000]
    expect([-5, 0, 32_999, 33_000, 74_999, 75_000, 9e9].map((us) => frameAt(times, us))).toEqual([
      0, 0, 0, 1, 1, 2, 2,
    ])
    expect([-1, 1, 9].map((frame) => clampFrame(times, frame))).toEqual([0, 1, 2])
  })

  test('a time is shown with hundredths', () => {
    expect([0, 1_204_999, 61_999_999].map(formatClipTime)).toEqual(['0:00.00', '0:01.20', '1:01.99'])
  })
})

describe('tempo', () => {
  test('is backswing to downswing, from takeaway or, without it, address', () => {
    expect(tempoOf({ takeaway: 500_000, top: 1_250_000, impact: 1_500_000 })).toEqual({
      backswingUs: 750_000,
      downswingUs: 250_000,
      ratio: 3,
    })
    expect(tempoOf({ address: 0, top: 900_000, impact: 1_200_000 })?.ratio).toBe(3)
  })

  test('requires its positions in order', () => {
    expect(tempoOf({ top: 1, impact: 2 })).toBeNull()
    expect(tempoOf({ address: 5, top: 4, impact: 9 })).toBeNull()
    expect(outOfOrder({ address: 5, top: 4, impact: 9 })).toBe('Top is marked before address.')
    expect(outOfOrder({ address: 1, top: 4, impact: 9 })).toBeNull()
  })
})

describe('two synced clips', () => {
  test('meet at the sync point, and keep their offset around it', () => {
    const us = fc.integer({ min: 0, max: 5_000_000 })
    fc.assert(
      fc.property(us, us, us, (first, second, now) => {
        const offset = pairOffset({ impact: first }, { impact: second }, 'impact')
        expect(secondAt(first, offset, 5_000_000)).toBe(second)
        const there = secondAt(now, offset, 5_000_000)
        expect(there >= 0 && there <= 5_000_000).toBe(true)
        if (now + offset >= 0 && now + offset <= 5_000_000) expect(there - now).toBe(second - first)
      }),
    )
  })

  test('meet at their beginnings when the position is no longer marked in one of them', () => {
    const marked = { top: 900_000, impact: 1_200_000 }
    expect(pairOffset(marked, { impact: 2_100_000 }, 'impact')).toBe(900_000)
    for (const at of ['top', null] as const) expect(pairOffset(marked, { impact: 2_100_000 }, at)).toBe(0)
    expect(pairOffset({}, { impact: 2_100_000 }, 'impact')).toBe(0)
  })
})

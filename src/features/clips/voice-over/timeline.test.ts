import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frameAt, midFrame } from '../frames.ts'
import {
  endOfVoiceOver,
  formatSound,
  type Move,
  momentAt,
  noteMove,
  noteShown,
  type ShownChange,
  shownAt,
} from './timeline.ts'

const FRAME = 1_000_000 / 30
const frameTimes = Array.from({ length: 90 }, (_, nth) => Math.round(nth * FRAME))
const durationUs = Math.round(90 * FRAME)
const mid = (frame: number) => midFrame(frameTimes, frame, durationUs)

describe('a timeline', () => {
  test('shows the exact frame of the clip, whatever was played, stepped and scrubbed before', () => {
    const acts = fc.array(
      fc.oneof(
        fc.record({
          kind: fc.constant('play' as const),
          ms: fc.integer({ min: 100, max: 1_500 }),
          rate: fc.constantFrom(1, 0.5, 0.25, 0.125),
          /** Players start late and have an uneven clock. */
          unevenness: fc.integer({ min: -12, max: 12 }),
        }),
        fc.record({
          kind: fc.constant('stand' as const),
          ms: fc.integer({ min: 40, max: 800 }),
          frame: fc.integer({ min: 0, max: 89 }),
        }),
      ),
      { minLength: 1, maxLength: 25 },
    )
    fc.assert(
      fc.property(acts, (all) => {
        const moves: Move[] = []
        const stood: { ms: number; frame: number }[] = []
        let ms = 0
        let us = mid(0)
        for (const act of all) {
          const until = ms + act.ms
          if (act.kind === 'stand') us = mid(act.frame)
          for (; ms < until; ms += 16) {
            if (act.kind === 'stand') noteMove(moves, [ms, us, 0])
            else {
              us = Math.min(durationUs - 1, us + act.rate * 16_000)
              const seen = Math.max(0, us + act.unevenness * 1_000)
              noteMove(moves, [ms, seen, us >= durationUs - 1 ? 0 : act.rate])
              // Throughout playback, the replayed position must be within a frame of the recorded one.
              const again = momentAt(moves, ms, durationUs).us
              if (Math.abs(again - seen) > 100_000) return false
            }
          }
          if (act.kind === 'stand') stood.push({ ms: ms - 16, frame: act.frame })
        }
        return stood.every(({ ms: at, frame }) => {
          const { us: where, rate } = momentAt(moves, at, durationUs)
          return rate === 0 && frameAt(frameTimes, where) === frame
        })
      }),
      { numRuns: 300 },
    )
  })

  test('drifts by less than a frame during even playback, and needs one event for it', () => {
    const moves: Move[] = []
    for (let ms = 0; ms <= 2_000; ms += 16) noteMove(moves, [ms, ms * 250 + (ms % 3) * 1_000, 0.25])
    expect(moves).toHaveLength(1)
    expect(Math.abs(momentAt(moves, 2_000, durationUs).us - 500_000)).toBeLessThan(FRAME)
  })

  test('records a jump at once, and where it stops', () => {
    const moves: Move[] = []
    noteMove(moves, [0, 0, 1])
    noteMove(moves, [1_000, 1_000_000, 1])
    noteMove(moves, [1_016, 0, 1])
    noteMove(moves, [1_100, 84_000, 0])
    expect(moves).toEqual([
      [0, 0, 1],
      [1_016, 0, 1],
      [1_100, 84_000, 0],
    ])
    expect(momentAt(moves, 1_016, durationUs).us).toBe(0)
    expect(momentAt(moves, 99_000, durationUs)).toEqual({ us: 84_000, rate: 0 })
    expect(momentAt([], 5, durationUs)).toEqual({ us: 0, rate: 0 })
  })

  test('shows drawings from when they were drawn until they were removed', () => {
    const shown: ShownChange[] = []
    noteShown(shown, 0, new Set(['a']))
    noteShown(shown, 900, new Set(['a', 'b']))
    noteShown(shown, 1_500, new Set(['b']))
    expect([...shownAt(shown, 0)]).toEqual(['a'])
    expect([...shownAt(shown, 899)]).toEqual(['a'])
    expect([...shownAt(shown, 900)]).toEqual(['a', 'b'])
    expect([...shownAt(shown, 1_500)]).toEqual(['b'])
    // The first drawing of a clip without drawings.
    const fresh: ShownChange[] = []
    noteShown(fresh, 0, new Set())
    noteShown(fresh, 700, new Set(['a']))
    expect([shownAt(fresh, 699).size, shownAt(fresh, 700).size]).toEqual([0, 1])
  })

  test('ends with its last change, also when the sound is a little shorter', () => {
    const moves: Move[] = [
      [0, 0, 0],
      [4_000, 1_000, 0],
    ]
    const shown: ShownChange[] = [[5_020, 'line', true]]
    expect(endOfVoiceOver({ moves, shown }, 4_980)).toBe(5_020)
    expect(shownAt(shown, endOfVoiceOver({ moves, shown }, 4_980))).toEqual(new Set(['line']))
    expect(endOfVoiceOver({ moves, shown }, 6_000)).toBe(6_000)
    expect(endOfVoiceOver({ moves: [], shown: [] }, 3_000)).toBe(3_000)
  })

  test('has the duration of its audio', () => {
    expect([0, 41_600, 60_000, 299_900].map(formatSound)).toEqual(['0:00', '0:42', '1:00', '5:00'])
  })
})

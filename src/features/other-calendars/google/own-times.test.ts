import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeTimes, type TimeRange } from '#ports/calendar/calendar.ts'
import { continuedBy, withoutTimes } from './own-times.ts'

const time = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 9 }))
  .map(([start, length]): TimeRange => ({ start, end: start + length }))
const times = fc.array(time, { maxLength: 12 })
const covers = (all: readonly TimeRange[], at: number) =>
  all.some(({ start, end }) => start <= at && at < end)
const isTidy = (all: readonly TimeRange[]) =>
  all.every(({ start, end }, nth) => start < end && (nth === 0 || (all[nth - 1]?.end ?? 0) <= start))

test('our own lessons are subtracted, to the millisecond, and nothing else', () => {
  fc.assert(
    fc.property(times, times, (busy, own) => {
      const left = withoutTimes(busy, own)
      expect(isTidy(left)).toBe(true)
      for (let at = 0; at < 50; at++) expect(covers(left, at)).toBe(covers(busy, at) && !covers(own, at))
    }),
  )
})

test('a read of the coming weeks keeps later times, and equals a full read', () => {
  fc.assert(
    fc.property(times, fc.integer({ min: 0, max: 50 }), (busy, until) => {
      const all = mergeTimes(busy)
      const near = all
        .filter(({ start }) => start < until)
        .map(({ start, end }) => ({ start, end: Math.min(end, until) }))
      expect(continuedBy(near, all, until)).toEqual(all)
    }),
  )
})

test('known times in the coming weeks are removed when they are gone', () => {
  expect(
    continuedBy(
      [],
      [
        { start: 1, end: 3 },
        { start: 8, end: 12 },
      ],
      10,
    ),
  ).toEqual([{ start: 10, end: 12 }])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verdictOf, wilson } from './figures.ts'

test('the confidence interval matches the textbook, contains the share, and narrows with more data', () => {
  // Newcombe 1998, table I: 81 of 263, and 0 of 20.
  expect(wilson(81, 263).low).toBeCloseTo(0.2553, 4)
  expect(wilson(81, 263).high).toBeCloseTo(0.3662, 4)
  expect(wilson(0, 20)).toEqual({ low: 0, high: expect.closeTo(0.1611, 4) })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.double({ min: 0, max: 1, noNaN: true }), (of, share) => {
      const hits = Math.round(of * share)
      const { low, high } = wilson(hits, of)
      expect(low <= hits / of && hits / of <= high && low >= 0 && high <= 1).toBe(true)
      const tenfold = wilson(hits * 10, of * 10)
      expect(tenfold.high - tenfold.low).toBeLessThanOrEqual(high - low)
    }),
  )
})

test('a winner is named only when the intervals allow it', () => {
  const of = (variant: 'control' | 'test' | 'testc', sessions: number, completed: number) => ({
    variant,
    sessions,
    completed,
    reached: [],
    matched: 0,
    unmatched: 0,
    followed: sessions,
    booked: sessions - completed,
    bookedMatch: 0,
    bookedAgain: 0,
  })
  expect(verdictOf([of('control', 10, 10), of('test', 100, 5), of('testc', 100, 5)])).toBe('Too few to tell')
  expect(verdictOf([of('control', 100, 52), of('test', 100, 50), of('testc', 100, 45)])).toBe(
    'Too few to tell',
  )
  expect(verdictOf([of('control', 100, 40), of('test', 100, 85), of('testc', 100, 45)])).toBe(
    'B · test is completed more often than the others',
  )
  expect(verdictOf([of('control', 100, 85), of('test', 100, 40), of('testc', 100, 80)], 'booked')).toBe(
    'B · test leads to a lesson more often than the others',
  )
  expect(
    verdictOf(
      [{ ...of('control', 100, 85), followed: 29 }, of('test', 100, 40), of('testc', 100, 80)],
      'booked',
    ),
  ).toBe('Too few to tell')
})

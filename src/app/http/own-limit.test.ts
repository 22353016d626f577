import { expect, test } from 'vitest'
import { findOwnLimit } from './own-limit.ts'

/**
 * A process whose processor answers one request after another, simulated. Visitors ask for more than it can answer, and
 * are refused beyond the limit.
 * @param workMs the processor's time for one request
 * @param waitMs the time that a request waits for a vendor meanwhile
 * @returns how long the admitted requests of the last second took, in milliseconds
 */
function crowd(own: ReturnType<typeof findOwnLimit>, { workMs, waitMs = 0, seconds = 30, from = 0 }: Crowd) {
  const end = from + seconds * 1_000
  const took: number[] = []
  /** Ends of the admitted requests, ascending. */
  const underWay: { ends: number; began: number; crowd: number }[] = []
  let processorFree = from
  for (let now = from; now < end; now += workMs / 4) {
    while ((underWay[0]?.ends ?? Infinity) <= now) {
      const { ends, began, crowd: count } = underWay.shift() as (typeof underWay)[number]
      own.note(ends - began, count, ends)
      if (now > end - 1_000) took.push(ends - began)
    }
    if (underWay.length >= own.atOnce()) continue
    processorFree = Math.max(processorFree, now) + workMs
    underWay.push({ ends: processorFree + waitMs, began: now, crowd: underWay.length + 1 })
  }
  return took
}

interface Crowd {
  workMs: number
  waitMs?: number
  seconds?: number
  from?: number
}

/** One visitor after another, before the crowd comes. */
function calm(own: ReturnType<typeof findOwnLimit>, tookMs: number) {
  for (let n = 1; n <= 200; n++) own.note(tookMs, 1, n * 50)
}

test.each([
  { workMs: 1, waitMs: 60 },
  { workMs: 8, waitMs: 20 },
  { workMs: 4, waitMs: 200 },
])(
  'with $workMs ms of work and $waitMs ms of waiting for each request, admitted requests take at most four times as long as alone, or wait for 48 others',
  ({ workMs, waitMs }) => {
    const own = findOwnLimit(400)
    calm(own, workMs + waitMs)
    const took = crowd(own, { workMs, waitMs, from: 10_000 })
    expect(Math.max(...took)).toBeLessThan(Math.max(4 * (workMs + waitMs), 50 * workMs + waitMs))
    // The processor is never idle: it answers as many as it can.
    expect(took.length).toBeGreaterThan(0.9 * (1_000 / workMs))
  },
)

test('a faster machine admits more requests that wait for a vendor than a slow one', () => {
  const limitOf = (workMs: number) => {
    const own = findOwnLimit(400)
    calm(own, workMs + 100)
    crowd(own, { workMs, waitMs: 100, from: 10_000 })
    return own.atOnce()
  }
  expect(limitOf(1)).toBeGreaterThan(2 * limitOf(16))
})

test('when the database has become ten times slower for good, the process admits enough again within five minutes', () => {
  const own = findOwnLimit(400)
  calm(own, 10)
  crowd(own, { workMs: 1, waitMs: 10, from: 10_000 })
  crowd(own, { workMs: 1, waitMs: 100, from: 40_000, seconds: 300 })
  expect(own.atOnce()).toBeGreaterThan(90)
})

test('the limit has fallen before a rush reaches it, when fewer visitors already wait for each other', () => {
  const own = findOwnLimit(400)
  calm(own, 5)
  // Thirty at a time, each of which waits for the others.
  for (let n = 1; n <= 1_000; n++) own.note(150, 30, 10_000 + n * 5)
  expect(own.atOnce()).toBeLessThan(60)
})

test('a few slow requests do not lower the limit', () => {
  const own = findOwnLimit(400)
  const before = own.atOnce()
  calm(own, 5)
  for (let n = 1; n <= 200; n++) own.note(n % 40 === 0 ? 4_000 : 900, 3, 10_000 + n * 50)
  expect(own.atOnce()).toBe(before)
})

test('when the crowd has left, the limit returns to that of the beginning', () => {
  const own = findOwnLimit(400)
  const before = own.atOnce()
  calm(own, 10)
  crowd(own, { workMs: 10, from: 10_000 })
  expect(own.atOnce()).toBeLessThan(before)
  for (let n = 1; n <= 3_000; n++) own.note(10, 2, 50_000 + n * 25)
  expect(own.atOnce()).toBe(before)
})

test('the limit never exceeds its upper bound, however fast the answers are', () => {
  const own = findOwnLimit(20)
  crowd(own, { workMs: 0.5, waitMs: 50, seconds: 20 })
  expect(own.atOnce()).toBe(20)
})

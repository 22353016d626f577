import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CircuitNews } from './circuit.ts'
import { movableClock } from './clock.ts'
import { AppError } from './errors.ts'
import { createVendorWatch, STILL_OPEN_MS, type VendorCall } from './vendor-watch.ts'

class Refused extends Error {}
class Odd extends Error {}
class Away extends Error {}

function testWatch() {
  const clock = movableClock(1_000)
  const calls: VendorCall[] = []
  const circuits: [vendor: string, since: number | null][] = []
  const news: CircuitNews['state'][] = []
  const watch = createVendorWatch({
    clock,
    restClock: clock,
    restMs: 30_000,
    calls: {
      add: (rows) => void calls.push(...rows),
      flush: async () => undefined,
      close: async () => undefined,
      counts: () => ({ waiting: 0, written: 0, dropped: { full: 0, away: 0, refused: 0 } }),
    },
    noteCircuit: (vendor, since) => void circuits.push([vendor, since]),
    onChange: ({ state }) => void news.push(state),
  })
  const mail = {
    name: 'smtp',
    isOurs: (text: string) => text === 'ours',
    send: async (fail: Error | null) => {
      if (fail) throw fail
      return { id: 'sent' }
    },
  }
  const vendor = {
    name: 'email',
    calls: ['send'] as const,
    isAnswer: (error: unknown) => error instanceof Refused,
    isSingle: (error: unknown) => error instanceof Odd,
    resting: (cause: Error) => new Away('resting', { cause }),
  }
  return { clock, calls, circuits, news, watch, mail, vendor }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a monitored port', () => {
  test('answers and fails as before, and each call is counted', async () => {
    const { watch, mail, vendor, calls, clock } = testWatch()
    const watched = watch.watch(mail, vendor)
    expect(await watched.send(null)).toEqual({ id: 'sent' })
    clock.advance(500)
    const failure = new Error('no answer')
    await expect(watched.send(failure)).rejects.toBe(failure)
    expect([watched.name, watched.isOurs('ours')]).toEqual(['smtp', true])
    expect(calls).toEqual([
      { vendor: 'email', at: 1_000, error: null },
      { vendor: 'email', at: 1_500, error: 'no answer' },
    ])
  })

  test('that rejects one request is healthy', async () => {
    const { watch, mail, vendor, calls, news } = testWatch()
    const watched = watch.watch(mail, vendor)
    for (let n = 0; n < 9; n++) await expect(watched.send(new Refused('no such reader'))).rejects.toThrow()
    expect(calls.map(({ error }) => error)).toEqual(Array(9).fill(null))
    expect(news).toEqual([])
  })

  test('logs an error with its causes, and without secrets', async () => {
    const { watch, mail, vendor, calls } = testWatch()
    const cause = new Error(
      'GET https://user:word@mail.example/send?key=hunter22 for sam@example.com said no',
    )
    await expect(watch.watch(mail, vendor).send(new Error('not sent', { cause }))).rejects.toThrow()
    expect(calls[0]?.error).toBe('not sent: GET https://mail.example/send for [address] said no')
  })

  test('uses the vendor’s error message instead of ours where there is one', async () => {
    const { watch, mail, vendor, calls } = testWatch()
    const away = (cause?: Error) =>
      new AppError('unavailable', 'away', 'Email is unavailable right now.', { cause })
    for (const failure of [away(new Error('fetch failed')), away()])
      await expect(watch.watch(mail, vendor).send(failure)).rejects.toThrow()
    expect(calls.map(({ error }) => error)).toEqual(['fetch failed', 'Email is unavailable right now.'])
  })

  test('that fails five times in a row is paused; skipped calls are not counted', async () => {
    const { watch, mail, vendor, calls, circuits, news, clock } = testWatch()
    const watched = watch.watch(mail, vendor)
    for (let n = 0; n < 5; n++) await expect(watched.send(new Error('no answer'))).rejects.toThrow()
    await expect(watched.send(null)).rejects.toBeInstanceOf(Away)
    expect(calls).toHaveLength(5)
    expect(circuits).toEqual([['email', 1_000]])
    vi.advanceTimersByTime(2 * STILL_OPEN_MS)
    expect(circuits).toHaveLength(3)
    clock.advance(30_000)
    await watched.send(null)
    expect(news).toEqual(['open', 'half_open', 'closed'])
    expect(circuits.at(-1)).toEqual(['email', null])
    const said = circuits.length
    vi.advanceTimersByTime(4 * STILL_OPEN_MS)
    expect(circuits).toHaveLength(said)
  })

  test('counts a failure of a single request without pausing', async () => {
    const { watch, mail, vendor, calls, news } = testWatch()
    const watched = watch.watch(mail, vendor)
    for (let n = 0; n < 9; n++) await expect(watched.send(new Odd('not usable'))).rejects.toThrow()
    expect(calls.filter(({ error }) => error === 'not usable')).toHaveLength(9)
    expect(news).toEqual([])
  })

  test('without a circuit breaker is always called', async () => {
    const { watch, mail, vendor, calls } = testWatch()
    const { resting: _, ...always } = vendor
    const watched = watch.watch(mail, always)
    for (let n = 0; n < 9; n++) await expect(watched.send(new Error('no answer'))).rejects.toThrow()
    expect(calls).toHaveLength(9)
  })
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from './db.ts'
import { openReplica, type Replica } from './replica.ts'

/** The log positions of the two servers, and whether the replica replays. */
let [ahead, reached, replays] = ['0/10', '0/10', true]
let announce: (topic: string) => void
let isLive = true
let replica: Replica
let told: string[]
const pool = (answer: () => object) =>
  ({
    $client: { query: async () => ({ rows: [answer()] }), end: async () => undefined },
  }) as unknown as Database

beforeEach(async () => {
  vi.useFakeTimers()
  told = []
  ;[ahead, reached, replays, isLive] = ['0/10', '0/10', true, true]
  replica = openReplica({
    primary: pool(() => ({ position: ahead })),
    db: pool(() => ({ replays, position: reached })),
    limitMs: 1_000,
    realtime: {
      subscribe: (_, listener) => {
        announce = listener
        return () => undefined
      },
      isLive: () => isLive,
    },
    topics: ['coaches:'],
    onAway: ({ message }) => told.push(message),
    onBack: () => told.push('back'),
  })
  await vi.advanceTimersByTimeAsync(200)
})
afterEach(async () => {
  await replica.close()
  vi.useRealTimers()
})

test('a replica that follows is read from; one that is behind by more than the limit is not, until it has caught up', async () => {
  expect(replica.isFresh()).toBe(true)
  ahead = '1/0'
  await vi.advanceTimersByTimeAsync(900)
  expect(replica.isFresh()).toBe(true)
  await vi.advanceTimersByTimeAsync(400)
  expect(replica.isFresh()).toBe(false)
  expect(replica.lagMs()).toBeGreaterThan(1_000)
  reached = '1/0'
  await vi.advanceTimersByTimeAsync(200)
  expect(replica.isFresh()).toBe(true)
})

test('what was announced is read from the primary until the replica shows it', async () => {
  ahead = '0/20'
  announce('coaches:changed')
  expect(replica.isFresh()).toBe(false)
  await vi.advanceTimersByTimeAsync(600)
  expect(replica.isFresh()).toBe(false)
  reached = '0/20'
  await vi.advanceTimersByTimeAsync(200)
  expect(replica.isFresh()).toBe(true)
})

test('while announcements do not arrive, the primary is read', () => {
  isLive = false
  expect(replica.isFresh()).toBe(false)
})

test('one that was promoted, or failed somebody, is not read from', async () => {
  replica.distrust()
  expect([replica.isFresh(), replica.lagMs()]).toEqual([false, null])
  await vi.advanceTimersByTimeAsync(200)
  expect(replica.isFresh()).toBe(true)
  replays = false
  await vi.advanceTimersByTimeAsync(200)
  expect([replica.isFresh(), replica.lagMs()]).toEqual([false, null])
})

test('that it is away or no replica is told once, and once that it is back', async () => {
  replays = false
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toEqual(['it takes changes: it is a primary, or was promoted'])
  replays = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toEqual(['it takes changes: it is a primary, or was promoted', 'back'])
})

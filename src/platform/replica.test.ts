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

test('an up-to-date replica is used; one behind by more than the limit is not, until it has caught up', async () => {
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

test('an announced change is read from the primary until the replica has it', async () => {
  ahead = '0/20'
  announce('coaches:changed')
  expect(replica.isFresh()).toBe(false)
  await vi.advanceTimersByTimeAsync(600)
  expect(replica.isFresh()).toBe(false)
  reached = '0/20'
  await vi.advanceTimersByTimeAsync(200)
  expect(replica.isFresh()).toBe(true)
})

test('the primary is used while announcements do not arrive', () => {
  isLive = false
  expect(replica.isFresh()).toBe(false)
})

test('a replica that was promoted or failed a query is not used', async () => {
  replica.distrust()
  expect([replica.isFresh(), replica.lagMs()]).toEqual([false, null])
  await vi.advanceTimersByTimeAsync(200)
  expect(replica.isFresh()).toBe(true)
  replays = false
  await vi.advanceTimersByTimeAsync(200)
  expect([replica.isFresh(), replica.lagMs()]).toEqual([false, null])
})

test('an outage or a promotion is logged once, and so is the recovery', async () => {
  replays = false
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toEqual(['it takes changes: it is a primary, or was promoted'])
  replays = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toEqual(['it takes changes: it is a primary, or was promoted', 'back'])
})

import { expect, test } from 'vitest'
import { createWriteBehind } from './write-behind.ts'

class Away extends Error {}

/** A store that can be unavailable, and that rejects negative rows. */
function store(options: Partial<{ batchSize: number; capacity: number; keepMs: number }> = {}) {
  const state = { isAway: false, time: 0, rows: [] as number[], writes: 0, troubles: 0 }
  const queue = createWriteBehind<number>({
    batchSize: options.batchSize ?? 500,
    waitMs: 60_000,
    capacity: options.capacity ?? 10_000,
    keepMs: options.keepMs ?? 1_000,
    isPassing: (error) => error instanceof Away,
    onTrouble: () => state.troubles++,
    now: () => state.time,
    async write(rows) {
      state.writes++
      await Promise.resolve()
      if (state.isAway) throw new Away()
      if (rows.some((row) => row < 0)) throw new Error('refused')
      state.rows.push(...rows)
    },
  })
  return { state, queue }
}
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

test('rows are batched and written together, in order', async () => {
  const { state, queue } = store()
  queue.add([1])
  queue.add([2, 3])
  expect(state.writes).toBe(0)
  await queue.flush()
  expect(state.rows).toEqual([1, 2, 3])
  expect(state.writes).toBe(1)
})

test('a full batch does not wait', async () => {
  const { state, queue } = store({ batchSize: 500 })
  queue.add(upTo(1_200))
  await expect.poll(() => state.rows.length).toBe(1_000)
  expect(queue.counts().waiting).toBe(200)
  await queue.close()
  expect(state.rows).toEqual(upTo(1_200))
})

test('rows over the limit are dropped and counted without errors', () => {
  const { queue } = store({ batchSize: 1_000, capacity: 100 })
  queue.add(upTo(150))
  queue.add([1])
  expect(queue.counts()).toMatchObject({ waiting: 100, dropped: { full: 51 } })
})

test('while the store is down rows wait, and are written in order when it is back', async () => {
  const { state, queue } = store({ batchSize: 2 })
  state.isAway = true
  queue.add([1, 2, 3])
  await queue.flush()
  queue.add([4])
  await queue.flush()
  expect(queue.counts()).toMatchObject({ waiting: 4, written: 0 })
  expect(state.troubles).toBe(1)
  state.isAway = false
  await queue.flush()
  expect(state.rows).toEqual([1, 2, 3, 4])
})

test('a long outage drops rows instead of using up memory', async () => {
  const { state, queue } = store({ keepMs: 1_000 })
  state.isAway = true
  queue.add([1, 2])
  await queue.flush()
  state.time = 1_000
  await queue.flush()
  expect(queue.counts()).toMatchObject({ waiting: 0, dropped: { away: 2 } })
  state.isAway = false
  queue.add([3])
  await queue.flush()
  expect(state.rows).toEqual([3])
})

test('a rejected row costs only itself', async () => {
  const { state, queue } = store()
  queue.add([1, 2, -1, 3, 4])
  await queue.flush()
  expect(state.rows).toEqual([1, 2, 3, 4])
  expect(queue.counts()).toMatchObject({ written: 4, dropped: { refused: 1 } })
})

test('closing writes pending rows, and accepts no more', async () => {
  const { state, queue } = store()
  queue.add([1])
  await queue.close()
  queue.add([2])
  expect(state.rows).toEqual([1])
  expect(queue.counts()).toMatchObject({ waiting: 0, written: 1, dropped: { full: 1 } })
})

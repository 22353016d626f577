import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '#tests/support/database.ts'
import { openDyingDoor } from '#tests/support/dying-door.ts'
import { createJobs, defineJob } from './jobs.ts'
import { createLog } from './log.ts'

const database = testDatabase()
const soon = { timeout: 20_000, interval: 50 }

test('a worker survives connections that fail with two errors at once, and does later jobs', async () => {
  const door = await openDyingDoor(database.url)
  const jobs = createJobs({ url: door.url }, createLog('silent'), { work: true })
  const kind = defineJob({ name: 'outlive', payload: z.object({ n: z.number() }), retries: 3 })
  const done: number[] = []
  const listening = async () => {
    const { rows } = await database.pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and application_name = 'greenside-jobs' and query ilike 'listen %'`,
    )
    return rows[0]?.n
  }
  await jobs.start([kind])
  await jobs.handle(kind, async ({ n }) => {
    done.push(n)
  })
  for (const n of [1, 2]) {
    await vi.waitFor(async () => expect(await listening(), 'it listens, once').toBe(1), soon)
    door.die()
    await jobs.send(database.db, kind, { n })
    await vi.waitFor(() => expect(done).toContain(n), soon)
  }
  await jobs.stop()
  await vi.waitFor(async () => expect(await listening()).toBe(0), soon)
  await door.close()
})

import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { beforeAll, expect, test, vi } from 'vitest'
import { createMetrics } from '#app/http/metrics.ts'
import { observeRequests, type RequestVariables } from '#app/http/requests.ts'
import { inTransaction } from '#platform/db.ts'
import type { Logger } from '#platform/log.ts'
import { noteActor, noteStatements } from '#platform/request-notes.ts'
import { testDatabase } from '../support/database.ts'
import { testNow } from '../support/now.ts'

// With a real clock, so that connections are not given a time: as in production.
const database = testDatabase({ now: () => testNow })
beforeAll(() => noteStatements(database.pool))

/**
 * Handles one request with `work`.
 * @returns its log line
 */
async function lineOf(work: () => Promise<unknown>, env?: object) {
  const log = { info: vi.fn(), warn: vi.fn() }
  const app = new Hono<{ Variables: RequestVariables }>()
  app.use(observeRequests(log as unknown as Logger, createMetrics(), 1))
  app.get('/search', async (c) => {
    await work()
    return c.text('done')
  })
  await app.request('/search', {}, env)
  expect(log.info).toHaveBeenCalledTimes(1)
  const [facts, message] = log.info.mock.calls[0] ?? []
  return { ...facts, message }
}

test('a request without database statements and without a signed-in user says so', async () => {
  const line = await lineOf(async () => undefined)
  expect(line).toMatchObject({ message: 'answered', path: '/search', databaseMs: 0, statements: 0 })
  expect(line).not.toHaveProperty('userId')
})

test('a request’s log line has the user and the database time', async () => {
  const line = await lineOf(async () => {
    noteActor({ userId: 'sam', impersonatedBy: 'admin' })
    await database.db.execute(sql`select pg_sleep(0.05)`)
    await inTransaction(database.db, async (tx) => {
      await tx.execute(sql`select pg_sleep(0.05)`)
    })
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_sleep(0.05)`)
    })
  })
  expect(line).toMatchObject({ userId: 'sam', actedBy: 'admin' })
  expect(line.databaseMs).toBeGreaterThanOrEqual(150)
  // Both transactions have a statement each for begin and commit.
  expect(line.statements).toBe(7)
})

test('two simultaneous requests count their own statements, even while one waits for a connection', async () => {
  const busy = Array.from({ length: 12 }, () => lineOf(() => database.db.execute(sql`select pg_sleep(0.02)`)))
  expect((await Promise.all(busy)).map(({ statements }) => statements)).toEqual(Array(12).fill(1))
})

test('a background search has its own log line', async () => {
  const gone = { outgoing: { destroyed: true, writableEnded: false } }
  expect((await lineOf(async () => undefined, gone)).message).toBe('aborted')
})

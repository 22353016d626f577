import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { type Database, openDatabase } from './db.ts'
import { createTurns } from './turns.ts'

const database = testDatabase()
/** The pool of another process. */
let other: Database | undefined
const otherPool = () => {
  other ??= openDatabase(database.url, { poolSize: 5 })
  return other.$client
}
afterAll(() => other?.$client.end())

const PACE_MS = 60

test('one of two processes works at a time, and the next starts no sooner than the interval allows', async () => {
  const turns = [database.pool, otherPool()].map((pool) => createTurns(pool, 'pace', PACE_MS))
  const begun: number[] = []
  let [atWork, most] = [0, 0]
  const work = async () => {
    begun.push(performance.now())
    most = Math.max(most, ++atWork)
    await new Promise(setImmediate)
    atWork--
  }
  await Promise.all([0, 1, 2, 3].map((at) => turns[at % 2]?.(work)))
  expect([begun.length, most]).toEqual([4, 1])
  const gaps = begun.slice(1).map((at, before) => at - (begun[before] ?? at))
  // A timer may fire slightly early.
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(PACE_MS - 2)
})

test('failing work releases its turn and passes on its error', async () => {
  const turns = createTurns(database.pool, 'failing', 0)
  await expect(turns(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns(async () => 'done')).toBe('done')
})

test('a process that crashes at work blocks nobody', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`select pg_advisory_lock(hashtextextended('dying', 0))`)
  const next = createTurns(database.pool, 'dying', 0)(async () => 'done')
  await client.end()
  expect(await next).toBe('done')
})

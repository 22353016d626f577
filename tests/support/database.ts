import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { type Clock, movableClock } from '#platform/clock.ts'
import { type Database, openDatabase } from '#platform/db.ts'
import { copyDatabase, dropDatabase } from './copy-database.ts'
import { testNow } from './now.ts'

/** A separate database for a test file. `db` and `url` are available once the tests start. */
export interface TestDatabase {
  readonly db: Database
  readonly pool: pg.Pool
  readonly url: string
}

/**
 * Copies the migrated template before the tests of the calling file and drops the copy after them.
 * @param clock the database's clock; by default a fixed clock at the instant at which tests start
 */
export function testDatabase(clock: Clock = movableClock(testNow)): TestDatabase {
  let opened: { db: Database; url: string; name: string } | undefined
  const get = () => {
    if (!opened) throw new Error('testDatabase() is ready only inside tests and hooks')
    return opened
  }
  beforeAll(async () => {
    const name = `test_${randomBytes(6).toString('hex')}`
    const url = await copyTemplate(name)
    opened = { db: openDatabase(url, { poolSize: 10, clock }), url, name }
  })
  afterAll(async () => {
    if (!opened) return
    await opened.db.$client.end()
    await dropDatabase(setting('TEST_ADMIN_URL'), opened.name)
  })
  return {
    get db() {
      return get().db
    },
    get pool() {
      return get().db.$client
    },
    get url() {
      return get().url
    },
  }
}

/** Creates a new database from the template. @returns its URL */
export const copyTemplate = (name: string): Promise<string> =>
  copyDatabase(setting('TEST_ADMIN_URL'), setting('TEST_TEMPLATE'), name)

function setting(name: string): string {
  const value = process.env[name]
  if (!value)
    throw new Error(`${name} is not set: database tests run through vitest, whose global set-up sets it`)
  return value
}

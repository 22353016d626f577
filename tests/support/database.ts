import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { type Clock, movableClock } from '#platform/clock.ts'
import { type Database, openDatabase } from '#platform/db.ts'
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
    await asAdmin((admin) => admin.query(`drop database if exists ${get().name} with (force)`))
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
export async function copyTemplate(name: string): Promise<string> {
  // Copies the files directly: a copy through the write-ahead log, the default, takes half as long again.
  await asAdmin((admin) =>
    admin.query(`create database ${name} template ${setting('TEST_TEMPLATE')} strategy file_copy`),
  )
  return setting('TEST_ADMIN_URL').replace(/\/postgres$/, `/${name}`)
}

async function asAdmin(work: (admin: pg.Client) => Promise<unknown>) {
  const admin = new pg.Client({ connectionString: setting('TEST_ADMIN_URL') })
  await admin.connect()
  try {
    // A template can be copied only without other connections, so test files take turns.
    await admin.query('select pg_advisory_lock(4712)')
    await work(admin)
  } finally {
    await admin.end()
  }
}

function setting(name: string): string {
  const value = process.env[name]
  if (!value)
    throw new Error(`${name} is not set: database tests run through vitest, whose global set-up sets it`)
  return value
}

import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { executePrepared, inTransaction, isDatabaseDown, openDatabase, type Queryable } from './db.ts'

const database = testDatabase()
const count = async (db: Queryable) =>
  (await db.execute<{ n: number }>(sql`select count(*)::int as n from platform_config`)).rows[0]?.n ?? -1
const write = (db: Queryable, key: string) =>
  executePrepared<{ config_key: string }>(
    db,
    'write-setting',
    sql`insert into platform_config (config_key, config_value) values (${key}, 'x') returning config_key`,
  )

describe('a transaction whose statements are prepared', () => {
  test('keeps all or nothing', async () => {
    const before = await count(database.db)
    await inTransaction(database.db, async (tx) => {
      await write(tx, 'first')
      await write(tx, 'second')
    })
    expect(await count(database.db)).toBe(before + 2)
    const failing = inTransaction(database.db, async (tx) => {
      await write(tx, 'third')
      await write(tx, 'first')
    })
    await expect(failing).rejects.toThrow()
    expect(await count(database.db)).toBe(before + 2)
  })

  test('gives its connection back, after a failure too', async () => {
    for (let i = 0; i < 30; i++)
      await inTransaction(database.db, () => Promise.reject(new Error('no'))).catch(() => undefined)
    expect(await count(database.db)).toBeGreaterThanOrEqual(0)
    expect(database.pool.totalCount).toBe(database.pool.idleCount)
  })

  test('plans a statement once a connection', async () => {
    const planned = await inTransaction(database.db, async (tx) => {
      await write(tx, 'planned once')
      await write(tx, 'planned twice')
      return await tx.execute<{ n: number }>(
        sql`select count(*)::int as n from pg_prepared_statements where name = 'write-setting'`,
      )
    })
    expect(planned.rows[0]?.n).toBe(1)
  })

  test('the same statement runs inside an ordinary transaction', async () => {
    const made = await database.db.transaction((tx) => write(tx, 'ordinary'))
    expect(made.rows).toEqual([{ config_key: 'ordinary' }])
  })
})

describe('a statement that was planned before a migration changed its table', () => {
  const read = (db: Queryable, table: string) =>
    executePrepared<Record<string, unknown>>(db, `read-${table}`, sql.raw(`select * from ${table}`))

  test('is planned anew outside of a transaction, on every connection', async () => {
    await database.pool.query('create table changed_once as select 1 as one')
    // One read for each connection of the pool.
    await Promise.all(Array.from({ length: 10 }, () => read(database.db, 'changed_once')))
    await database.pool.query('alter table changed_once add column two int default 2')
    const read2 = await Promise.all(Array.from({ length: 20 }, () => read(database.db, 'changed_once')))
    for (const { rows } of read2) expect(rows).toEqual([{ one: 1, two: 2 }])
  })

  test('fails its transaction as a database that is away for a moment, and the connection is not used again', async () => {
    const db = openDatabase(database.url, { poolSize: 1 })
    try {
      await database.pool.query('create table changed_twice as select 1 as one')
      await inTransaction(db, (tx) => read(tx, 'changed_twice'))
      await database.pool.query('alter table changed_twice add column two int default 2')
      const failing = inTransaction(db, (tx) => read(tx, 'changed_twice'))
      await expect(failing).rejects.toSatisfy(isDatabaseDown)
      expect((await inTransaction(db, (tx) => read(tx, 'changed_twice'))).rows).toEqual([{ one: 1, two: 2 }])
    } finally {
      await db.$client.end()
    }
  })
})

test.each(['inTransaction', 'transaction'])(
  'a connection that is lost in the middle of %s fails it, and nothing else',
  async (how) => {
    const work = async (tx: Queryable) => {
      const found = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await database.pool.query('select pg_terminate_backend($1)', [found.rows[0]?.pid])
      // Between two statements: no query is pending when the connection is terminated.
      await new Promise((done) => setTimeout(done, 100))
      await write(tx, 'lost')
    }
    const lost = how === 'transaction' ? database.db.transaction(work) : inTransaction(database.db, work)
    await expect(lost).rejects.toThrow()
    expect(await count(database.db)).toBeGreaterThanOrEqual(0)
  },
)

describe('a database that is away', () => {
  /**
   * Covers both errors of a transaction whose connection is terminated: that of the running statement and that
   * of the next one.
   */
  test('is known by whatever a statement on a lost connection fails with', async () => {
    const heard: unknown[] = []
    const lost = inTransaction(database.db, async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      const running = tx.execute(sql`select pg_sleep(30)`).catch((error) => heard.push(error))
      await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await running
      await tx.execute(sql`select 1`).catch((error) => heard.push(error))
      await new Promise((breath) => setImmediate(breath))
      await tx.execute(sql`select 1`).catch((error) => heard.push(error))
      throw new Error('enough')
    })
    await expect(lost).rejects.toThrow('enough')
    expect(heard).toHaveLength(3)
    expect(heard.map(isDatabaseDown)).toEqual([true, true, true])
    expect(isDatabaseDown(new Error('something else'))).toBe(false)
  })

  test.each(['08006', '08P01', '57P01', '53300', 'ECONNREFUSED', 'ENOTFOUND'])(
    'is known by the code %s, however deep it lies',
    (code) => {
      const cause = Object.assign(new Error('no'), { code })
      expect(isDatabaseDown(new Error('failed: insert', { cause }))).toBe(true)
    },
  )

  test.each(['23505', '57014', '42P01', 'EACCES'])('is not what refuses with %s', (code) => {
    expect(isDatabaseDown(Object.assign(new Error('no'), { code }))).toBe(false)
  })

  test('is known while the one that takes its place may not write yet', async () => {
    const refused = inTransaction(database.db, async (tx) => {
      await tx.execute(sql`set transaction read only`)
      await write(tx, 'too early')
    })
    expect(isDatabaseDown(await refused.catch((error: unknown) => error))).toBe(true)
  })
})

test('behind a pooler no statement is kept on a connection', async () => {
  const pooled = openDatabase(database.url, { poolSize: 1, prepared: false })
  try {
    await write(pooled, 'kept nowhere')
    const kept = await pooled.execute<{ n: number }>(
      sql`select count(*)::int as n from pg_prepared_statements where name = 'write-setting'`,
    )
    expect(kept.rows).toEqual([{ n: 0 }])
  } finally {
    await pooled.$client.end()
  }
})

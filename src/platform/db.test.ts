import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { executePrepared, inTransaction, isDatabaseDown, openDatabase, type Queryable } from './db.ts'
import { toApiError } from './procedures.ts'

const database = testDatabase()
const count = async (db: Queryable) =>
  (await db.execute<{ n: number }>(sql`select count(*)::int as n from platform_config`)).rows[0]?.n ?? -1
const write = (db: Queryable, key: string) =>
  executePrepared<{ config_key: string }>(
    db,
    'write-setting',
    sql`insert into platform_config (config_key, config_value) values (${key}, 'x') returning config_key`,
  )

describe('a transaction with prepared statements', () => {
  test('commits all or nothing', async () => {
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

  test('returns its connection, also after a failure', async () => {
    for (let i = 0; i < 30; i++)
      await inTransaction(database.db, () => Promise.reject(new Error('no'))).catch(() => undefined)
    expect(await count(database.db)).toBeGreaterThanOrEqual(0)
    expect(database.pool.totalCount).toBe(database.pool.idleCount)
  })

  test('prepares a statement once per connection', async () => {
    const planned = await inTransaction(database.db, async (tx) => {
      await write(tx, 'planned once')
      await write(tx, 'planned twice')
      return await tx.execute<{ n: number }>(
        sql`select count(*)::int as n from pg_prepared_statements where name = 'write-setting'`,
      )
    })
    expect(planned.rows[0]?.n).toBe(1)
  })

  test('can run the same statement inside an ordinary transaction', async () => {
    const made = await database.db.transaction((tx) => write(tx, 'ordinary'))
    expect(made.rows).toEqual([{ config_key: 'ordinary' }])
  })
})

describe('a statement prepared before a migration changed its table', () => {
  const read = (db: Queryable, table: string) =>
    executePrepared<Record<string, unknown>>(db, `read-${table}`, sql.raw(`select * from ${table}`))

  test('is prepared again outside of a transaction, on every connection', async () => {
    await database.pool.query('create table changed_once as select 1 as one')
    // One read for each connection of the pool.
    await Promise.all(Array.from({ length: 10 }, () => read(database.db, 'changed_once')))
    await database.pool.query('alter table changed_once add column two int default 2')
    const read2 = await Promise.all(Array.from({ length: 20 }, () => read(database.db, 'changed_once')))
    for (const { rows } of read2) expect(rows).toEqual([{ one: 1, two: 2 }])
  })

  test('is prepared again in a transaction, which runs again on another connection', async () => {
    const db = openDatabase(database.url, { poolSize: 1 })
    try {
      await database.pool.query('create table changed_twice as select 1 as one')
      await inTransaction(db, (tx) => read(tx, 'changed_twice'))
      await database.pool.query('alter table changed_twice add column two int default 2')
      expect((await inTransaction(db, (tx) => read(tx, 'changed_twice'))).rows).toEqual([{ one: 1, two: 2 }])
    } finally {
      await db.$client.end()
    }
  })
})

test.each(['inTransaction', 'transaction'])(
  'a connection lost in the middle of %s fails it, and nothing else',
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

describe('two transactions that lock rows in opposite order', () => {
  const kinds = {
    'db.transaction': <T>(work: (tx: Queryable) => Promise<T>) => database.db.transaction(work),
    inTransaction: <T>(work: (tx: Queryable) => Promise<T>) => inTransaction(database.db, work),
  }
  test.each(Object.entries(kinds))('%s: both succeed, one of them at its second try', async (kind, run) => {
    const table = sql.identifier(`rows_of_${kind.length}`)
    await database.db.execute(
      sql`create table ${table} as select n, 0 as changes from generate_series(1, 2) n`,
    )
    const change = (tx: Queryable, n: number) =>
      tx.execute(sql`update ${table} set changes = changes + 1 where n = ${n}`)
    let tries = 0
    let waiting = 2
    const bothHoldOne = Promise.withResolvers<void>()
    const both = await Promise.all(
      [1, 2].map((first) =>
        run(async (tx) => {
          tries++
          await change(tx, first)
          if (--waiting === 0) bothHoldOne.resolve()
          await bothHoldOne.promise
          await change(tx, 3 - first)
          return first
        }),
      ),
    )
    expect(both).toEqual([1, 2])
    expect(tries).toBe(3)
    const { rows } = await database.db.execute(sql`select n, changes from ${table} order by n`)
    expect(rows).toEqual([
      { n: 1, changes: 2 },
      { n: 2, changes: 2 },
    ])
  })

  test('a transaction that always fails reports its error', async () => {
    let tries = 0
    const failing = database.db.transaction((tx) => {
      tries++
      return tx.execute(sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`)
    })
    await expect(failing).rejects.toThrow()
    expect(tries).toBe(4)
  })
})

describe('a database outage', () => {
  /**
   * Covers both errors of a transaction whose connection is terminated: that of the running statement and that
   * of the next one.
   */
  test('is recognized by any error of a statement on a lost connection', async () => {
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
    'is recognized by the code %s, however deeply nested',
    (code) => {
      const cause = Object.assign(new Error('no'), { code })
      expect(isDatabaseDown(new Error('failed: insert', { cause }))).toBe(true)
    },
  )

  test.each(['23505', '57014', '42P01', 'EACCES'])('is not an error with %s', (code) => {
    expect(isDatabaseDown(Object.assign(new Error('no'), { code }))).toBe(false)
  })

  test('is recognized while the new primary is still read-only', async () => {
    const refused = inTransaction(database.db, async (tx) => {
      await tx.execute(sql`set transaction read only`)
      await write(tx, 'too early')
    })
    expect(isDatabaseDown(await refused.catch((error: unknown) => error))).toBe(true)
  })
})

test('a statement that exceeds its time limit is refused with a sentence', async () => {
  const slow = inTransaction(database.db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 20`)
    await tx.execute(sql`select pg_sleep(10)`)
  })
  const logged = vi.fn()
  expect(toApiError(await slow.catch((error: unknown) => error), logged)).toMatchObject({
    code: 'unavailable',
    status: 503,
    message: expect.stringContaining('That took too long'),
  })
  expect(logged).toHaveBeenCalledOnce()
})

test('behind a pooler no statement is prepared', async () => {
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

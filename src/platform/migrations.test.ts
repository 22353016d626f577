import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { migrate, readMigrationState } from './migrations.ts'

const database = testDatabase()
const folders: string[] = []
function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'migrations-'))
  folders.push(made)
  return made
}
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true })
})

const folder = newFolder()
const file = (name: string, text: string) => writeFileSync(join(folder, name), text)

test('files run once, in order, even with simultaneous starts; a broken one leaves nothing behind', async () => {
  await database.pool.query('drop table schema_migrations')
  file('0001-first.sql', 'create table first_table (id int)')
  file('0002-second.sql', 'alter table first_table add column word text')
  const runs = await Promise.all([migrate(database.url, folder), migrate(database.url, folder)])
  expect(runs.flat().sort()).toEqual(['0001-first.sql', '0002-second.sql'])

  file('0003-broken.sql', 'create table half_made (id int); select broken from nowhere;')
  await expect(migrate(database.url, folder)).rejects.toThrow(/0003-broken.sql failed/)
  expect((await database.pool.query(`select to_regclass('half_made') as made`)).rows[0].made).toBeNull()
  file('0003-broken.sql', 'create table whole (id int)')
  expect(await migrate(database.url, folder)).toEqual(['0003-broken.sql'])
})

test('a file that changed after it ran is refused', async () => {
  file('0001-first.sql', 'create table first_table (id bigint)')
  await expect(migrate(database.url, folder)).rejects.toThrow(/changed after it ran/)
})

test('a file that waits too long for a lock lets others go first, and is retried', async () => {
  await database.pool.query('create table busy (id int)')
  const own = newFolder()
  writeFileSync(join(own, '0001-busy.sql'), 'alter table busy add column word text')
  await database.pool.query('drop table schema_migrations')
  const holder = await database.pool.connect()
  const told: string[] = []
  const options = { lockTimeoutMs: 20, pauseMs: 1, onProgress: (words: string) => void told.push(words) }
  try {
    await holder.query('begin')
    await holder.query('select * from busy')
    await expect(migrate(database.url, own, { ...options, tries: 2 })).rejects.toThrow(
      /0001-busy.sql failed: others held its locks in all 2 tries/,
    )
    // A concurrent read must not be blocked by the migration's lock.
    await database.pool.query('select * from busy')
    const running = migrate(database.url, own, {
      ...options,
      tries: 1_000,
      onProgress: (words) => /trying again/.test(words) && void holder.query('commit'),
    })
    expect(await running).toEqual(['0001-busy.sql'])
  } finally {
    holder.release()
  }
  expect(told).toContain('0001-busy.sql: others hold its locks, trying again (1 of 2)')
})

test('a file that can’t run in a transaction runs alone, next to another process, and again after an interruption', async () => {
  await database.pool.query('create table long_list (n int)')
  await database.pool.query('insert into long_list values (1), (1)')
  const own = newFolder()
  const say = (statement: string) =>
    writeFileSync(join(own, '0001-index.sql'), `-- runs outside a transaction\n${statement}`)
  await database.pool.query('drop table schema_migrations')

  say('create unique index concurrently if not exists long_list_n on long_list (n)')
  await expect(migrate(database.url, own)).rejects.toThrow(/could not create unique index/)
  const valid = async () =>
    (
      await database.pool.query(
        `select indisvalid as valid from pg_index where indexrelid = 'long_list_n'::regclass`,
      )
    ).rows[0]?.valid
  expect(await valid()).toBe(false)
  await database.pool.query('delete from long_list')
  const runs = await Promise.all([migrate(database.url, own), migrate(database.url, own)])
  expect(runs.flat()).toEqual(['0001-index.sql'])
  expect(await valid()).toBe(true)

  writeFileSync(join(own, '0002-two.sql'), '-- runs outside a transaction\nselect 1; select 2')
  await expect(migrate(database.url, own)).rejects.toThrow(
    /0002-two.sql failed: cannot insert multiple commands/,
  )
})

test('reports missing and unknown migrations without changing anything', async () => {
  const own = newFolder()
  for (const name of ['0001-a.sql', '0002-b.sql']) writeFileSync(join(own, name), 'select 1')
  await database.pool.query('drop table schema_migrations')
  expect(await readMigrationState(database.pool, own)).toEqual({
    pending: ['0001-a.sql', '0002-b.sql'],
    unknown: [],
  })
  expect(
    (await database.pool.query(`select to_regclass('schema_migrations') as made`)).rows[0].made,
  ).toBeNull()
  await migrate(database.url, own)
  rmSync(join(own, '0001-a.sql'))
  expect(await readMigrationState(database.pool, own)).toEqual({ pending: [], unknown: ['0001-a.sql'] })
})

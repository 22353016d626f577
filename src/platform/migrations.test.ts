import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { migrate } from './migrations.ts'

const database = testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
const file = (name: string, text: string) => writeFileSync(join(folder, name), text)

test('files run once, in order, whoever else starts at the same time; a broken one leaves nothing behind', async () => {
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

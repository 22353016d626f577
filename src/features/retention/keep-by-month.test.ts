import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storeTracked } from '#features/tracking/commands.ts'
import { migrate } from '#platform/migrations.ts'
import { uuidV4, uuidV7 } from '#platform/uuid.ts'
import { testDatabase } from '#tests/support/database.ts'

const database = testDatabase()
const rows = async (text: string) => (await database.pool.query(text)).rows
const MIGRATIONS = 'db/migrations'
const isByMonth = (file: string) => /^(015[0-5]|0331)-/.test(file)

test('existing rows and indexes move to monthly tables, and counting continues', async () => {
  const older = mkdtempSync(join(tmpdir(), 'migrations-'))
  cpSync(MIGRATIONS, older, { recursive: true })
  for (const file of readdirSync(older)) if (isByMonth(file)) rmSync(join(older, file))
  await database.pool.query(
    'drop schema public cascade; drop schema local_vendor cascade; create schema public',
  )
  await migrate(database.url, older)
  rmSync(older, { recursive: true })

  const now = Date.now()
  const visit = { sessionId: uuidV7(now), userId: null, domain: 'greenside.test', at: now }
  const seen = uuidV7(now)
  const write = (id: string) =>
    storeTracked(database.pool, [{ ...visit, kind: 'view', id, path: '/', referrer: null }])
  // One as browsers make them, one of a browser that is years ahead, one that tells nothing of its time.
  await write(seen)
  await write(uuidV7(now + 9 * 365 * 86_400_000))
  await write(`e${uuidV4().slice(1)}`)
  const before = await rows('select * from page_views order by id')
  const indexes = `select c.relname, pg_get_indexdef(c.oid) from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid in ('page_views'::regclass, 'instructor_impressions'::regclass, 'search_history'::regclass) order by 1`
  const definitions = (await rows(indexes)).map((row) => row.pg_get_indexdef)

  // Another visit goes on while the tables are exchanged: its rows wait, and none fails.
  const other = { ...visit, sessionId: uuidV7(now), domain: 'busy.test' }
  let isOver = false
  let written = 0
  const writing = (async () => {
    for (; !isOver || written === 0; written++)
      await storeTracked(database.pool, [
        { ...other, kind: 'view', id: uuidV7(now), path: '/', referrer: null },
      ])
  })()
  const ran = await migrate(database.url, MIGRATIONS).finally(() => {
    isOver = true
  })
  await writing
  expect(ran.every(isByMonth)).toBe(true)
  expect(await rows(`select * from page_views where domain <> 'busy.test' order by id`)).toEqual(before)
  expect(await rows(`select pages_visited from user_sessions where domain = 'busy.test'`)).toEqual([
    { pages_visited: written },
  ])
  expect(await rows(`select count(*)::int as n from page_views where domain = 'busy.test'`)).toEqual([
    { n: written },
  ])
  expect(await rows('select count(*)::int as n from page_views_rest')).toEqual([{ n: 2 }])
  expect((await rows(indexes)).map((row) => row.pg_get_indexdef.replace(' ON ONLY ', ' ON '))).toEqual(
    definitions,
  )
  // No index is missing on a table of a month: each has one for every one of the whole.
  expect(
    await rows(`select i.inhrelid::regclass::text as part from pg_inherits i
      where i.inhparent in (select partrelid from pg_partitioned_table) and i.inhparent::regclass::text !~ '^pgboss'
        and (select count(*) from pg_index x where x.indrelid = i.inhrelid and x.indisvalid)
          <> (select count(*) from pg_index x where x.indrelid = i.inhparent and x.indisvalid)`),
  ).toEqual([])

  await write(seen)
  await storeTracked(database.pool, [{ ...visit, kind: 'beat', viewId: seen, seconds: 12, exitPath: '/' }])
  expect(await rows(`select duration_seconds from page_views where id = '${seen}'`)).toEqual([
    { duration_seconds: 12 },
  ])
  expect(await rows(`select pages_visited from user_sessions where domain = 'greenside.test'`)).toEqual([
    { pages_visited: 3 },
  ])
})

import { beforeAll, expect, test } from 'vitest'
import { storeTracked, type Tracked } from '#features/tracking/commands.ts'
import { createLog } from '#platform/log.ts'
import { uuidV4, uuidV7 } from '#platform/uuid.ts'
import { testDatabase } from '#tests/support/database.ts'
import { deleteExpiredRows, runRetention } from './commands.ts'
import { dropOldMonths, makeMonths } from './months.ts'
import { retentions } from './retention.ts'

const database = testDatabase()
const at = (now: number) => ({ db: database.db, clock: { now: () => now }, log: createLog('silent') })
const march = Date.UTC(2040, 2, 15)
/** What is kept then began on 2040-04-21. */
const twoYearsOn = Date.UTC(2042, 4, 21)
const rows = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows

/** A page view as the tracking writes it. @param id by default one that begins with the time of the view */
function view(time: number, path: string, id = uuidV7(time)): Tracked {
  const sessionId = uuidV7(time)
  return { kind: 'view', id, path, referrer: null, sessionId, userId: null, domain: 'months.test', at: time }
}
const pathsIn = async (table: string) =>
  (await rows(`select page_path from ${table} where domain = 'months.test' order by 1`)).map(
    (row) => row.page_path,
  )

const some = [
  view(Date.UTC(1999, 11, 31), '/1999'),
  view(Date.UTC(2026, 0, 31, 23, 59), '/2026'),
  view(Date.UTC(2040, 2, 1), '/march'),
  view(Date.UTC(2040, 3, 1) - 1, '/march-too'),
  view(Date.UTC(2040, 3, 1), '/april'),
  view(Date.UTC(2040, 3, 30), '/april-late'),
  view(march, '/no-time', `f${uuidV4().slice(1)}`),
  // A browser whose clock is years behind.
  view(Date.UTC(2042, 4, 1), '/young', uuidV7(Date.UTC(2040, 2, 3))),
  view(Date.UTC(2199, 0, 1), '/2199'),
]
beforeAll(() => storeTracked(database.pool, some))

test('the partitioned tables are those in the database', async () => {
  const found = await rows(
    `select partrelid::regclass::text as name from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
     where c.relnamespace = 'public'::regnamespace order by 1`,
  )
  const listed = retentions.filter(({ byMonth }) => byMonth).map(({ table }) => table)
  expect(found.map(({ name }) => name)).toEqual(listed.sort())
})

test('rows of any month are inserted and read once, whether or not the month has a partition', async () => {
  const paths = some.map((row) => ('path' in row ? row.path : '')).sort()
  expect(await pathsIn('page_views')).toEqual(paths)
  await storeTracked(database.pool, some)
  expect(await pathsIn('page_views')).toEqual(paths)
  expect(await pathsIn('page_views_rest')).toEqual(
    expect.arrayContaining(['/2199', '/april', '/march', '/no-time']),
  )
})

test('the month in which a database is created has its partition, and so do the next ones', async () => {
  const present = new Date()
  const month = (ahead: number) =>
    new Date(Date.UTC(present.getUTCFullYear(), present.getUTCMonth() + ahead))
      .toISOString()
      .slice(0, 7)
      .replace('-', '_')
  const made = await makeMonths(at(present.getTime()))
  expect(made.filter((name) => [0, 1, 2].some((ahead) => name.endsWith(month(ahead))))).toEqual([])
})

test('partitions are created ahead, once across processes, and take their rows from the default', async () => {
  const made = (await Promise.all([makeMonths(at(march)), makeMonths(at(march))])).flat()
  const months = ['2040_03', '2040_04', '2040_05', '2040_06']
  const tables = retentions.filter(({ byMonth }) => byMonth).map(({ table }) => table)
  expect(made.sort()).toEqual(tables.flatMap((table) => months.map((month) => `${table}_${month}`)).sort())
  expect(await makeMonths(at(march))).toEqual([])

  expect(await pathsIn('page_views_2040_03')).toEqual(['/march', '/march-too', '/young'])
  expect(await pathsIn('page_views_2040_04')).toEqual(['/april', '/april-late'])
  expect(await pathsIn('page_views_rest')).toEqual(['/2199', '/no-time'])
  expect(await rows(`select entry_page from user_sessions_2040_04 order by 1`)).toEqual([
    { entry_page: '/april' },
    { entry_page: '/april-late' },
  ])
  await storeTracked(database.pool, some)
  expect(await pathsIn('page_views')).toHaveLength(some.length)
  expect(
    await rows(`select reloptions from pg_class where relname in ('page_views_2040_03', 'page_views_rest')`),
  ).toEqual([{ reloptions: ['fillfactor=85'] }, { reloptions: ['fillfactor=85'] }])
})

test('a month without a partition still accepts rows and their heartbeats', async () => {
  const late = view(Date.UTC(2040, 8, 9), '/september')
  await storeTracked(database.pool, [late])
  const beat: Tracked = {
    ...late,
    kind: 'beat',
    viewId: 'id' in late ? late.id : '',
    seconds: 7,
    exitPath: '/',
  }
  await storeTracked(database.pool, [beat])
  expect(await rows(`select duration_seconds from page_views_rest where page_path = '/september'`)).toEqual([
    { duration_seconds: 7 },
  ])
  await makeMonths(at(Date.UTC(2040, 6, 1)))
  expect(await pathsIn('page_views_2040_09')).toEqual(['/september'])
})

test('a delete that identifies rows by position alone is rejected', async () => {
  await expect(
    rows(
      `delete from page_views where ctid = any (array(select ctid from page_views where page_path = '/1999'))`,
    ),
  ).rejects.toThrow(/kept by month/)
})

test('a fully expired month is dropped, rows of another are deleted, by several processes at once', async () => {
  const months = async () =>
    (
      await rows(
        `select relname as name from pg_class where relname ~ '^page_views_20(2\\d|40_0[34])' and relkind = 'r'`,
      )
    ).map(({ name }) => name)
  const gone = (await Promise.all(Array.from({ length: 5 }, () => dropOldMonths(at(twoYearsOn))))).flat()
  // Sessions of March have no row that is young; of the page views one is. April is kept in part.
  expect(gone).toContain('web_vitals_2040_03')
  expect(gone).not.toContain('page_views_2040_03')
  expect(gone.filter((name) => name.endsWith('2040_04'))).toEqual([])
  expect(new Set(gone).size).toBe(gone.length)
  expect((await months()).sort()).toEqual(['page_views_2040_03', 'page_views_2040_04'])

  const counts = await Promise.all([deleteExpiredRows(at(twoYearsOn)), deleteExpiredRows(at(twoYearsOn))])
  expect(counts.reduce((sum, { page_views = 0 }) => sum + page_views, 0)).toBe(4)
  expect(await pathsIn('page_views')).toEqual(['/2199', '/april-late', '/september', '/young'])

  await runRetention(at(Date.UTC(2042, 7, 1)))
  expect(await months()).toEqual(['page_views_2040_03'])
  expect(await pathsIn('page_views')).toEqual(['/2199', '/september', '/young'])
  await Promise.all([runRetention(at(Date.UTC(2044, 8, 1))), runRetention(at(Date.UTC(2044, 8, 1)))])
  expect(await months()).toEqual([])
  expect(await pathsIn('page_views')).toEqual(['/2199'])
})

import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { addCoach } from '../support/people.ts'

/** Functions find tables of coaches by the search path, so that a schema can have its own (decision 0157). */

/** Runs statements on a connection that finds tables in the schema `region` first, and takes them back. */
async function inRegion<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database.pool.connect()
  try {
    await client.query('begin; set local search_path = region, public')
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const database = testDatabase()

beforeAll(() =>
  database.pool.query(`create schema region;
    create table region.open_start_changes (like public.open_start_changes including all);
    create table region.bookings (like public.bookings)`),
)

test('a changed schedule is noted in the schema of the connection', async () => {
  const { id } = await addCoach(database.pool)
  const noted = await inRegion(async (client) => {
    await client.query(`update instructor_availability set start_time = '10:00' where instructor_id = $1`, [
      id,
    ])
    return await client.query('select distinct instructor_id as id from region.open_start_changes')
  })
  expect(noted.rows).toEqual([{ id }])
})

test('tables of a coach and a student are those that the connection finds', async () => {
  const { rows } = await inRegion((client) =>
    client.query<{ schema: string }>(
      `select relnamespace::regnamespace::text as schema from tables_of_pairs() t join pg_class on oid = t
       where relname in ('bookings', 'payments') order by relname`,
    ),
  )
  expect(rows.map(({ schema }) => schema)).toEqual(['region', 'public'])
})

test('a month of visits is made in the schema of its table', async () => {
  const { rows } = await inRegion(async (client) => {
    await client.query(`select add_month('page_views', '2040-05-01')`)
    return await client.query(
      `select relnamespace::regnamespace::text as schema from pg_class where relname = 'page_views_2040_05'`,
    )
  })
  expect(rows).toEqual([{ schema: 'public' }])
})

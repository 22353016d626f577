import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { testDatabase } from '#tests/support/database.ts'
import { forgetOldVisits } from './commands.ts'

const database = testDatabase()
const now = Date.UTC(2026, 10, 21)

test('visits older than 25 months are forgotten, younger ones stay', async () => {
  const { pool } = database
  await pool.query(`insert into page_views (id, session_id, page_path, domain, created_at)
    select gen_random_uuid(), gen_random_uuid(), '/', 'greenside.test', timestamptz '2024-10-20' - make_interval(secs => n)
    from generate_series(1, 5001) n`)
  await pool.query(`insert into page_views (id, session_id, page_path, domain, created_at)
    values (gen_random_uuid(), gen_random_uuid(), '/young', 'greenside.test', '2024-10-22')`)
  await pool.query(`insert into search_history (id, session_id, search_query, results_count, created_at)
    values (gen_random_uuid(), gen_random_uuid(), '28202', 7, '2020-01-01')`)
  await pool.query(`insert into web_vitals (id, session_id, name, value, rating, page_path, created_at)
    values (gen_random_uuid(), gen_random_uuid(), 'LCP', 900, 'good', '/', '2023-01-01')`)
  const services = { db: database.db, clock: { now: () => now }, log: createLog('silent') }
  expect(await forgetOldVisits(services)).toBe(5_003)
  expect((await pool.query('select page_path from page_views')).rows).toEqual([{ page_path: '/young' }])
  expect(await forgetOldVisits(services)).toBe(0)
})

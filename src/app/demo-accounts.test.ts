import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { addCoach } from '#tests/support/people.ts'
import { refuseDemoData } from './demo-accounts.ts'

const database = testDatabase()
const real = { isDemo: false }

test('production does not start on a database that was a demo', async () => {
  const { pool } = database
  await addCoach(pool)
  await expect(refuseDemoData(pool, real)).resolves.toBeUndefined()

  await pool.query(
    `insert into profiles (full_name, email, is_demo) values ('Avery Admin', 'admin@greenside.demo', true)`,
  )
  await expect(refuseDemoData(pool, real)).rejects.toThrow('This database was a demo: it holds demo accounts')
  await expect(refuseDemoData(pool, { isDemo: true })).resolves.toBeUndefined()
  await pool.query('update profiles set is_demo = false')
  await expect(refuseDemoData(pool, real)).rejects.toThrow('demo accounts')

  await pool.query(`delete from profiles where email = 'admin@greenside.demo'`)
  await pool.query(
    `insert into local_vendor.checkouts (id, idempotency_key, booking_id, amount_cents, currency, description, success_url,
       cancel_url, status, expires_at, created_at)
     values ('cs_1', 'k', 'b', 8500, 'usd', 'A lesson', '/', '/', 'complete', $1, $1)`,
    [new Date(0)],
  )
  await expect(refuseDemoData(pool, real)).rejects.toThrow('payments of the test processor')
})

import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { listZipCodes, loadZipCodes } from './zip-codes.ts'

const database = testDatabase()

test('all 44,198 codes are loaded, once: 42,578 of the United States and 1,620 of Canada', async () => {
  const { pool } = database
  await pool.query('delete from zip_codes')
  const client = await pool.connect()
  try {
    expect(await loadZipCodes(client)).toBe(44_198)
    expect(await loadZipCodes(client)).toBe(0)
  } finally {
    client.release()
  }
  const { rows } = await pool.query(`select * from zip_codes where zip in ('28202', '00501') order by zip`)
  expect(rows).toEqual([
    { zip: '00501', city: 'Holtsville', state: 'NY', lat: 40.8154, lng: -73.0451 },
    { zip: '28202', city: 'Charlotte', state: 'NC', lat: 35.229, lng: -80.8419 },
  ])
})

test('an older table gets what it lacked, and what lay elsewhere is moved', async () => {
  const { pool } = database
  const client = await pool.connect()
  try {
    await loadZipCodes(client)
    await client.query(`delete from zip_codes where zip in ('75036', '85288')`)
    await client.query(`update zip_codes set lat = 59.8666, lng = -158.5996 where zip = '99505'`)
    expect(await loadZipCodes(client)).toBe(3)
    expect(await loadZipCodes(client)).toBe(0)
  } finally {
    client.release()
  }
  const { rows } = await pool.query(
    `select zip, city, state, lat::int, lng::int from zip_codes where zip in ('75036', '99505') order by zip`,
  )
  expect(rows).toEqual([
    { zip: '75036', city: 'Frisco', state: 'TX', lat: 33, lng: -97 },
    { zip: '99505', city: 'Jber', state: 'AK', lat: 61, lng: -150 },
  ])
})

test('codes have five digits, and those of the states lie in the western hemisphere', async () => {
  for (const { zip, state, lng, city } of await listZipCodes()) {
    expect(zip).toMatch(/^\d{5}$/)
    if (!['AA', 'AE', 'AP', 'GU', 'MP', 'FM', 'MH', 'PW', 'AS'].includes(state) && city !== 'Wake Island')
      expect(lng, zip).toBeLessThan(0)
  }
})

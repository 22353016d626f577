import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { listZipCodes, loadZipCodes } from './zip-codes.ts'

const database = testDatabase()

test('all 44,175 codes are loaded, once: 42,555 of the United States and 1,620 of Canada', async () => {
  const { pool } = database
  await pool.query('delete from zip_codes')
  const client = await pool.connect()
  try {
    expect(await loadZipCodes(client)).toBe(44_175)
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

test('codes have five digits, and those of the states lie in the western hemisphere', async () => {
  for (const { zip, state, lng, city } of await listZipCodes()) {
    expect(zip).toMatch(/^\d{5}$/)
    if (!['AA', 'AE', 'AP', 'GU', 'MP', 'FM', 'MH', 'PW', 'AS'].includes(state) && city !== 'Wake Island')
      expect(lng, zip).toBeLessThan(0)
  }
})

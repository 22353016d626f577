import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DAY, HOUR } from '#platform/duration.ts'
import { recordRestoreTest } from '#platform/restore-test.ts'
import { ageProblem, filesProblem, readContents } from '../../scripts/backups/restored-server.ts'
import { testProduct } from '../support/product.ts'

const folder = mkdtempSync(join(tmpdir(), 'backups-'))
afterAll(() => rmSync(folder, { recursive: true }))
const product = testProduct({ BACKUP_FOLDER: folder })

test('admins and metrics are told when a restore was tested, and why it failed', async () => {
  const admin = await product.admin()
  const shown = async () => (await admin.get('/api/admin/restore-test')).json
  const figures = async () => (await product.visitor().get('/metrics')).text
  expect(await shown()).toEqual({ isFine: false, words: 'No restore test was recorded.' })
  expect(await figures()).not.toMatch(/^greenside_restore_test/m)

  const began = product.clock.now()
  await recordRestoreTest(folder, { at: began - 2 * DAY, problem: null })
  expect(await shown()).toEqual({
    isFine: true,
    words: 'The last restore test was 48 hours ago and passed.',
  })
  expect(await figures()).toMatch(/^greenside_restore_test_passed 1$/m)
  expect(await figures()).toMatch(/^greenside_restore_test_days 2$/m)

  await recordRestoreTest(folder, { at: began - DAY, problem: 'The disk is full.' })
  await recordRestoreTest(folder, { at: began - HOUR, problem: 'There is no backup in /mnt.' })
  expect(await shown()).toEqual({
    isFine: false,
    words: 'The last restore test, an hour ago, failed: There is no backup in /mnt.',
  })
  expect(await figures()).toMatch(/^greenside_restore_test_passed 0$/m)
  expect(await figures()).toMatch(/^greenside_restore_test_days 2$/m)

  await recordRestoreTest(folder, { at: began - 36 * DAY, problem: null })
  expect(await shown()).toEqual({
    isFine: false,
    words: 'The last restore test was 36 days ago and passed.',
  })
})

test('a restored database is read, and refused if its ledger does not sum to zero', async () => {
  const read = () => readContents((text) => product.query(text))
  const found = await read()
  expect(found?.migrations).toBeGreaterThan(100)
  expect(found).toMatchObject({ bookings: 0, newestBooking: null })
  const client = await product.database.pool.connect()
  try {
    // The database itself refuses such a line.
    await client.query(`begin; set local session_replication_role = replica;
      insert into ledger_lines (transaction_id, account, amount_cents) values (gen_random_uuid(), 'coach_held', 500)`)
    const broken = readContents(async (text) => (await client.query(text)).rows)
    await expect(broken).rejects.toThrow('1 transactions of the restored ledger do not sum to zero.')
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect(await readContents(async () => [{ is: false }])).toBeNull()
})

test('what ends more than a day before the test is no newest backup', () => {
  expect(ageProblem(0, 25 * HOUR)).toBeNull()
  expect(ageProblem(0, 49 * HOUR)).toBe('The restored database ends 49 hours before the test.')
})

test('a backup that has files, of which none is restored, is no good backup', () => {
  expect(filesProblem({ count: 0, mirrored: 0 })).toBeNull()
  expect(filesProblem({ count: 1, mirrored: 12 })).toBeNull()
  expect(filesProblem({ count: 0, mirrored: 12 })).toMatch(
    /^No file was restored, although the backup has 12/,
  )
})

import { beforeAll, describe, expect, test } from 'vitest'
import { giveRole } from '../support/people.ts'
import { testProduct } from '../support/product.ts'

const sync = '/api/functions/sync-klaviyo-profile'

async function adminOf(product: ReturnType<typeof testProduct>) {
  const avery = await product.student('Avery Quinn')
  await giveRole(product.database.pool, avery.userId, 'admin')
  return avery
}

describe('with the stand-in', () => {
  const product = testProduct()
  const query = async (text: string, values: unknown[] = []) =>
    (await product.database.pool.query(text, values)).rows
  const known = async () =>
    (await query('select email from local_vendor.crm_profiles')).map(({ email }) => String(email))
  const prove = (userId: string) =>
    query('update profiles set mailbox_proven_at = current_instant() where id = $1', [userId])
  let admin: Awaited<ReturnType<typeof adminOf>>
  beforeAll(async () => {
    admin = await adminOf(product)
    await prove(admin.userId)
  })

  test('everybody who may be written to is brought, and nobody else; a second sync changes nothing [row 139, U59]', async () => {
    const [sam, lee, gone, unproven, banned] = await Promise.all(
      ['Sam Rivera', 'Lee Park', 'Gone Golfer', 'New Golfer', 'Banned Golfer'].map((name) =>
        product.student(name),
      ),
    )
    if (!sam || !lee || !gone || !unproven || !banned) throw new Error('five people')
    for (const one of [sam, lee, gone, banned]) await prove(one.userId)
    await query('update profiles set suspended_at = current_instant() where id = $1', [banned.userId])
    await query('update profiles set closed_at = current_instant() where id = $1', [gone.userId])
    await query(
      `insert into notification_preferences values ($1, 'quiz_follow_up', 'email', false, current_instant())`,
      [lee.userId],
    )
    const before = (await admin.get('/api/admin/crm')).json
    expect(before).toMatchObject({ provider: 'local', last: null, isRunning: false })
    const { status, json } = await admin.post(sync, { syncAll: true })
    expect([status, json]).toEqual([200, { synced: before.people, failed: 0 }])
    const emails = await known()
    expect(emails).toHaveLength(before.people)
    expect(emails).toContain(sam.email)
    for (const one of [lee, gone, unproven, banned, admin]) expect(emails).not.toContain(one.email)
    expect((await admin.get('/api/admin/crm')).json).toMatchObject({
      optedOut: before.optedOut,
      last: { synced: before.people, failed: 0 },
    })
    await admin.post(sync, { syncAll: true })
    expect(await known()).toEqual(emails)
  })

  test('more than a batch are brought, each once', async () => {
    await query(
      `insert into profiles (full_name, email, mailbox_proven_at)
       select 'Kit ' || n, 'kit' || n || '@bulk.test', current_instant() from generate_series(1, 1103) n`,
    )
    const { people } = (await admin.get('/api/admin/crm')).json
    expect((await admin.post(sync, { syncAll: true })).json).toEqual({ synced: people, failed: 0 })
    expect((await known()).filter((email) => email.endsWith('@bulk.test'))).toHaveLength(1103)
  })

  test('one sync at a time; one that died does not block the next', async () => {
    const [made] = await query('insert into crm_syncs (started_at) values (current_instant()) returning id')
    expect((await admin.get('/api/admin/crm')).json.isRunning).toBe(true)
    const refused = await admin.post(sync, { syncAll: true })
    expect([refused.status, refused.json.code]).toEqual([409, 'sync_running'])
    await query(`update crm_syncs set started_at = started_at - interval '31 minutes' where id = $1`, [
      made?.id,
    ])
    expect((await admin.post(sync, { syncAll: true })).status).toBe(200)
    expect((await admin.post(sync, { syncAll: false })).status).toBe(400)
  })

  test('the log says how many, not who', async () => {
    const [row] = await query(
      `select after::text, ids from audit_log where target = 'marketing.sync' order by id limit 1`,
    )
    expect(JSON.parse(row?.after)).toEqual({ synced: expect.any(Number), failed: 0 })
    expect(Object.keys(row?.ids)).toEqual(['syncId'])
  })
})

describe('with a tool that is away', () => {
  const product = testProduct({ KLAVIYO_API_KEY: 'pk_test', KLAVIYO_API_BASE: 'http://127.0.0.1:9' })
  test('it says so, and the next sync may begin', async () => {
    const admin = await adminOf(product)
    await product.database.pool.query(
      `insert into profiles (full_name, email, mailbox_proven_at) values ('Kit', 'kit@bulk.test', current_instant())`,
    )
    const { people, provider } = (await admin.get('/api/admin/crm')).json
    expect([provider, people > 0]).toEqual(['klaviyo', true])
    const failed = await admin.post(sync, { syncAll: true })
    expect([failed.status, failed.json.code]).toEqual([503, 'crm_unavailable'])
    expect((await admin.get('/api/admin/crm')).json).toMatchObject({
      isRunning: false,
      last: { synced: 0, failed: people },
    })
  })
})

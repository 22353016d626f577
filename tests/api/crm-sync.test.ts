import { beforeAll, describe, expect, test } from 'vitest'
import { unsubscribeFromCrmJob } from '#features/marketing/jobs.ts'
import { unsubscribeFromCrm } from '#features/marketing/unsubscribe-crm.ts'
import { findNotificationKind } from '#features/notifications/notification.ts'
import { subscribeAddress, unsubscribeAddress } from '#features/notifications/unsubscribe-links.ts'
import { tokenFor } from '../support/mail.ts'
import { testProduct } from '../support/product.ts'

const sync = '/api/functions/sync-klaviyo-profile'

async function adminOf(product: ReturnType<typeof testProduct>) {
  const avery = await product.admin()
  return avery
}

describe('with the CRM stand-in', () => {
  const product = testProduct()
  const { query } = product
  const known = async () =>
    (await query('select email from local_vendor.crm_profiles')).map(({ email }) => String(email))
  const prove = (userId: string) =>
    query('update profiles set mailbox_proven_at = current_instant() where id = $1', [userId])
  let admin: Awaited<ReturnType<typeof adminOf>>
  beforeAll(async () => {
    admin = await adminOf(product)
    await prove(admin.userId)
  })

  test('everyone who agreed to email is synced, and nobody else; a second sync changes nothing [row 139, U59]', async () => {
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

  test('more than one batch is synced, each person once', async () => {
    await query(
      `insert into profiles (full_name, email, mailbox_proven_at)
       select 'Kit ' || n, 'kit' || n || '@bulk.test', current_instant() from generate_series(1, 1103) n`,
    )
    const { people } = (await admin.get('/api/admin/crm')).json
    expect((await admin.post(sync, { syncAll: true })).json).toEqual({ synced: people, failed: 0 })
    expect((await known()).filter((email) => email.endsWith('@bulk.test'))).toHaveLength(1103)
  })

  test('only one sync runs at a time; a crashed one does not block the next', async () => {
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

  /**
   * Runs the worker's jobs, each twice, as after a crash.
   * @returns how many there were
   */
  async function work(): Promise<number> {
    const jobs = await query('delete from pgboss.job where name = $1 returning data', [
      unsubscribeFromCrmJob.name,
    ])
    for (const { data } of [...jobs, ...jobs])
      await unsubscribeFromCrm(product.services, unsubscribeFromCrmJob.payload.parse(data))
    return jobs.length
  }
  const unsubscribed = async (email: string) =>
    (
      await query(
        'select 1 from local_vendor.crm_profiles where email = $1 and unsubscribed_at is not null',
        [email],
      )
    ).length === 1
  const turnOff = (person: Awaited<ReturnType<typeof product.student>>, channel: string, enabled = false) =>
    person.put('/api/notification-preferences', { kind: 'quiz_follow_up', channel, enabled })

  test('a person who turns off emails, unsubscribes or leaves is unsubscribed there and stays so', async () => {
    const [sam, lee, kim, stays] = await Promise.all(
      ['Sam Rivera', 'Lee Park', 'Kim Stone', 'Jo Stays'].map((name) => product.student(name)),
    )
    if (!sam || !lee || !kim || !stays) throw new Error('four people')
    for (const one of [sam, lee, kim, stays]) await prove(one.userId)
    expect((await admin.post(sync, { syncAll: true })).status).toBe(200)
    expect(await known()).toEqual(expect.arrayContaining([sam.email, lee.email, kim.email, stays.email]))
    await query('delete from pgboss.job where name = $1', [unsubscribeFromCrmJob.name])

    expect((await turnOff(stays, 'in_app')).status).toBe(200)
    expect((await turnOff(stays, 'email', true)).status).toBe(200)
    expect(await work()).toBe(0)

    expect((await turnOff(sam, 'email')).status).toBe(200)
    const kind = findNotificationKind(product.services.messageKinds, 'quiz_follow_up')
    if (!kind) throw new Error('no such kind')
    const addressId = await subscribeAddress(product.services.db, lee.email, kind)
    const link = unsubscribeAddress(product.services.env, { userId: addressId, kind })
    const clicked = await product
      .visitor()
      .send('POST', link.replace('http://greenside.test', ''), 'List-Unsubscribe=One-Click', {
        'content-type': 'application/x-www-form-urlencoded',
      })
    expect(clicked.status, clicked.text).toBe(200)
    const left = await kim.post('/api/me/closure', { password: 'fairway-seven' })
    expect(left.status, left.text).toBeLessThan(300)
    expect(await work()).toBe(3)
    for (const one of [sam, lee, kim]) expect(await unsubscribed(one.email)).toBe(true)
    expect(await unsubscribed(stays.email)).toBe(false)

    await turnOff(sam, 'email', true)
    await admin.post(sync, { syncAll: true })
    expect(await unsubscribed(sam.email)).toBe(true)
  })

  test('the former address of a person who has another one is unsubscribed there, and the new one is synced', async () => {
    const [sam, unproven] = [await product.student('Sam Rivera'), await product.student('New Golfer')]
    await prove(sam.userId)
    expect((await admin.post(sync, { syncAll: true })).status).toBe(200)
    await query('delete from pgboss.job where name = $1', [unsubscribeFromCrmJob.name])
    for (const person of [sam, unproven]) {
      const newEmail = `new-${person.email}`
      const asked = await person.post('/api/me/email', { newEmail, password: 'fairway-seven' })
      expect(asked.status, asked.text).toBe(200)
      await product.sendMessages()
      const token = await tokenFor(product.database.pool, newEmail, '/confirm-email')
      const changed = await person.put('/api/email-changes', { token })
      expect(changed.status, changed.text).toBe(200)
    }
    expect(await work()).toBe(1)
    expect(await unsubscribed(sam.email)).toBe(true)
    await admin.post(sync, { syncAll: true })
    expect(await known()).toContain(`new-${sam.email}`)
    expect(await unsubscribed(`new-${sam.email}`)).toBe(false)
  })

  test('no data is sent about people who were never synced or whose mailbox is unconfirmed', async () => {
    const unproven = await product.student('New Golfer')
    await turnOff(unproven, 'email')
    expect(await work()).toBe(0)
    product.clock.advance(60_000)
    const late = await product.student('Late Golfer')
    await prove(late.userId)
    // Removes unfinished syncs of other tests, which could have included any address.
    await query('delete from crm_syncs where finished_at is null')
    await turnOff(late, 'email')
    expect(await work()).toBe(1)
    expect(await known()).not.toContain(late.email)
  })

  test('the log has counts, not names', async () => {
    const [row] = await query(
      `select after::text, ids from audit_log where target = 'marketing.sync' order by id limit 1`,
    )
    expect(JSON.parse(row?.after)).toEqual({ synced: expect.any(Number), failed: 0 })
    expect(Object.keys(row?.ids)).toEqual(['syncId'])
  })
})

describe('with the CRM down', () => {
  const product = testProduct({ KLAVIYO_API_KEY: 'pk_test', KLAVIYO_API_BASE: 'http://127.0.0.1:9' })
  test('the sync reports it, and the next sync can start', async () => {
    const admin = await adminOf(product)
    await product.query(
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
    // An unsubscription during an outage of the tool is retried: the job fails.
    const job = { address: 'kit@bulk.test', since: 0 }
    await expect(unsubscribeFromCrm(product.services, job)).rejects.toThrow()
  })
})

import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
const { query } = product
let admin: Visitor & { userId: string }

beforeAll(async () => {
  admin = await product.admin()
})
beforeEach(() => query('delete from pgboss.job'))

const list = async (params: Record<string, string> = {}) =>
  (await admin.get(`/api/admin/lists/failed-jobs?${new URLSearchParams(params)}`)).json
const act = (body: object) => admin.post('/api/admin/lists/failed-jobs/acts/retry', body)
const queue = async (name: string) =>
  (await admin.get('/api/admin/jobs')).json.find((one: { name: string }) => one.name === name)

/** A job that was given up after its last try. */
async function failed(name: string, message: string, data: object = {}, ago = '1 minute') {
  const [row] = await query(
    `insert into pgboss.job (name, data, state, retry_limit, retry_count, output, started_on, completed_on)
     values ($1, $2, 'failed', 3, 3, $3, now() - $4::interval, now() - $4::interval) returning id`,
    [name, data, { message }, ago],
  )
  return String(row?.id)
}

test('every kind of job is listed with its runs, failed ones first [rows 139, 142]', async () => {
  await failed('send-push', 'the push service answered 500')
  await query(
    `insert into pgboss.job (name, state, start_after) values ('expire-hold', 'created', now() + interval '10 minutes'),
      ('expire-hold', 'retry', now() + interval '5 minutes'), ('expire-hold', 'active', now())`,
  )
  const { json } = await admin.get('/api/admin/jobs')
  expect(json.length).toBeGreaterThan(30)
  expect(json[0]).toMatchObject({ name: 'send-push', failed: 1, waiting: 0, running: 0, cron: null })
  expect(json[0].lastRun).not.toBeNull()
  const holds = await queue('expire-hold')
  expect(holds).toMatchObject({ waiting: 2, running: 1, failed: 0, lastRun: null })
  const [{ in: minutes }] = await query('select extract(epoch from $1::timestamptz - now()) / 60 as in', [
    holds.nextRun,
  ])
  expect(Number(minutes)).toBeCloseTo(5, 0)
  const sweep = await queue('sweep-holds')
  expect(sweep).toMatchObject({ cron: '* * * * *', waiting: 0 })
  const [{ in: seconds }] = await query('select extract(epoch from $1::timestamptz - now()) as in', [
    sweep.nextRun,
  ])
  expect(Number(seconds)).toBeGreaterThan(-5)
  expect(Number(seconds)).toBeLessThan(65)
})

test('error messages leave out addresses, numbers, keys and job data', async () => {
  const userId = randomUUID()
  await failed(
    'send-templated-email',
    `550 5.1.1 <sam.rivera+golf@students.test> refused; call +1 (704) 555-0150; https://api.mail.test/send?token=abc#x with sk_live_aaaaaaaaaaaaaaaaaaaaaaaa about ${userId} HTTP 503`,
    { template: 'welcome', userId, toEmail: 'sam@students.test', variables: { full_name: 'Sam Rivera' } },
  )
  const { rows } = await list()
  expect(rows).toHaveLength(1)
  expect(rows[0].cells).toMatchObject({
    queue: 'send-templated-email',
    error: `550 5.1.1 <[address]> refused; call [number]; https://api.mail.test/send with [key] about ${userId} HTTP 503`,
    attempts: 4,
    about: `welcome, userId ${userId}`,
  })
  expect(JSON.stringify(rows)).not.toMatch(/sam|rivera|555-0150|sk_live|token/i)
  const { text } = await admin.get('/admin/files/failed-jobs.csv')
  expect(text).toContain('[address]')
  expect(text).not.toMatch(/sam|rivera|sk_live/i)
  expect((await list({ q: 'rivera' })).count).toBe(0)
  expect((await list({ q: 'refused' })).count).toBe(1)
  expect((await list({ q: userId })).count).toBe(1)
})

test('a crashed worker and an error without a message are described in words', async () => {
  const id = await failed('send-push', '')
  await query(
    `update pgboss.job set output = '{"value":{"message":"job heartbeat timeout"}}' where id = $1`,
    [id],
  )
  await query(`update pgboss.job set output = null where id = $1`, [await failed('expire-hold', '')])
  const words = (await list({ sort: 'failedAt' })).rows.map(
    ({ cells }: { cells: { error: string } }) => cells.error,
  )
  expect(words.sort()).toEqual(['No error was recorded.', 'The server that worked on it stopped.'])
})

test('a job is retried once, and the retry writes an audit log row', async () => {
  const id = await failed('send-push', 'away')
  const waits = async () =>
    (await admin.get('/api/admin/attention')).json.find((one: { id: string }) => one.id === 'jobs')
  expect(await waits()).toMatchObject({ count: 1, href: '/?tab=jobs' })
  const both = await Promise.all([act({ ids: [id], shown: 1 }), act({ ids: [id], shown: 1 })])
  const changed = both.flatMap(({ json }) => json.changed ?? [])
  expect(changed).toEqual([id])
  expect(await query('select state, retry_limit > retry_count as may from pgboss.job')).toEqual([
    { state: 'retry', may: true },
  ])
  expect(await waits()).toBeUndefined()
  expect(
    await query(`select actor_id, before, after from audit_log where ids ->> 'failed-jobs' = $1`, [id]),
  ).toEqual([
    {
      actor_id: admin.userId,
      before: { state: 'failed', tries: 4 },
      after: { act: 'retry', state: 'retry', queue: 'send-push' },
    },
  ])
})

test('all jobs of a queue are retried and no others; a count that differs from the screen retries none', async () => {
  await failed('read-calendar', 'away')
  await failed('read-calendar', 'away')
  await failed('read-calendars', 'away')
  const filters = { queue: 'read-calendar' }
  expect((await list({ 'filters[queue]': 'read-calendar' })).count).toBe(2)
  expect((await act({ filters, shown: 3 })).json).toEqual({ ok: false, reason: 'count_differs', count: 2 })
  expect((await act({ filters, shown: 2 })).json.changed).toHaveLength(2)
  expect(await query('select name, state::text from pgboss.job order by name, state')).toEqual([
    { name: 'read-calendar', state: 'retry' },
    { name: 'read-calendar', state: 'retry' },
    { name: 'read-calendars', state: 'failed' },
  ])
})

test('a job of a removed kind is left alone; the list is paginated', async () => {
  await query(`select pgboss.create_queue('of-an-earlier-version', '{"policy":"standard"}'::jsonb)`)
  const old = await failed('of-an-earlier-version', 'nobody does this')
  expect((await act({ ids: [old], shown: 1 })).json).toEqual({ ok: true, changed: [] })
  expect((await list()).rows[0].cells.queue).toBe('of-an-earlier-version')
  await query(
    `insert into pgboss.job (name, state, completed_on) select 'send-push', 'failed', now() - n * interval '1 second' from generate_series(1, 60) n`,
  )
  const first = await list()
  expect([first.count, first.rows.length]).toEqual([61, 50])
  const second = await list({ after: first.next })
  expect(new Set([...first.rows, ...second.rows].map(({ id }: { id: string }) => id)).size).toBe(61)
})

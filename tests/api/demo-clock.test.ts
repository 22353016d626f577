import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpApp } from '#app/http/app.ts'
import { createServices } from '#app/services.ts'
import { jobKinds, startWorker } from '#app/worker.ts'
import { makeClockMovable } from '#db/seed/movable-clock.ts'
import { HOUR } from '#platform/duration.ts'
import { readEnv } from '#platform/env.ts'
import { migrate } from '#platform/migrations.ts'
import type { Services } from '#ports/services.ts'
import { projectRoot } from '../support/cluster.ts'
import { copyTemplate } from '../support/database.ts'
import { cardAt } from '../support/now.ts'
import { addCoach } from '../support/people.ts'
import { testOperator } from '../support/product.ts'

const name = `demo_clock_${process.pid}`
const page = () => new Response('<html lang="en"></html>', { headers: { 'content-type': 'text/html' } })
let services: Services & { close(): Promise<void> }
let app: ReturnType<typeof createHttpApp>
let cookie = ''

/** A demo on the machine's clock, with its own worker. */
beforeAll(async () => {
  const url = await copyTemplate(name)
  services = await createServices(
    readEnv({
      NODE_ENV: 'test',
      DATABASE_URL: url,
      SESSION_SECRET: 'a-secret-of-the-tests-and-of-nobody-else',
      // A port without a listener, with no need for a DNS lookup.
      APP_URL: 'http://127.0.0.1:1',
      DEMO: '1',
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
    }),
    { work: true },
  )
  await services.jobs.start(jobKinds)
  await startWorker(services)
  app = createHttpApp(services, page)
})
afterAll(async () => {
  await services.close()
  await onServer((client) => client.query(`drop database if exists ${name} with (force)`))
})

async function onServer<T>(work: (client: pg.Client) => Promise<T>, database = 'postgres'): Promise<T> {
  const url = (process.env.TEST_ADMIN_URL ?? '').replace(/\/postgres$/, `/${database}`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return await work(client).finally(() => client.end())
}

async function send(method: string, path: string, body?: object, asked = app) {
  const answer = await asked.request(`http://127.0.0.1:1${path}`, {
    method,
    headers: { cookie, accept: 'application/json', 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const set = answer.headers.getSetCookie().map((one) => one.split(';')[0])
  if (set.length > 0) cookie = set.join('; ')
  const text = await answer.text()
  return { status: answer.status, text, json: text.startsWith('{') ? JSON.parse(text) : undefined }
}
const move = (by: string) => send('POST', '/dev/clock', { by })
const one = async <T extends object>(statement: string, values: unknown[] = []) =>
  (await services.db.$client.query<T>(statement, values)).rows[0]

describe('the demo clock', () => {
  test('can be moved only by signed-in users, and only by an hour, a day or to the next event', async () => {
    expect((await move('day')).status).toBe(401)
    const account = {
      name: 'Sam Rivera',
      email: 'sam@clock.test',
      phone: '704 555 0150',
      password: 'fairway-seven',
    }
    expect((await send('POST', '/api/accounts', account)).status).toBe(201)
    expect((await move('year')).status).toBe(400)
    expect((await move('next')).json.code, 'nothing is booked').toBe('nothing_next')
  })

  test('moves forward for code, database and browser alike', async () => {
    const before = services.clock.now()
    const moved = await move('hour')
    expect(moved.json.now - before).toBeGreaterThanOrEqual(HOUR)
    expect(moved.json.now - Date.now()).toBeLessThan(HOUR + 60_000)
    const database = await one<{ ms: string }>(`select extract(epoch from current_instant()) * 1000 as ms`)
    expect(Math.abs(Number(database?.ms) - services.clock.now())).toBeLessThan(5_000)
    expect((await send('GET', '/')).text).toMatch(/^<html data-clock-ahead="3\d{6}" lang="en">/)
  })

  test('runs everything that comes due on the way, in order: reminders, end of the lesson, payout', async () => {
    const { id: instructorId } = await addCoach(services.db.$client)
    const days = (await send('GET', `/api/coaches/${instructorId}/slots?durationMinutes=60`)).json.days
    const start = days.flatMap((day: { slots: { start: string }[] }) => day.slots)[3].start
    const held = (await send('POST', '/api/bookings', { instructorId, start, durationMinutes: 60 })).json
    const session = held.checkoutUrl.split('/').at(-1)
    await send('POST', `/api/test-checkouts/${session}/payments`, cardAt(services.clock.now()))
    await services.jobs.workOff(services.clock.now())
    const happened: string[] = []
    for (
      let next = (await send('GET', '/dev/clock')).json.next;
      next;
      next = (await move('next')).json.next
    ) {
      happened.push(next.what)
      expect(services.clock.now()).toBeLessThanOrEqual(next.at)
    }
    expect(happened).toEqual([
      'The reminder of the day before goes out',
      'The reminder two hours before goes out',
      'The lesson begins',
      'The lesson is over',
      'The lesson counts as completed',
      'The coach is paid',
    ])
    expect(services.clock.now()).toBeGreaterThanOrEqual(Date.parse(start) + 25 * HOUR)
    expect((await send('GET', `/api/bookings/${held.bookingId}`)).json.status).toBe('completed')
    const { rows } = await services.db.$client.query(
      `select template_key, round(extract(epoch from sent_at - $2::timestamptz) / 3600) as hours from email_logs
       where dedupe_key like '%student%' || $1 || '%' and status = 'sent' order by sent_at, template_key`,
      [held.bookingId, start],
    )
    expect(rows.map((row) => row.template_key)).toEqual([
      'booking-confirmed-student',
      'lesson-reminder-student',
      'lesson-reminder-student',
      'review-request-student',
    ])
    expect(rows.slice(1).map((row) => Number(row.hours))).toEqual([-24, -2, 25])
  }, 120_000)
})

describe('production', () => {
  test('has no movable clock: no endpoint, no marker on pages, and no setting in the database', async () => {
    const database = `real_${process.pid}`
    await onServer((client) => client.query(`create database ${database}`))
    const url = (process.env.TEST_ADMIN_URL ?? '').replace(/\/postgres$/, `/${database}`)
    await migrate(url, join(projectRoot, 'db/migrations'))
    const source = `select prosrc from pg_proc where proname = 'current_instant'`
    const [real, demo] = await onServer(async (client) => {
      const before = await client.query(source)
      await makeClockMovable(client)
      return [before.rows[0].prosrc, (await client.query(source)).rows[0].prosrc]
    }, database)
    expect(real.trim()).toBe('select now()')
    expect(demo).toContain('greenside.runs_ahead')

    const really = await createServices(
      readEnv({
        NODE_ENV: 'test',
        DATABASE_URL: url,
        SESSION_SECRET: 'a-secret-of-the-tests-and-of-nobody-else',
        APP_URL: 'https://greenside.test',
        STRIPE_SECRET_KEY: 'sk_test_0',
        STRIPE_WEBHOOK_SECRET: 'whsec_0',
        SMTP_URL: 'smtp://localhost:1',
        LOG_LEVEL: 'silent',
        ...testOperator,
      }),
      { work: false },
    )
    const shop = createHttpApp(
      really,
      () => new Response('<html lang="en"></html>', { headers: { 'content-type': 'text/html' } }),
    )
    // Unknown paths return a page: "not found".
    expect((await send('GET', '/dev/clock', undefined, shop)).text).toBe('<html lang="en"></html>')
    expect((await send('POST', '/dev/clock', { by: 'day' }, shop)).text).not.toContain('"now"')
    expect(Math.abs(really.clock.now() - Date.now())).toBeLessThan(1_000)
    await really.close()
    await onServer((client) => client.query(`drop database ${database} with (force)`))
  })
})

test('no column default or database function reads the current time from anywhere else', async () => {
  const { rows } = await services.db.$client.query(`
    select c.relname || '.' || a.attname as what
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum join pg_class c on c.oid = d.adrelid
    where c.relnamespace in ('public'::regnamespace, 'local_vendor'::regnamespace) and c.relname <> 'schema_migrations'
      and pg_get_expr(d.adbin, d.adrelid) ~* '\\m(now|clock_timestamp|transaction_timestamp)\\(|current_(date|timestamp)'
    union all
    select p.proname from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'local_vendor'::regnamespace) and p.proname <> 'current_instant'
      and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')
      and p.prosrc ~* '\\m(now|clock_timestamp|transaction_timestamp)\\(|current_(date|timestamp)'`)
  expect(rows).toEqual([])
})

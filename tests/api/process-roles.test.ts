import { expect, test } from 'vitest'
import { createHttpApp } from '#app/http/app.ts'
import { hangUpStreams } from '#app/http/events.ts'
import { createWorkerApp } from '#app/http/health.ts'
import { createMetrics } from '#app/http/metrics.ts'
import { createServices } from '#app/services.ts'
import { jobKinds } from '#app/worker.ts'
import { deliverLocalEventsJob } from '#features/payments/jobs.ts'
import { untilUpToDate } from '../../scripts/start/until-up-to-date.ts'
import { bringUpToDate } from '../../scripts/start/up-to-date.ts'
import { addCoach } from '../support/people.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
const page = () => new Response('page')
const { query } = product

/** Connections that the queue has opened to our database. */
const ofTheQueue = async () =>
  (
    await query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'greenside-jobs'`,
    )
  )[0].n

test('a web-only process enqueues without opening a queue connection; a worker opens some', async () => {
  expect(await ofTheQueue()).toBe(0)
  await product.services.jobs.send(product.services.db, deliverLocalEventsJob, {})
  expect(
    (
      await query(`select count(*)::int as n from pgboss.job where name = $1`, [deliverLocalEventsJob.name])
    )[0].n,
  ).toBe(1)
  expect(await ofTheQueue()).toBe(0)
  const worker = await createServices(product.services.env, { clock: product.clock, work: true })
  try {
    await worker.jobs.start(jobKinds)
    expect(await ofTheQueue()).toBeGreaterThan(0)
  } finally {
    await worker.close()
  }
})

test('a process being stopped announces that it takes no more requests, and answers late ones', async () => {
  const lifecycle = { isDraining: false }
  const app = createHttpApp({ ...product.services }, page, lifecycle)
  const status = async (path: string) => (await app.request(`http://greenside.test${path}`)).status
  expect([await status('/readyz'), await status('/healthz')]).toEqual([200, 200])
  lifecycle.isDraining = true
  expect([await status('/readyz'), await status('/healthz'), await status('/auth')]).toEqual([503, 200, 200])
})

test('its event stream clients are told when to reconnect, including late ones', async () => {
  const maya = await addCoach(product.database.pool)
  const services = { ...product.services }
  const app = createHttpApp(services, page)
  const listen = () => app.request(`http://greenside.test/events?topic=coach-slots:${maya.id}`)
  const first = await listen()
  hangUpStreams(services)
  expect(await first.text()).toMatch(/^event: ready\ndata: \n\nretry: \d{3,4}\n\n$/)
  expect(await (await listen()).text()).toMatch(/^retry: \d{3,4}\n\n$/)
})

test('a worker answers health checks and nothing else', async () => {
  const lifecycle = { isDraining: false }
  const app = createWorkerApp(product.services, createMetrics(), lifecycle)
  const status = async (path: string) => (await app.request(`http://greenside.test${path}`)).status
  expect([
    await status('/healthz'),
    await status('/readyz'),
    await status('/metrics'),
    await status('/'),
  ]).toEqual([200, 200, 200, 404])
  lifecycle.isDraining = true
  expect(await status('/readyz')).toBe(503)
})

test('the metrics of a worker need the token, and asking without it is not logged as a failure', async () => {
  const failures: unknown[] = []
  const services = {
    ...product.services,
    env: { ...product.services.env, METRICS_TOKEN: 'a-token-of-some-length' },
    log: { ...product.services.log, error: (failure: unknown) => void failures.push(failure) },
  }
  const app = createWorkerApp(services, createMetrics(), { isDraining: false })
  const answered = async (authorization?: string) =>
    (
      await app.request('http://greenside.test/metrics', {
        headers: authorization ? { authorization } : {},
      })
    ).status
  expect([
    await answered(),
    await answered('Bearer another-token'),
    await answered('Bearer a-token-of-some-length'),
  ]).toEqual([401, 401, 200])
  expect(failures).toEqual([])
})

test('a process waits for required migrations, gives up listing them, and accepts a newer database', async () => {
  const said: string[] = []
  const wait = (seconds: number) =>
    untilUpToDate(product.database.url, { seconds, say: (words) => void said.push(words) })
  const [newest] = await query('select name, checksum from schema_migrations order by name desc limit 1')
  await query('delete from schema_migrations where name = $1', [newest.name])
  await expect(wait(0)).rejects.toThrow(`A migration has not run on this database: ${newest.name}`)
  await expect(wait(0)).rejects.toThrow('npm run migrate')

  const waiting = wait(600)
  await query(`insert into schema_migrations (name, checksum) values ($1, $2)`, [
    newest.name,
    newest.checksum,
  ])
  await query(`insert into schema_migrations (name, checksum) values ('9999-of-tomorrow.sql', 'x')`)
  await waiting
  expect(said.at(-1)).toBe('The database is ahead of this version by 1: 9999-of-tomorrow.sql')
  await query(`delete from schema_migrations where name = '9999-of-tomorrow.sql'`)
})

test('migrating an up-to-date database changes nothing', async () => {
  const counts = async () =>
    (
      await query(`select (select count(*) from zip_codes)::int as zips, (select count(*) from email_templates)::int as letters,
        (select count(*) from schema_migrations)::int as migrations`)
    )[0]
  const before = await counts()
  expect(before.zips).toBeGreaterThan(40_000)
  expect(await bringUpToDate({ databaseUrl: product.database.url, isDemo: false })).toEqual([])
  expect(await counts()).toEqual(before)
})

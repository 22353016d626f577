import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHttpApp } from '#app/http/app.ts'
import type { Services } from '#ports/services.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()

test('every metric used by an alert or the dashboard exists', async () => {
  const { text } = await product.visitor().get('/metrics')
  const folder = join(import.meta.dirname, '../../deploy/monitoring')
  const rules =
    readFileSync(join(folder, 'alerts.yaml'), 'utf8') + readFileSync(join(folder, 'dashboard.json'), 'utf8')
  const asked = new Set(rules.match(/\b(greenside|http|nodejs|process)_[a-z0-9_]+/g))
  // Only where there is a replica.
  for (const name of ['greenside_replica_read', 'greenside_replica_lag_seconds']) asked.delete(name)
  expect(asked.size).toBeGreaterThan(8)
  // A counter of something that has not happened has no line yet, but is described.
  expect(
    [...asked].filter((name) => !text.includes(`# TYPE ${name.replace(/_(count|bucket)$/, '')} `)),
  ).toEqual([])
  for (const [, label = ''] of rules.matchAll(/greenside_waiting(\{what=\\?"[a-z]+\\?"\})/g))
    expect(text).toContain(`greenside_waiting${label} 0`)
})

test('emails that failed in the last hour are counted, and free disk space is reported', async () => {
  const figures = async () => (await product.visitor().get('/metrics')).text
  expect(await figures()).toMatch(/^greenside_messages_failed 0$/m)
  await product.query(
    `insert into email_logs (template_key, recipient_email, subject, status, created_at)
     select 'welcome', 'a@b.test', 'x', status, current_instant() - ago
     from (values ('failed', interval '10 minutes'), ('failed', interval '2 hours'), ('sent', interval '1 minute')) as l (status, ago)`,
  )
  product.clock.advance(60_000)
  const text = await figures()
  expect(text).toMatch(/^greenside_messages_failed 1$/m)
  expect(text).toMatch(/^greenside_disk_free_ratio (0\.\d+|1)$/m)
  // No backup was set up, and a demo has no certificate.
  expect(text).not.toMatch(/^greenside_(backup_follows|certificate_days)/m)
})

test('metrics without the database report only that it is down; replica metrics are reported while known', async () => {
  let lagMs: number | null = 250
  const copy: NonNullable<Services['copy']> = {
    lagMs: () => lagMs,
    services: product.services,
    mayAnswer: () => false,
    noteWrite: () => undefined,
    isItsFault: () => false,
  }
  const away = () => Promise.reject(new Error('away'))
  const figures = async (attention: Services['attention']) => {
    const app = createHttpApp({ ...product.services, copy, attention }, () => new Response('page'))
    return (await app.request('http://greenside.test/metrics')).text()
  }
  const whole = await figures([
    {
      id: 'wishes',
      label: 'Wishes',
      href: '/',
      read: async () => ({ count: 3, oldest: product.clock.now() - 9_000 }),
    },
  ])
  expect(whole).toMatch(/^greenside_database_up 1$/m)
  expect(whole).toMatch(/^greenside_waiting\{what="wishes"\} 3$/m)
  expect(whole).toMatch(/^greenside_waiting_seconds\{what="wishes"\} 9$/m)
  expect(whole).toMatch(/^greenside_replica_read 1$/m)
  expect(whole).toMatch(/^greenside_replica_lag_seconds 0.25$/m)
  lagMs = null
  const less = await figures([{ id: 'wishes', label: 'Wishes', href: '/', read: away }])
  expect(less).toMatch(/^greenside_database_up 0$/m)
  expect(less).not.toMatch(/^greenside_(waiting|jobs)/m)
  expect(less).toMatch(/^greenside_replica_read 0$/m)
  expect(less).not.toMatch(/^greenside_replica_lag_seconds/m)
})

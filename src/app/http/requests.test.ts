import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import type { Logger } from '#platform/log.ts'
import { createMetrics } from './metrics.ts'
import { observeRequests, type RequestVariables } from './requests.ts'

test('a setting that trusts more proxies than exist is logged once', async () => {
  const log = { info: vi.fn(), warn: vi.fn() }
  const app = new Hono<{ Variables: RequestVariables }>()
  app.use(observeRequests(log as unknown as Logger, createMetrics(), 3))
  app.get('/', (c) => c.text(c.get('ip')))
  const ask = (forwarded: string) =>
    app.request('/', { headers: forwarded ? { 'x-forwarded-for': forwarded } : {} })
  await ask('')
  await ask('203.0.113.1, 203.0.113.2, 203.0.113.3')
  expect(log.warn).not.toHaveBeenCalled()
  await ask('203.0.113.1')
  await ask('203.0.113.1')
  expect(log.warn.mock.calls).toEqual([
    [{ trustedHops: 3, proxies: 1 }, expect.stringContaining('TRUSTED_PROXY_HOPS')],
  ])
})

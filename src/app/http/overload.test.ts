import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { turnAwayWhenFull } from './overload.ts'

/** A product that answers when the test says so. */
function slowProduct(atOnce: number) {
  const open: (() => void)[] = []
  const app = new Hono()
  const full = turnAwayWhenFull(atOnce, (c) => c.json({ code: 'busy' }, 503))
  app.use(full)
  app.all('*', async (c) => {
    await new Promise<void>((done) => open.push(done))
    return c.text('answered')
  })
  return { app, open, full }
}

test('what is let in is answered, the next one is turned away with a time to come back, and there is room again afterwards', async () => {
  const { app, open, full } = slowProduct(2)
  const letIn = [app.request('/'), app.request('/api/bookings', { method: 'POST' })]
  const refused = await app.request('/api/coaches')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  for (const answer of open.splice(0)) answer()
  expect((await Promise.all(letIn)).map(({ status }) => status)).toEqual([200, 200])
  const later = app.request('/')
  for (const answer of open.splice(0)) answer()
  expect([(await later).status, full.turnedAway()]).toEqual([200, 1])
})

test.each([
  ['POST', '/webhooks/payments'],
  ['DELETE', '/api/sessions'],
  ['POST', '/rpc/accounts/signOut'],
  ['GET', '/readyz'],
  ['GET', '/events'],
])('%s %s is never turned away', async (method, path) => {
  const { app, open } = slowProduct(1)
  const first = app.request('/')
  const asked = app.request(path, { method })
  expect(open).toHaveLength(2)
  for (const answer of open) answer()
  expect([(await first).status, (await asked).status]).toEqual([200, 200])
})

test('streams and files that people wait for do not fill it', async () => {
  const { app, open } = slowProduct(1)
  const streams = ['/events', '/uploads/attachments', '/files/a'].map((path) => app.request(path))
  const page = app.request('/')
  expect(open).toHaveLength(4)
  for (const answer of open) answer()
  expect((await page).status).toBe(200)
  await Promise.all(streams)
})

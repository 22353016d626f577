import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { admitRequests } from './overload.ts'

let server: Server
afterEach(() => server.closeAllConnections())

/** A server that answers when the test says so. */
async function slowServer(atOnce: number) {
  const open: ServerResponse[] = []
  const told: unknown[] = []
  const tell = (refused: unknown) => void told.push(refused)
  let measured = 0
  const own = { atOnce: () => atOnce, note: () => void measured++ }
  const admission = admitRequests({ atOnce, perAddress: 0, trustedHops: 0, tell, own })
  server = createServer(admission.guard((_, response) => void open.push(response)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  /** Asks, and waits until the server has it. */
  const askAndWait = async (path: string, init?: RequestInit) => {
    const before = open.length
    const answer = ask(path, init)
    await eventually(() => expect(open).toHaveLength(before + 1))
    return { answer }
  }
  const answerAll = () => {
    for (const response of open.splice(0)) response.end('answered')
  }
  return { open, ask, askAndWait, answerAll, admission, told, measured: () => measured }
}

test('admitted requests are answered, the next is refused with Retry-After, and capacity is available again afterwards', async () => {
  const { ask, askAndWait, answerAll, admission } = await slowServer(2)
  const letIn = [await askAndWait('/'), await askAndWait('/api/bookings', { method: 'POST', body: '{}' })]
  const refused = await ask('/api/coaches?zip=28202')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await refused.json()).toEqual({
    code: 'busy',
    message: 'We are very busy right now. Nothing was changed. Please try again in a moment.',
  })
  answerAll()
  expect((await Promise.all(letIn.map(({ answer }) => answer))).map(({ status }) => status)).toEqual([
    200, 200,
  ])
  const later = await askAndWait('/')
  answerAll()
  expect([(await later.answer).status, admission.turnedAway()]).toEqual([200, 1])
})

test('refused requests are logged together, once a second', async () => {
  const { ask, askAndWait, answerAll, told } = await slowServer(1)
  const { answer } = await askAndWait('/')
  for (const path of ['/api/coaches', '/', '/lessons']) expect((await ask(path)).status).toBe(503)
  await eventually(() => expect(told.length).toBeGreaterThan(0))
  expect(told[0]).toMatchObject({ path: '/api/coaches', reasons: { busy: expect.any(Number) } })
  answerAll()
  expect((await answer).status).toBe(200)
})

test('a request that is aborted while waiting frees its place, and its duration is not measured', async () => {
  const { open, ask, askAndWait, answerAll, measured } = await slowServer(1)
  const impatient = new AbortController()
  const { answer } = await askAndWait('/', { signal: impatient.signal })
  expect((await ask('/')).status).toBe(503)
  const [response] = open.splice(0)
  if (!response) throw new Error('nothing came')
  const left = once(response, 'close')
  impatient.abort()
  await expect(answer).rejects.toThrow()
  await left
  const next = await askAndWait('/')
  answerAll()
  expect((await next.answer).status).toBe(200)
  expect(measured()).toBe(1)
})

test('a browser gets a page, a program gets a problem, and neither is cacheable or frameable', async () => {
  const { ask, askAndWait, answerAll } = await slowServer(1)
  const first = await askAndWait('/')
  const page = await ask('/instructors?zip=28202', { headers: { accept: 'text/html,*/*' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('Booked lessons stay booked')
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const program = await ask('/api/v1/coaches')
  expect([program.status, program.headers.get('content-type')]).toEqual([503, 'application/problem+json'])
  expect(await program.json()).toMatchObject({ status: 503, code: 'busy' })
  expect(program.headers.get('cache-control')).toBe('no-store')
  answerAll()
  await first.answer
})

test.each([
  ['POST', '/webhooks/payments'],
  ['DELETE', '/api/sessions'],
  ['POST', '/rpc/accounts/signOut'],
  ['GET', '/readyz'],
  ['GET', '/events'],
  ['GET', '/assets/page-1a2b3c.js'],
])('%s %s is never refused', async (method, path) => {
  const { askAndWait, answerAll } = await slowServer(1)
  const first = await askAndWait('/')
  const asked = await askAndWait(path, { method })
  answerAll()
  expect([(await first.answer).status, (await asked.answer).status]).toEqual([200, 200])
})

test('long-lived streams and file transfers do not count', async () => {
  const { askAndWait, answerAll } = await slowServer(1)
  const streams = []
  for (const path of ['/events', '/uploads/attachments', '/files/a']) streams.push(await askAndWait(path))
  const page = await askAndWait('/')
  answerAll()
  expect((await page.answer).status).toBe(200)
  await Promise.all(streams.map(({ answer }) => answer))
})

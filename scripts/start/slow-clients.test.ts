import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import { type AdmissionLimits, admitRequests } from '#app/http/overload.ts'
import { eventually } from '#tests/support/eventually.ts'
import { listen } from './listen.ts'

let server: Server
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
})

/** As large as no socket's buffers are. */
const LARGE = 'x'.repeat(24_000_000)
/** Longer than a test. */
const NEVER_MS = 3_600_000

/** A process that answers two requests at once, and its clients. */
async function aProcess(limits: Partial<AdmissionLimits> = {}, perAddress = 0) {
  const app = new Hono()
  const finished = Promise.withResolvers<void>()
  app.post('/api/echo', async (c) => c.text(`got ${(await c.req.text()).length}`))
  app.post('/uploads/clip', async (c) => c.text(`got ${(await c.req.text()).length}`))
  app.get('/large', (c) => c.text(LARGE))
  app.get('/stuck', async (c) => {
    await finished.promise
    return c.text('at last')
  })
  app.get('/', (c) => c.text('home'))
  app.get('/events', (c) => c.text('events'))
  const admission = admitRequests({
    atOnce: 2,
    perAddress,
    trustedHops: 0,
    ...limits,
    times: { bodyMs: NEVER_MS, stalledMs: NEVER_MS, answerMs: NEVER_MS, ...limits.times },
  })
  server = listen(app, admission.guard, {
    HOST: '127.0.0.1',
    PORT: 0,
    PROCESS_ROLE: 'web',
    REQUESTS_PER_ADDRESS: perAddress,
    TRUSTED_PROXY_HOPS: limits.trustedHops ?? 0,
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  let requests = 0
  server.on('request', () => requests++)
  const open = async (lines: string, { localAddress = '127.0.0.1' } = {}) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    sockets.push(socket)
    let received = ''
    socket.setEncoding('utf8').on('error', () => undefined)
    socket.on('data', (text) => {
      if (received.length < 1_000) received += text
    })
    await once(socket, 'connect')
    socket.write(lines)
    return { socket, received: () => received }
  }
  /** Opens connections that send something, and waits until the process has their requests. */
  const openMany = async (count: number, lines: string) => {
    const before = requests
    const opened = await Promise.all(Array.from({ length: count }, () => open(lines)))
    await eventually(() => expect(requests).toBe(before + count))
    return opened
  }
  const status = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { connection: 'close', ...headers },
    })
    await answer.text()
    return answer.status
  }
  return { open, openMany, status, finish: finished.resolve }
}

const post = (path: string, body: string, length: number, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: here\r\nContent-Length: ${length}\r\n${more}\r\n${body}`

test('a hundred and thirty requests that send one byte of a body keep nobody out, and are answered once the rest comes', async () => {
  const { openMany, status } = await aProcess()
  const [first] = await openMany(130, post('/api/echo', 'a', 5_000))
  expect(await Promise.all([status('/'), status('/api/nothing')])).toEqual([200, 404])
  first?.socket.write('b'.repeat(4_999))
  await eventually(() => expect(first?.received()).toMatch(/^HTTP\/1\.1 200 [\s\S]*got 5000$/))
})

test('bodies in pieces of unknown length do so neither', async () => {
  const { openMany, status } = await aProcess()
  const head = 'POST /api/echo HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n'
  const [first] = await openMany(20, head)
  expect(await status('/')).toBe(200)
  first?.socket.write('2\r\nbc\r\n0\r\n\r\n')
  await eventually(() => expect(first?.received()).toContain('got 3'))
})

test('a body that does not arrive in time is refused and its connection closed', async () => {
  const { open } = await aProcess({ times: { bodyMs: 50 } })
  const { socket, received } = await open(post('/api/echo', 'a', 5_000))
  await once(socket, 'close')
  expect(received()).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close[\s\S]*"code":"too_slow"/i)
})

test('a body in pieces that grows too large is refused on the way', async () => {
  const { open } = await aProcess()
  const head = 'POST /api/echo HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n'
  const { socket, received } = await open(`${head}180000\r\n${'x'.repeat(0x180000)}\r\n`)
  await once(socket, 'close')
  expect(received()).toMatch(/^HTTP\/1\.1 413 /)
})

test('uploads may take their time, and are passed on while they come', async () => {
  const { open } = await aProcess({ times: { bodyMs: 50 } })
  const { socket, received } = await open(post('/uploads/clip', 'a', 3))
  // What began later and is no upload has been given up.
  const other = await open(post('/api/echo', 'a', 3))
  await once(other.socket, 'close')
  socket.write('bc')
  await eventually(() => expect(received()).toContain('got 3'))
})

test('clients that do not read their answers keep nobody out', async () => {
  const { openMany, status } = await aProcess()
  const readers = await openMany(5, 'GET /large HTTP/1.1\r\nHost: here\r\n\r\n')
  for (const { socket } of readers) socket.pause()
  expect(await status('/')).toBe(200)
})

test.each([
  ['reads no byte for long', { stalledMs: 100 }],
  ['takes too long for the whole answer', { answerMs: 100 }],
])('one that %s is disconnected', async (_, times) => {
  const { open } = await aProcess({ times })
  const closed = new Promise<void>((done) =>
    server.once('connection', (socket) => socket.once('close', () => done())),
  )
  const { socket } = await open('GET /large HTTP/1.1\r\nHost: here\r\n\r\n')
  socket.pause()
  await closed
})

test('one address has a limited number of requests open, and leaves the rest to the others', async () => {
  const { openMany, status, finish } = await aProcess({ atOnce: 100, trustedHops: 1 }, 3)
  const from = (address: string) => ({ 'x-forwarded-for': `203.0.113.9, ${address}` })
  const lines = 'GET /stuck HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: 2001:db8:1:2::7\r\n\r\n'
  const stuck = await openMany(3, lines)
  expect(await status('/', from('2001:db8:1:2:ffff::1'))).toBe(429)
  expect(await status('/', from('2001:db8:1:3::7'))).toBe(200)
  expect(await status('/events', from('2001:db8:1:2::7'))).toBe(200)
  expect(await status('/readyz', from('2001:db8:1:2::7'))).toBe(404)
  // Files have room of their own.
  expect(await status('/assets/a', from('2001:db8:1:2::7'))).toBe(404)
  finish()
  for (const { received } of stuck) await eventually(() => expect(received()).toContain('at last'))
  expect(await status('/', from('2001:db8:1:2::7'))).toBe(200)
})

test('one address has a limited number of connections open where no proxy is in front', async () => {
  const { open } = await aProcess({}, 2)
  const idle = await Promise.all(Array.from({ length: 25 }, () => open('')))
  await eventually(() => expect(idle.filter(({ socket }) => socket.destroyed)).toHaveLength(5))
  const other = await open('GET / HTTP/1.1\r\nHost: here\r\n\r\n', { localAddress: '127.0.0.2' })
  await eventually(() => expect(other.received()).toContain('home'))
})

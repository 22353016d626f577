/**
 * One address opens hundreds of connections and sends or reads as slowly as possible: unfinished bodies and uploads, slow headers, unread
 * responses, event streams, idle connections, and all of these at once. A visitor from another address requests pages and searches
 * meanwhile, and must not be affected. If HAProxy is installed, repeats this through deploy/haproxy.cfg.
 *
 *   npm run drill -- slow-clients [--connections=130] [--seconds=6]
 */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { freePort } from '#platform/free-port.ts'
import { openLoadDatabase } from './support/load-database.ts'
import { startShippedProxy } from './support/machines.ts'
import { buildProduct, startServer } from './support/server.ts'

const { values } = parseArgs({
  options: { connections: { type: 'string', default: '130' }, seconds: { type: 'string', default: '6' } },
})
const connections = Math.min(1_000, Number(values.connections))
const seconds = Math.min(60, Number(values.seconds))
const [ATTACKER, VISITOR] = ['127.0.0.1', '127.0.0.2']
/** The limit for a visitor's request. It is generous because everything shares this machine. */
const MAY_TAKE_MS = 3_000

const head = (method: string, path: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${more}`
const json = 'Content-Type: application/json\r\n'
/** What each connection sends initially, and one byte at a time every second. */
const attacks: Record<string, { first: string; drip?: string; reads?: false }> = {
  'unfinished bodies': {
    first: head('POST', '/api/waitlist', `${json}Content-Length: 5000\r\n\r\n{`),
    drip: ' ',
  },
  'unfinished bodies in pieces': {
    first: head('POST', '/rpc/accounts/signIn', `${json}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`),
    drip: '1\r\n \r\n',
  },
  'unfinished webhooks': {
    first: head('POST', '/webhooks/payments', `${json}Content-Length: 5000\r\n\r\n{`),
  },
  'unfinished uploads': {
    first: head('POST', '/uploads/attachments', 'Content-Length: 5000000\r\n\r\n.'),
    drip: '.',
  },
  'dripping headers': { first: head('GET', '/'), drip: 'X-More: 1\r\n' },
  'answers that are not read': {
    first: `${head('GET', '/', 'Accept: text/html\r\n\r\n')}`.repeat(10),
    reads: false,
  },
  'streams of events': { first: head('GET', `/events?topic=coach-slots:${randomUUID()}`, '\r\n') },
  'idle connections': { first: '' },
  'kept connections': { first: head('GET', '/healthz', '\r\n') },
}

buildProduct()
const database = await openLoadDatabase('search', { coaches: 300 })
const direct = await startServer({
  databaseUrl: database.url,
  env: { REQUESTS_AT_ONCE: '100', REQUESTS_PER_ADDRESS: '50' },
})
let isKept = true
try {
  await attackEach('the process', Number(new URL(direct.url).port))
  if (spawnSync('which', ['haproxy']).status === 0) {
    const [webPort, port] = [await freePort(), await freePort()]
    const behind = await startServer({
      databaseUrl: database.url,
      port: webPort,
      env: { REQUESTS_AT_ONCE: '100', REQUESTS_PER_ADDRESS: '50', TRUSTED_PROXY_HOPS: '1' },
    })
    const proxy = await startShippedProxy(port, webPort)
    try {
      await attackEach('deploy/haproxy.cfg', port)
    } finally {
      await proxy.stop()
      await behind.stop()
    }
  } else console.log('HAProxy is not installed: skipped')
} finally {
  await direct.stop()
  await database.close()
}
console.log(isKept ? '\nall checks passed' : '\nchecks FAILED')
process.exitCode = isKept ? 0 : 1

async function attackEach(what: string, port: number) {
  for (const [name, attack] of Object.entries(attacks)) await attackWith(what, port, name, [attack])
  await attackWith(what, port, 'all of these at once', Object.values(attacks))
}

async function attackWith(what: string, port: number, name: string, kinds: (typeof attacks)[string][]) {
  const sockets: Socket[] = []
  const drips: NodeJS.Timeout[] = []
  for (const { first, drip, reads } of kinds)
    for (let n = 0; n < connections; n++) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER })
      sockets.push(socket)
      socket.on('error', () => undefined)
      if (reads === false) socket.pause()
      else socket.resume()
      socket.write(first)
      if (drip) drips.push(setInterval(() => socket.writable && socket.write(drip), 1_000))
    }
  const statuses: Record<string, number> = {}
  const times: number[] = []
  const paths = ['/', '/api/coaches?zip=28202', '/rpc/missing', '/?zip=28202']
  for (const ends = performance.now() + seconds * 1_000; performance.now() < ends; ) {
    const path = paths[times.length % paths.length] ?? '/'
    const began = performance.now()
    const status = await ask(port, path)
    times.push(performance.now() - began)
    if (status !== (path === '/rpc/missing' ? 404 : 200))
      statuses[`${path} ${status}`] = (statuses[`${path} ${status}`] ?? 0) + 1
    await new Promise((done) => setTimeout(done, 20))
  }
  for (const drip of drips) clearInterval(drip)
  const still = sockets.filter(({ destroyed }) => !destroyed).length
  for (const socket of sockets) socket.destroy()
  times.sort((a, b) => a - b)
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0
  const isRight = Object.keys(statuses).length === 0 && p99 <= MAY_TAKE_MS
  isKept &&= isRight
  console.log(
    `${what}, ${name}: ${sockets.length} connections, ${still} open after ${seconds} s; a visitor sent ${times.length} requests, p99 ${p99.toFixed(0)} ms, failures ${JSON.stringify(statuses)}, load ${loadavg()[0]?.toFixed(1)}: ${isRight ? 'passed' : 'FAILED'}`,
  )
}

/** @returns the status; 0 without a response within five seconds */
async function ask(port: number, path: string): Promise<number> {
  const asked = request({
    port,
    host: '127.0.0.1',
    localAddress: VISITOR,
    path,
    agent: false,
    timeout: 5_000,
  })
  asked.on('timeout', () => asked.destroy())
  try {
    asked.end()
    const [answer] = await once(asked, 'response')
    answer.resume()
    await once(answer, 'end')
    return answer.statusCode ?? 0
  } catch {
    return 0
  }
}

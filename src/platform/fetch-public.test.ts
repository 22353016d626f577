import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchPublic, isPublicAddress, type PublicFetchSettings, publicUrl } from './fetch-public.ts'

let server: Server
let host = ''
const visited: string[] = []
beforeAll(async () => {
  // One gigabyte in 1 MB.
  const bomb = Buffer.concat(new Array<Buffer>(20).fill(gzipSync(Buffer.alloc(50 * 1024 * 1024))))
  server = createServer((request, answer) => {
    const url = new URL(request.url ?? '/', 'http://double')
    visited.push(url.pathname)
    const to = (location: string, status = 302) => answer.writeHead(status, { location }).end()
    const packed = (encoding: string, body: Buffer) =>
      answer.writeHead(200, { 'content-encoding': encoding }).end(body)
    switch (url.pathname) {
      case '/hop':
        return to(url.searchParams.get('to') ?? '', 301)
      case '/round':
        return to(`/round?n=${Number(url.searchParams.get('n')) + 1}`)
      case '/three':
        return Number(url.searchParams.get('n')) === 3
          ? answer.end('reached')
          : to(`/three?n=${Number(url.searchParams.get('n')) + 1}`)
      case '/gzip':
        return packed('gzip', gzipSync('a calendar'))
      case '/br':
        return packed('br', brotliCompressSync('a calendar'))
      case '/bomb':
        return packed('gzip', bomb)
      case '/torn':
        return packed('gzip', gzipSync('x'.repeat(1_000)).subarray(0, 20))
      case '/large':
        return answer.writeHead(200, { 'content-length': String(50 * 1024 * 1024) }).end()
      case '/stream': {
        // 60 MB, without a Content-Length header.
        const parts = new Array<Buffer>(960).fill(Buffer.alloc(64 * 1024, 'x'))
        return void pipeline(Readable.from(parts), answer).catch(() => undefined)
      }
      case '/drip': {
        const drip = setInterval(() => answer.write('.'), 20)
        return answer.on('close', () => clearInterval(drip))
      }
      case '/silent':
        return
      case '/same':
        return answer.writeHead(request.headers['if-none-match'] === '"1"' ? 304 : 200, { etag: '"1"' }).end()
      default:
        return answer.end('a calendar')
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const fresh = { etag: null, lastModified: null }
const read = (path: string, change: Partial<PublicFetchSettings> = {}) =>
  fetchPublic(path.startsWith('/') ? `https://${host}${path}` : path, fresh, {
    maxBytes: 5 * 1024 * 1024,
    // Longer than a slow machine needs; tests of the timeout set their own.
    timeoutMs: 60_000,
    extraHosts: [host],
    ...change,
  })
const fault = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error) => error.fault as string,
  )

test('a compressed response is decompressed, and an unchanged file is not sent again', async () => {
  expect((await read('/gzip')).body.toString()).toBe('a calendar')
  expect((await read('/br')).body.toString()).toBe('a calendar')
  expect((await read('/three?n=0')).body.toString()).toBe('reached')
  const { etag, status } = await read('/same')
  expect([etag, status]).toEqual(['"1"', 200])
  const again = await fetchPublic(
    `https://${host}/same`,
    { etag },
    { maxBytes: 9, timeoutMs: 60_000, extraHosts: [host] },
  )
  expect(again.status).toBe(304)
})

describe('limits', () => {
  test('a file that is too large, declared or not, or decompresses to too much, is aborted', async () => {
    const before = process.memoryUsage().rss
    expect(await fault(read('/large'))).toBe('too_large')
    expect(await fault(read('/stream'))).toBe('too_large')
    expect(await fault(read('/bomb'))).toBe('too_large')
    expect(process.memoryUsage().rss - before).toBeLessThan(500 * 1024 * 1024)
    expect(await fault(read('/torn'))).toBe('answered_wrong')
  })

  test('a silent or slow server is abandoned at the time limit', async () => {
    const began = performance.now()
    expect(await fault(read('/silent', { timeoutMs: 300 }))).toBe('timeout')
    expect(await fault(read('/drip', { timeoutMs: 300 }))).toBe('timeout')
    expect(performance.now() - began).toBeLessThan(30_000)
  })

  test('three redirects are followed, not four', async () => {
    visited.length = 0
    expect(await fault(read('/round?n=0'))).toBe('too_many_redirects')
    expect(visited).toHaveLength(4)
  })
})

describe('the internal network', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '198.18.0.1',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '::a00:1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    'ff02::1',
    'no address',
  ])('%s is not fetched', (address) => expect(isPublicAddress(address)).toBe(false))
  test.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1::1'])('%s is allowed', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )

  test.each([
    ['https://10.0.0.1/x', 'internal_address'],
    ['https://[fd00::1]/x', 'internal_address'],
    ['https://2130706433/x', 'internal_address'],
    ['http://calendar.example/x', 'not_https'],
    ['ftp://calendar.example/x', 'bad_address'],
    ['https://calendar.example:5432/x', 'bad_address'],
    ['https://a:b@calendar.example/x', 'bad_address'],
    [`https://intranet/x`, 'bad_address'],
  ])('%s is refused', async (address, expected) => {
    expect(await fault(read(address))).toBe(expected)
    // The same behind a redirect, in all notations of the address.
    expect(await fault(read(`/hop?to=${encodeURIComponent(address)}`))).toBe(expected)
  })

  test('a name with any internal address is refused without a request', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    expect(await fault(read('https://calendar.example/x', { resolve }))).toBe('internal_address')
    expect(
      await fault(read(`/hop?to=${encodeURIComponent('https://calendar.example/x')}`, { resolve })),
    ).toBe('internal_address')
  })

  test('a name is resolved once per connection, so that the checked address is the one used', async () => {
    let asked = 0
    const resolve = async () => {
      asked++
      return asked === 1 ? [{ address: '192.0.2.1', family: 4 }] : [{ address: '127.0.0.1', family: 4 }]
    }
    expect(await fault(read('https://calendar.example/x', { resolve, timeoutMs: 500 }))).toBe(
      'internal_address',
    )
    expect(asked).toBe(1)
    const nobody = async () => Promise.reject(new Error('not found'))
    expect(await fault(read('https://calendar.example/x', { resolve: nobody }))).toBe('unknown_host')
  })

  test('webcal becomes https', () => {
    expect(publicUrl(' webcal://calendar.example/a.ics ').href).toBe('https://calendar.example/a.ics')
  })
})

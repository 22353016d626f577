import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { admitRequests } from '#app/http/overload.ts'
import { listen } from './listen.ts'

let server: Server
afterEach(() => server.closeAllConnections())

/** What is written to a port, byte for byte, and what comes back. */
async function say(lines: string): Promise<string> {
  const app = { fetch: (request: Request) => new Response(new URL(request.url).pathname) }
  const { guard } = admitRequests({ atOnce: 1, perAddress: 0, trustedHops: 0 })
  server = listen(app, guard, {
    HOST: '127.0.0.1',
    PORT: 0,
    PROCESS_ROLE: 'web',
    REQUESTS_PER_ADDRESS: 0,
    TRUSTED_PROXY_HOPS: 0,
  })
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.end(lines)
  return await text(socket)
}

test('a proxy that looks whether we are well in HTTP/1.0, and names no host, is answered', async () => {
  const answer = await say('GET /readyz HTTP/1.0\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).toMatch(/\r\n\r\n\/readyz$/)
})

test('what is no file of the build is asked of the app', async () => {
  expect(await say('GET /nothing.png HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n')).toContain(
    '/nothing.png',
  )
})

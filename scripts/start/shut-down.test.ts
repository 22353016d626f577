import { once } from 'node:events'
import { Agent, createServer, get, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { type Ending, shutDown } from './shut-down.ts'

let server: Server
const agent = new Agent({ keepAlive: true })
afterEach(() => {
  agent.destroy()
  server.closeAllConnections()
})

/** A server that answers when the test says so. */
async function slowServer() {
  const open: ServerResponse[] = []
  server = createServer((_, response) => void open.push(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    open,
    ask: () =>
      new Promise<{ text: string; connection: string | undefined }>((done, fail) => {
        get({ host: '127.0.0.1', port, agent }, async (answer) =>
          done({ text: await text(answer), connection: answer.headers.connection }),
        ).on('error', fail)
      }),
  }
}

function noted(): Ending & { steps: string[] } {
  const steps: string[] = []
  return {
    steps,
    drain: () => void steps.push('drain'),
    hangUp: async () => void steps.push('hang up'),
    stop: async () => void steps.push('stop'),
  }
}

test('requests at hand and those that still come are answered, each as its connection’s last; then the rest ends', async () => {
  const { open, ask } = await slowServer()
  const ending = noted()
  const before = ask()
  await eventually(() => expect(open).toHaveLength(1))
  const stopping = shutDown(server, ending, { drainMs: 150, limitMs: 10_000 })
  const during = ask()
  await eventually(() => expect(open).toHaveLength(2))
  open[1]?.end('during')
  expect(await during).toEqual({ text: 'during', connection: 'close' })
  await eventually(() => expect(server.listening).toBe(false))
  expect(ending.steps).toEqual(['drain', 'hang up'])
  await expect(ask()).rejects.toThrow(/ECONNREFUSED|socket hang up|ECONNRESET/)
  open[0]?.end('before')
  expect((await before).text).toBe('before')
  await stopping
  expect(ending.steps).toEqual(['drain', 'hang up', 'stop'])
})

test('nothing is closed while requests still come in', async () => {
  const { open, ask } = await slowServer()
  const ending = noted()
  const stopping = shutDown(server, ending, { drainMs: 0, limitMs: 10_000 })
  const asked = [ask()]
  for (let n = 1; n <= 4; n++) {
    await eventually(() => expect(open).toHaveLength(n))
    if (n < 4) asked.push(ask())
  }
  for (const response of open) response.end('well')
  expect((await Promise.all(asked)).map(({ text }) => text)).toEqual(['well', 'well', 'well', 'well'])
  await stopping
})

test('one that is never answered is cut off', async () => {
  const { open, ask } = await slowServer()
  const ending = noted()
  const hanging = ask()
  await eventually(() => expect(open).toHaveLength(1))
  const stopping = shutDown(server, ending, { drainMs: 0, limitMs: 100 })
  await expect(hanging).rejects.toThrow(/socket hang up|ECONNRESET/)
  await stopping
  expect(ending.steps).toEqual(['drain', 'hang up', 'stop'])
})

test('a process without a server ends, too', async () => {
  const ending = noted()
  await shutDown(null, ending, { drainMs: 0, limitMs: 100 })
  expect(ending.steps).toEqual(['drain', 'hang up', 'stop'])
})

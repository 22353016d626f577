import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { isFree } from './free-port.ts'

let other: Server | undefined
afterEach(() => void other?.close())

/** Another program that listens on a port of its own. */
async function listenAt(host: string): Promise<number> {
  other = createServer().listen(0, host)
  await once(other, 'listening')
  return (other.address() as AddressInfo).port
}

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)

test('a port is in use while another program listens there, and free afterwards', async () => {
  const port = await listenAt('127.0.0.1')
  expect(await isFree(port, '127.0.0.1')).toBe(false)
  other?.close()
  expect(await isFree(port, '127.0.0.1')).toBe(true)
})

test.runIf(hasIpv6)('a port is in use if a browser finds another program at localhost', async () => {
  const port = await listenAt('::1')
  expect(await isFree(port, '127.0.0.1')).toBe(false)
  expect(await isFree(port, 'localhost')).toBe(false)
})

test('a port is in use if another program listens at all addresses', async () => {
  expect(await isFree(await listenAt('0.0.0.0'), '127.0.0.1')).toBe(false)
})

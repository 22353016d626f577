import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { VendorShown } from '#features/operations/schema.ts'
import { saveCircuit, saveVendorCalls } from '#features/operations/vendors.ts'
import { HOUR } from '#platform/duration.ts'
import { keptOpen } from '../support/local-server.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

const points = [
  { lat: 35.2, lng: -80.8 },
  { lat: 35.3, lng: -80.9 },
] as const
let isAway = false
const routing = createServer(keptOpen, (_, response) =>
  response
    .writeHead(isAway ? 503 : 200, { 'content-type': 'application/json' })
    .end(JSON.stringify(isAway ? { code: 'Down' } : { code: 'Ok', routes: [{ duration: 600 }] })),
)
await new Promise<void>((done) => routing.listen(0, '127.0.0.1', done))
afterAll(() => void routing.close())

const product = testProduct({
  TRAVEL_ROUTING_URL: `http://127.0.0.1:${(routing.address() as AddressInfo).port}`,
  VENDOR_REST_SECONDS: '1',
})
let admin: Visitor
beforeAll(async () => {
  const person = await product.admin()
  admin = person
})
beforeEach(async () => {
  isAway = false
  product.clock.moveTo(testNow)
  await product.services.vendors.flush()
  await product.query('delete from vendor_calls; delete from vendor_health; delete from vendor_circuits')
})

const read = async (name: string): Promise<VendorShown> =>
  (await admin.get('/api/admin/vendor-health')).json.find((one: VendorShown) => one.name === name)
const waiting = async () =>
  (await admin.get('/api/admin/attention')).json.find((one: { id: string }) => one.id === 'vendors')
const drive = () => product.services.travel.driveMinutes(...points)

describe('vendor health [row 142]', () => {
  test('lists every vendor we need, by name, and whether it is a stand-in', async () => {
    const shown: VendorShown[] = (await admin.get('/api/admin/vendor-health')).json
    expect(shown.map(({ name, provider, isReal }) => [name, provider, isReal])).toEqual([
      ['payments', 'local', false],
      ['email', 'local', false],
      ['sms', 'local', false],
      ['push', null, false],
      ['files', 'folder', false],
      ['calendar', 'local', false],
      ['crm', 'local', false],
      ['assistant', 'rules', false],
      ['travel', 'routing', true],
      ['geocoding', 'zip-codes', false],
      ['weather', 'local', false],
      ['identity', 'local', false],
    ])
  })

  test('shows the last success and failure, the reason, and counts for the day', async () => {
    await drive()
    product.clock.advance(HOUR)
    isAway = true
    await expect(drive()).rejects.toThrow()
    expect(await read('travel')).toEqual({
      name: 'travel',
      provider: 'routing',
      isReal: true,
      lastSuccess: new Date(testNow).toISOString(),
      lastFailure: new Date(testNow + HOUR).toISOString(),
      lastError: 'how long the drive takes could not be found out: the routing server answered 503 Down',
      calls: 2,
      failures: 1,
      circuit: 'closed',
      openSince: null,
      openIn: 0,
    })
  })

  test('counts across all processes, and resets daily', async () => {
    const now = testNow - (testNow % HOUR) + HOUR / 2
    const at = (hours: number, error: string | null = null) => ({
      vendor: 'sms',
      at: now - hours * HOUR,
      error,
    })
    const { db } = product.services
    await Promise.all([
      saveVendorCalls(db, [at(0), at(0, 'new'), at(23), at(24)]),
      saveVendorCalls(db, [at(1), at(23, 'old'), { ...at(0), vendor: 'crm' }]),
      ...Array.from({ length: 20 }, () => saveVendorCalls(db, [at(2), { ...at(2), vendor: 'crm' }])),
    ])
    product.clock.moveTo(now)
    expect(await read('sms')).toMatchObject({
      calls: 25,
      failures: 2,
      lastError: 'new',
      lastSuccess: new Date(now).toISOString(),
    })
    expect(await read('crm')).toMatchObject({ calls: 21, failures: 0, lastError: null })
    product.clock.advance(HOUR)
    expect(await read('sms')).toMatchObject({ calls: 23, failures: 1 })
  })

  test('is not overwritten by an older failure of another process', async () => {
    const { db } = product.services
    await saveVendorCalls(db, [{ vendor: 'sms', at: testNow, error: 'newer' }])
    await saveVendorCalls(db, [{ vendor: 'sms', at: testNow - HOUR, error: 'older' }])
    expect(await read('sms')).toMatchObject({
      lastError: 'newer',
      lastFailure: new Date(testNow).toISOString(),
    })
  })

  test('shows a paused vendor as needing attention until it answers again', async () => {
    await drive()
    isAway = true
    for (let n = 0; n < 5; n++) await expect(drive()).rejects.toThrow()
    await expect.poll(async () => (await read('travel')).circuit).toBe('open')
    expect(await read('travel')).toMatchObject({ openIn: 1, openSince: new Date(testNow).toISOString() })
    expect(await waiting()).toEqual({
      id: 'vendors',
      label: 'Vendors that do not answer',
      count: 1,
      href: '/?tab=system#vendors',
      oldest: new Date(testNow).toISOString(),
    })
    isAway = false
    await expect.poll(() => drive().catch(() => null), { timeout: 10_000 }).toBe(10)
    await expect.poll(async () => (await read('travel')).circuit).toBe('closed')
    expect(await waiting()).toBeUndefined()
    // What was not asked meanwhile is not counted.
    expect(await read('travel')).toMatchObject({ calls: 7, failures: 5 })
  })

  test('tracks the pause of each process, and drops a crashed process after a minute', async () => {
    const { db } = product.services
    const [one, dead] = [randomUUID(), randomUUID()]
    for (const processId of [one, dead])
      await saveCircuit(db, { vendor: 'travel', processId }, testNow - 5_000, testNow)
    expect(await read('travel')).toMatchObject({ circuit: 'open', openIn: 2 })
    product.clock.advance(61_000)
    await saveCircuit(db, { vendor: 'travel', processId: one }, testNow - 5_000, testNow + 61_000)
    expect(await read('travel')).toMatchObject({ circuit: 'open', openIn: 1 })
    expect(await waiting()).toMatchObject({ count: 1 })
    await saveCircuit(db, { vendor: 'travel', processId: one }, null, testNow + 61_000)
    expect(await read('travel')).toMatchObject({ circuit: 'closed', openIn: 0, openSince: null })
    expect(await waiting()).toBeUndefined()
  })

  test('counts an email of the app as a call to the mail provider', async () => {
    await product.student('Casey Letters')
    await product.sendMessages()
    const { calls, failures, lastSuccess, circuit } = await read('email')
    expect([calls > 0, failures, lastSuccess, circuit]).toEqual([
      true,
      0,
      new Date(testNow).toISOString(),
      null,
    ])
  })
})

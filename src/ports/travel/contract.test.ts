import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { keptOpen } from '#tests/support/local-server.ts'
import { estimatedDriveMinutes, localTravel } from './local.ts'
import { routedTravel } from './osrm.ts'
import { type Point, type TravelPort, TravelUnavailable } from './travel.ts'

const database = testDatabase()
const charlotte = { lat: 35.2271, lng: -80.8462 }
const fortMill = { lat: 35.0476, lng: -80.9879 }
const asheville = { lat: 35.5951, lng: -82.5515 }

/** A routing server that uses our estimates, and finds no route across the Atlantic. */
const double = createServer(keptOpen, (request, response) => {
  const [from, to] =
    /driving\/([^?]+)/
      .exec(request.url ?? '')?.[1]
      ?.split(';')
      .map((point) => point.split(',').map(Number))
      .map(([lng = 0, lat = 0]): Point => ({ lat, lng })) ?? []
  const answer = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (!from || !to) return answer(400, { code: 'InvalidQuery' })
  if (to.lng > 0) return answer(400, { code: 'NoRoute' })
  if (to.lat === 1) return answer(200, { code: 'Ok' })
  if (to.lat === 2) return response.end('<html>')
  if (to.lat === 3) return
  return answer(200, {
    code: 'Ok',
    routes: [{ duration: Math.max(0, estimatedDriveMinutes(from, to) * 60 - 20) }],
  })
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((done) => double.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(double.address() as AddressInfo).port}/`
})
afterAll(() => {
  double.closeAllConnections()
  double.close()
})

const subjects: Record<string, () => TravelPort> = {
  estimate: localTravel,
  routing: () => routedTravel({ url }),
}

describe.each(Object.keys(subjects))('drive times by %s', (name) => {
  const subject = (): TravelPort => subjects[name]?.() ?? localTravel()

  test('are whole minutes, longer for a longer distance, and zero for the same place', async () => {
    const near = await subject().driveMinutes(charlotte, fortMill)
    const far = await subject().driveMinutes(charlotte, asheville)
    expect(Number.isInteger(near) && Number.isInteger(far)).toBe(true)
    expect(near).toBeGreaterThan(20)
    expect(near).toBeLessThan(60)
    expect(far).toBeGreaterThan(90)
    expect(await subject().driveMinutes(charlotte, charlotte)).toBe(0)
  })

  test('are the same in both directions', async () => {
    const there = await subject().driveMinutes(charlotte, fortMill)
    expect(await subject().driveMinutes(fortMill, charlotte)).toBe(there)
  })
})

describe('a routing server', () => {
  /** Tests of an unresponsive server use a short timeout; all others must allow for a slow machine. */
  const travel = (timeoutMs = 15_000) => routedTravel({ url, timeoutMs })
  test('knows places without a road', async () => {
    expect(await travel().driveMinutes(charlotte, { lat: 51.5, lng: 0.1 })).toBeNull()
  })
  test.each([
    ['leaves the way out', 1],
    ['answers with a page', 2],
    ['never answers', 3],
  ])('that %s is unavailable', async (_what, lat) => {
    await expect(
      travel(lat === 3 ? 300 : undefined).driveMinutes(charlotte, { lat, lng: -80 }),
    ).rejects.toBeInstanceOf(TravelUnavailable)
  })
})

test('the database’s estimate equals ours', async () => {
  const point = fc.record({
    lat: fc.double({ min: 18, max: 70, noNaN: true }),
    lng: fc.double({ min: -170, max: -60, noNaN: true }),
  })
  const near = fc
    .tuple(point, fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true }))
    .map(([a, north, east]) => [a, { lat: a.lat + north, lng: a.lng + east }] as const)
  const pairs = fc.sample(fc.oneof(near, fc.tuple(point, point)), 500)
  const { rows } = await database.pool.query<{ minutes: number }>(
    `select estimated_drive_minutes((p->0->>'lat')::float8, (p->0->>'lng')::float8, (p->1->>'lat')::float8,
       (p->1->>'lng')::float8) as minutes from jsonb_array_elements($1::jsonb) with ordinality as t(p, nth) order by nth`,
    [JSON.stringify(pairs)],
  )
  expect(rows.map(({ minutes }) => minutes)).toEqual(pairs.map(([a, b]) => estimatedDriveMinutes(a, b)))
})

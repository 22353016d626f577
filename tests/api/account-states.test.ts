import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RouterClient } from '@orpc/server'
import { afterAll, expect, test } from 'vitest'
import type { api } from '#app/api.ts'
import { createHttpApp } from '#app/http/app.ts'
import { sendTermsNotices } from '#features/content/terms/mailing.ts'
import { serverRequest } from '#platform/server-request.ts'
import { addDays, dateIn } from '#platform/time.ts'
import { coachesWithPromises, coachStates, enterState, needed } from '../support/coach-states.ts'
import { cityPageOf, findingSurfaces } from '../support/coach-surfaces.ts'
import { startGoogleDouble } from '../support/google-double.ts'
import { testProduct } from '../support/product.ts'
import { ownSurfaces, promiseSurfaces } from '../support/promise-surfaces.ts'
import { printStates, walkStates } from '../support/state-table.ts'

/** The states of a coach's account, and which features work in each (decision 0110). */

const client = { clientId: 'of-greenside', clientSecret: 'a secret of the tests' }
const google = await startGoogleDouble(client)
/** A server that records whose webhook it received. */
const heard = new Set<string>()
const hooks = createServer((request, response) => {
  heard.add(String(request.url).slice(1))
  request.resume()
  response.writeHead(204).end()
})
await new Promise<void>((done) => hooks.listen(0, '127.0.0.1', done))
const hookHost = `127.0.0.1:${(hooks.address() as AddressInfo).port}`
afterAll(async () => {
  await google.close()
  await new Promise((done) => hooks.close(done))
})

const product = testProduct({
  GOOGLE_CLIENT_ID: client.clientId,
  GOOGLE_CLIENT_SECRET: client.clientSecret,
  GOOGLE_API_BASE: google.url,
  WEBHOOK_EXTRA_HOSTS: hookHost,
})

/** Pages with the ids of the coaches they show, through the product's cache. */
function publicPages() {
  const app = createHttpApp(product.services, async (request) => {
    const calls = serverRequest.getStore()?.api as RouterClient<typeof api>
    const { pathname } = new URL(request.url)
    const zip = /^\/zip-(\d+)-/.exec(pathname)?.[1]
    const shown = zip
      ? (await calls.search.coaches({ zip, page: 1 })).coaches.map(({ id }) => id)
      : [
          await calls.coaches.profile({ instructorId: pathname.slice(12) }).then(
            ({ id }) => id,
            () => 'none',
          ),
        ]
    return new Response(`<p>${shown.join(' ')}</p>`, { headers: { 'content-type': 'text/html' } })
  })
  return async (path: string) => await (await app.request(`http://greenside.test${path}`)).text()
}

/** Waits until this process has received every announcement so far. */
const hearAll = () =>
  new Promise<void>((done, fail) => {
    const leave = product.services.realtime.subscribe('coach-slots:', (topic) => {
      if (topic !== 'coach-slots:nobody') return
      leave()
      done()
    })
    product.database.pool
      .query(`select announce('coach-slots:nobody')`)
      .then(product.services.realtime.send, fail)
  })

test('each coach state blocks what it must block, on every surface', async () => {
  const admin = await product.admin()
  const outside = { google, hookHost }
  const worlds = await coachesWithPromises(product, outside)
  const readPage = publicPages()
  for (const { zip, instructorId } of worlds)
    for (const path of [cityPageOf(zip), `/instructor/${instructorId}`]) await readPage(path)
  await admin.signInAgain()
  for (const world of worlds) await enterState(product, { admin, reason: 'Asked for by telephone' }, world)
  await hearAll()
  const version = addDays(dateIn(product.clock.now(), 'Pacific/Honolulu'), 40)
  const text = `## The short version\n\n${'Refunds take two days less. '.repeat(20)}`
  await needed(admin.post('/api/admin/terms', { version, summary: 'Faster refunds.', text }))
  await sendTermsNotices(product.services)
  const surfaces = [
    ...findingSurfaces(product, readPage),
    ...promiseSurfaces(product),
    ...ownSurfaces(product, outside, heard),
  ]
  const table = await walkStates(worlds, surfaces)
  console.info(printStates(coachStates, table))
  expect(table).toEqual(Object.fromEntries(surfaces.map(({ name, cells }) => [name, cells])))
}, 600_000)

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { sendTermsNotices } from '#features/content/terms/mailing.ts'
import { addDays, dateIn } from '#platform/time.ts'
import { needed } from '../support/coach-states.ts'
import { testProduct } from '../support/product.ts'
import { printStates, walkStates } from '../support/state-table.ts'
import { enterStudentState, studentStates, studentsWithPromises } from '../support/student-states.ts'
import { freedTimeSurface, studentActs, studentReached } from '../support/student-surfaces.ts'

/** The states of a student's account, and which features work in each (decision 0110). */

/** A server that records whose webhook it received. */
const heard = new Set<string>()
const hooks = createServer((request, response) => {
  heard.add(String(request.url).slice(1))
  request.resume()
  response.writeHead(204).end()
})
await new Promise<void>((done) => hooks.listen(0, '127.0.0.1', done))
const hookHost = `127.0.0.1:${(hooks.address() as AddressInfo).port}`
afterAll(() => new Promise((done) => hooks.close(done)))

const product = testProduct({ WEBHOOK_EXTRA_HOSTS: hookHost })

test('each student state blocks what it must block, on every surface', async () => {
  const admin = await product.admin()
  const worlds = await studentsWithPromises(product, hookHost)
  await admin.signInAgain()
  for (const world of worlds)
    await enterStudentState(product, { admin, reason: 'Asked for by telephone' }, world)
  const version = addDays(dateIn(product.clock.now(), 'Pacific/Honolulu'), 40)
  const text = `## The short version\n\n${'Refunds take two days less. '.repeat(20)}`
  await needed(admin.post('/api/admin/terms', { version, summary: 'Faster refunds.', text }))
  await sendTermsNotices(product.services)
  const surfaces = [freedTimeSurface(product), ...studentActs(product), ...studentReached(product, heard)]
  const table = await walkStates(worlds, surfaces)
  console.info(printStates(studentStates, table))
  expect(table).toEqual(Object.fromEntries(surfaces.map(({ name, cells }) => [name, cells])))
}, 600_000)

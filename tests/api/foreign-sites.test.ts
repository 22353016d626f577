import { expect, test } from 'vitest'
import { patience, report } from '../support/counted.ts'
import { procedures } from '../support/every-procedure.ts'
import { attackFromElsewhere } from '../support/foreign-sites.ts'
import { testProduct } from '../support/product.ts'
import { ask } from '../support/talks.ts'
import { makeWorld } from '../support/world.ts'

const product = testProduct()
const changing = procedures.filter(({ method }) => method !== 'GET')

test(
  'no mutating procedure can be called from another site’s page with any request type',
  async () => {
    const world = await makeWorld(product)
    const { counted, accepted, changedFromOurPages } = await attackFromElsewhere(product, world, changing)
    for (const [way, { requests, letIn, changed }] of Object.entries(counted)) {
      report(way, { requests, letIn: letIn.length, tablesChanged: changed.length })
      expect(letIn, way).toEqual([])
      expect(changed, way).toEqual([])
    }
    report('the same from our own pages', { requests: changing.length, accepted, changedFromOurPages })
    expect(changing.length).toBeGreaterThan(60)
    expect(accepted).toBeGreaterThan(changing.length / 3)
    expect(changedFromOurPages).toBeGreaterThan(15)
  },
  patience,
)

const foreign: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'null', 'content-type': 'text/plain' },
]

test('a file or a beacon can’t be sent from another site', async () => {
  const sam = await product.student()
  for (const path of ['/uploads/message-attachments', '/t'])
    for (const headers of foreign) {
      const answer = await ask(product, sam, path, { method: 'POST', body: '{}', headers })
      expect(answer.status, path).toBe(403)
    }
})

import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createHttpApp } from '#app/http/app.ts'
import { many, patience, report } from '../support/counted.ts'
import { payTooLate } from '../support/late-payments.ts'
import { testProduct, testSecret } from '../support/product.ts'

const product = testProduct()
/** Derived as in the product, for the simulated processor's events. */
const secret = createHmac('sha256', testSecret).update('local payment events').digest('hex')

test(
  'a late payment for a time taken by another student is refunded in full, and nobody is double booked',
  async () => {
    const count = many(16, 100)
    const target = {
      services: product.services,
      app: createHttpApp(product.services, () => new Response('page')),
    }
    const { wrong, ...counted } = await payTooLate(target, product.clock, secret, count)
    report('late payments', { ...counted, wrong: wrong.length })
    expect(wrong).toEqual([])
    expect([counted.late, counted.refunded]).toEqual([count, count])
    expect(Object.keys(counted.kinds)).toHaveLength(8)
  },
  patience,
)

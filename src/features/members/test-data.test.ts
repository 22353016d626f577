import { expect, test } from 'vitest'
import { makeCoach } from '#tests/support/people.ts'
import { testProduct } from '#tests/support/product.ts'

const real = {
  NODE_ENV: 'production',
  DEMO: '0',
  APP_URL: 'https://greenside.test',
  SMTP_URL: 'smtp://127.0.0.1:2',
}
const vendors = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
const [demo, production] = [testProduct(), testProduct({ ...real, ...vendors })]

const asked = async (product: typeof demo) => {
  const person = await product.student()
  await makeCoach(product.database.pool, person.userId)
  return await person.get('/api/me/test-data')
}

test('test data is available in a demo and not in production', async () => {
  expect((await asked(demo)).status).toBe(200)
  expect((await asked(production)).status).toBe(404)
})

test('it lists the current codes and the demo accounts, and no others', async () => {
  await demo.database.pool.query(
    `insert into promo_codes (code, percent_off, valid_from, valid_until) values
       ('COUNTS', 10, $1::timestamptz - interval '1 day', null),
       ('IS-OVER', 20, $1::timestamptz - interval '2 days', $1::timestamptz - interval '1 day')`,
    [new Date(demo.clock.now())],
  )
  const { json: body } = await asked(demo)
  expect(body.discountCodes).toEqual([{ code: 'COUNTS', percentOff: 10, amountOffCents: null }])
  expect(body.accounts).toEqual([])
})

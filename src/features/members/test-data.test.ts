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
  return (await person.get('/api/me/test-data')).status
}

test('data to try things with is there in a demo and not where everything is real', async () => {
  expect(await asked(demo)).toBe(200)
  expect(await asked(production)).toBe(404)
})

import { expect, test, vi } from 'vitest'
import { testProduct } from '../support/product.ts'

const product = testProduct()

test('while the database is down people are told to try again, and signed-in people are not treated as signed out', async () => {
  const sam = await product.student()
  const { $client: pool } = product.services.db
  product.services.sessions.forget(sam.userId)
  const away = vi.spyOn(pool, 'query').mockImplementation(() => {
    throw new Error('Connection terminated unexpectedly')
  })
  const asked = await sam.get('/api/me')
  away.mockRestore()
  expect([asked.status, asked.json.code]).toEqual([503, 'unavailable'])
  expect((await sam.get('/api/me')).status).toBe(200)
})

test('streams and files report it too', async () => {
  const sam = await product.student()
  const { $client: pool } = product.services.db
  for (const path of [
    `/events?topic=conversation:${crypto.randomUUID()}`,
    `/files/message-attachments/${crypto.randomUUID()}/small.webp`,
  ]) {
    // So that it is asked for once more.
    product.services.sessions.forget(sam.userId)
    expect((await sam.get('/api/me')).status).toBe(200)
    const away = vi.spyOn(pool, 'query').mockImplementation(() => {
      throw new Error('Client has encountered a connection error and is not queryable')
    })
    const asked = await sam.get(path)
    away.mockRestore()
    expect(asked.status, path).toBe(503)
  }
})

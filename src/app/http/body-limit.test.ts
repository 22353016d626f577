import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { limitBodyTo } from './body-limit.ts'

const app = new Hono()
app.use(limitBodyTo(10, (c) => c.text('too large', 413)))
app.post('/', async (c) => c.text(await c.req.text()))

const send = (body: BodyInit, headers: Record<string, string> = {}) =>
  app.request('/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

describe('a request body', () => {
  test.each([
    ['of just the size', '1234567890', '10', 200],
    ['of a byte more', '12345678901', '11', 413],
    ['whose length is no number', '1', 'many', 413],
  ])('%s, with a Content-Length: %s', async (_, body, length, status) => {
    expect((await send(body, { 'content-length': length })).status).toBe(status)
  })

  test('sent in chunks is counted, regardless of the claimed length', async () => {
    const pieces = () => new Blob(['12345', '67890', '1']).stream()
    const inPieces = { 'transfer-encoding': 'chunked' }
    expect((await send(pieces(), inPieces)).status).toBe(413)
    expect((await send(pieces(), { ...inPieces, 'content-length': '1' })).status).toBe(413)
    expect((await send(pieces())).status).toBe(413)
  })
})

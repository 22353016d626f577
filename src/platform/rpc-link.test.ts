import { ORPCError } from '@orpc/client'
import { eventIterator, os } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { rpcLink } from './rpc-link.ts'

const api = {
  echo: os.handler(({ input }) => input),
  refuse: os.handler(() => {
    throw new ORPCError('slot_taken', { status: 409, message: 'Somebody was faster.', data: { at: '10:00' } })
  }),
  size: os.input(z.object({ file: z.instanceof(File) })).handler(({ input }) => input.file.size),
  count: os.output(eventIterator(z.number())).handler(async function* () {
    yield 1
    yield 2
  }),
}
const handler = new RPCHandler(api)
const sent: Request[] = []
const link = rpcLink(
  () => 'http://localhost',
  async (...args) => {
    const request = new Request(...args)
    request.signal.throwIfAborted()
    sent.push(request.clone())
    const { response } = await handler.handle(request, { prefix: '/rpc' })
    return response ?? new Response('<h1>Bad gateway</h1>', { status: 502 })
  },
)
const call = (path: string[], input: unknown, options: { signal?: AbortSignal } = {}) =>
  link.call(path, input, { ...options, context: {} })

test.each([
  [undefined],
  [null],
  [{ zip: '28202', page: 2, only: ['a', null], deep: { is: true, nothing: undefined } }],
  [new Date('2026-11-21T12:00:00Z')],
  [{ from: new Date(0), list: [undefined, Number.NaN] }],
  [new Map([['a', new Set([1])]])],
])('values arrive unchanged: %j', async (value) => {
  expect(await call(['echo'], value)).toEqual(value)
})

test('a simple call is one simple request', async () => {
  sent.length = 0
  await call(['echo'], { zip: '28202' })
  expect(sent).toHaveLength(1)
  expect(await sent[0]?.json()).toMatchObject({ json: { zip: '28202' } })
})

test('a refusal keeps its code, message and data', async () => {
  const refusal = await call(['refuse'], {}).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ORPCError)
  expect(refusal).toMatchObject({ code: 'slot_taken', status: 409, data: { at: '10:00' } })
})

test('files are uploaded and streams are downloaded', async () => {
  expect(await call(['size'], { file: new File(['golf'], 'a.txt') })).toBe(4)
  const numbers: unknown[] = []
  for await (const one of (await call(['count'], undefined)) as AsyncIterable<number>) numbers.push(one)
  expect(numbers).toEqual([1, 2])
})

test('a response that is not ours is an error, and not one of the API’s', async () => {
  const failure = await call(['nowhere'], {}).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(ORPCError)
})

test('an aborted call rejects at once', async () => {
  const options = { signal: AbortSignal.abort() }
  await expect(call(['echo'], {}, options)).rejects.toThrow(/abort/i)
})

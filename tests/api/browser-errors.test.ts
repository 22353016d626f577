import { beforeEach, expect, test } from 'vitest'
import { createHttpApp } from '#app/http/app.ts'
import { bareMessage, pathWords } from '#app/http/browser-errors.ts'
import { createLog } from '#platform/log.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
const frames = ['Ie@/assets/app-CALfyUNE.js:3:1204', 'async Object.load@/assets/home-x_Y1.js:12:7']
const broken = { path: '/lessons', type: 'TypeError', message: 'x is undefined', frames }

let lines: string[] = []
let app: ReturnType<typeof createHttpApp>
beforeEach(() => {
  lines = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const env = { ...product.services.env, RATE_LIMITS: 'on' as const, TRUSTED_PROXY_HOPS: 1 }
  app = createHttpApp({ ...product.services, log, env }, () => new Response('page'))
})

const tell = async (body: unknown, headers: Record<string, string> = {}) =>
  (
    await app.request('http://greenside.test/t/errors', {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: {
        'content-type': 'text/plain;charset=UTF-8',
        'user-agent': 'Firefox/150',
        'x-forwarded-for': '203.0.113.7',
        ...headers,
      },
    })
  ).status

test('a browser error becomes an anonymous log line', async () => {
  expect(await tell({ ...broken, email: 'sam@example.test' }, { cookie: 'gs_vid=x', dnt: '1' })).toBe(204)
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 50,
      time: expect.any(String),
      page: '/lessons',
      agent: 'Firefox/150',
      broke: { type: 'TypeError', message: 'x is undefined', stack: frames.join('\n') },
      msg: 'an error in a browser',
    },
  ])
})

test('reports that are not errors of our pages are refused', async () => {
  const wrong = [
    'words',
    { ...broken, path: '/reset-password?token=secret' },
    { ...broken, path: 'https://elsewhere.test/' },
    { ...broken, type: 'two words' },
    { ...broken, message: 'x'.repeat(1_001) },
    { ...broken, frames: ['a@chrome-extension://b/c.js:1:2'] },
    { ...broken, frames: ['a@/assets/app.js:1:2\n{"level":60}'] },
    { ...broken, frames: Array(13).fill(frames[0]) },
  ]
  for (const body of wrong) expect(await tell(body), JSON.stringify(body)).toBe(400)
  expect(await tell({ ...broken, more: 'x'.repeat(9_000) })).toBe(413)
  expect(await tell(broken, { 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(lines.filter((line) => line.includes('an error in a browser'))).toEqual([])
})

test('reports are limited to ten a minute per address and twenty a minute overall', async () => {
  const from = async (address: string) => {
    for (let n = 0; n < 12; n++) expect(await tell(broken, { 'x-forwarded-for': address })).toBe(204)
    return lines.length
  }
  expect([await from('203.0.113.1'), await from('203.0.113.2'), await from('203.0.113.3')]).toEqual([
    10, 20, 20,
  ])
})

test('keys in URLs and text users may have typed are removed', async () => {
  expect(pathWords('/')).toBe('/')
  expect(pathWords('/blog/how-to-cure-a-slice')).toBe('/blog/how-to-cure-a-slice')
  expect(pathWords('/clips/0198c0de-0000-7000-8000-00000000abcd')).toBe(
    '/clips/0198c0de-0000-7000-8000-00000000abcd',
  )
  expect(pathWords('/calendar/Zk3_9aQ-secret/lessons')).toBe('/calendar/…/lessons')
  expect(pathWords('/checkout/3fa8c1d99b7e4c02a55e')).toBe('/checkout/…')

  const same = `Cannot read properties of undefined (reading 'name')`
  expect(bareMessage(same)).toBe(same)
  expect(bareMessage(`can't access property "name", it doesn't exist`)).toBe(
    `can't access property "name", it doesn't exist`,
  )
  expect(bareMessage('no such place: "12 Elm Street", asked by sam@mail.test\n{"level":60}')).toBe(
    'no such place: "…", asked by … {"level":60}',
  )
  expect(bareMessage('see https://react.dev/errors/418?args[]=my%20words for 7045550123')).toBe(
    'see https://react.dev/errors/418 for …',
  )
  await tell({ ...broken, type: 'SyntaxError', message: 'Cannot convert hello to a BigInt' })
  expect(JSON.parse(lines[0] ?? '').broke.message).toBe('could not be read')
})

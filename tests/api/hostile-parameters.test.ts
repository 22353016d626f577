import { beforeAll, describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { createHttpApp } from '#app/http/app.ts'
import { knownFields, procedures } from '../support/every-procedure.ts'
import { addCoach, giveRole, makeCoach } from '../support/people.ts'
import { testProduct, type Visitor } from '../support/product.ts'
import { sampleInput } from '../support/sample-input.ts'

const { publicKey, privateKey } = webPush.generateVAPIDKeys()
const product = testProduct({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey })
let people: Record<string, Visitor>
let coachId: string

beforeAll(async () => {
  const { pool } = product.database
  coachId = (await addCoach(pool)).id
  people = { open: product.visitor() }
  for (const role of ['student', 'coach', 'admin']) {
    const person = await product.student(`A ${role}`)
    if (role === 'coach') await makeCoach(pool, person.userId)
    if (role === 'admin') await giveRole(pool, person.userId, 'admin')
    people[role] = person
  }
})

/** Values that bots send and people do not type. */
const hostile: readonly unknown[] = [
  'constructor',
  '__proto__',
  '-'.repeat(36),
  'NUL\0inside',
  '\u0007bell',
  '\ud800 half a character',
  '%00',
  '%E0%A4%A',
  '../../etc/passwd',
  "'; drop table profiles; --",
  'x'.repeat(20_000),
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00.000Z',
  '0000-00-00',
  'Infinity',
  '',
  -1,
  1e21,
  2 ** 53,
  2 ** 31,
  0.1,
  null,
  true,
  [],
  [null],
  {},
  { constructor: { prototype: {} } },
]

/**
 * With `HOSTILE=all` every field is tested with each value; otherwise with this many, which differ by field.
 */
const valuesPerField = process.env.HOSTILE === 'all' ? hostile.length : 5
let turn = 0
const someHostile = () => Array.from({ length: valuesPerField }, () => hostile[turn++ % hostile.length])

/** Yields copies of an input with one field, at any depth, replaced by a hostile value. */
function* spoiled(input: unknown): Generator<unknown> {
  yield* someHostile()
  if (typeof input !== 'object' || input === null) return
  for (const [field, value] of Object.entries(input)) {
    const replacements = typeof value === 'object' && value !== null ? spoiled(value) : someHostile()
    for (const replacement of replacements) {
      const copy: Record<string, unknown> | unknown[] = Array.isArray(input) ? [...input] : { ...input }
      Object.defineProperty(copy, field, {
        value: replacement,
        enumerable: true,
        configurable: true,
        writable: true,
      })
      yield copy
    }
  }
}

const ends = new Set(['accounts.signOut', 'accounts.endSessions', 'accounts.closeAccount'])

describe('no procedure crashes on any input', () => {
  test.each(procedures.filter(({ name }) => !ends.has(name)).map((one) => [one.name, one] as const))(
    '%s',
    async (name, { access, input }) => {
      const person = people[access === 'signed-in' ? 'student' : access]
      if (!person) throw new Error('nobody')
      const ids = { instructorId: coachId, coachId }
      const wrong: string[] = []
      for (const one of spoiled(sampleInput(input, knownFields(ids)))) {
        const answer = await person.post(`/rpc/${name.replace('.', '/')}`, { json: one })
        if (answer.status >= 500) wrong.push(`${answer.status} ${JSON.stringify(one)?.slice(0, 200)}`)
      }
      expect(wrong).toEqual([])
    },
    60_000,
  )
})

const inPaths = [
  'constructor',
  '__proto__',
  'hasOwnProperty',
  '-'.repeat(36),
  '%00',
  '%07',
  '%E0%A4%A',
  '%ff',
  '..%2f..%2fpackage.json',
  '0',
  'x'.repeat(3_000),
  '%F0%9F%8F%8C',
  '.ics',
  '-.jpg',
]

describe('no URL crashes on any parameter', () => {
  const addresses = [
    ...procedures.flatMap(({ method, path }) =>
      method === 'GET' && path.includes('{') ? [`/api${path}`] : [],
    ),
    '/api/{x}',
    '/api/docs/{x}',
    '/rpc/{x}',
    '/rpc/accounts/{x}',
    '/social/coach/{x}.jpg',
    '/social/city/{x}.jpg',
    '/calendar/{x}.ics',
    '/calendar/lessons/{x}.ics',
    '/files/message-attachments/{x}/small.webp',
    '/files/message-attachments/00000000-0000-4000-8000-000000000000/{x}',
    '/sitemap-{x}.xml',
    '/events?topic=coach-slots:{x}',
    '/events?topic=conversation:{x}',
    '/api/account-links?purpose=magic-link&token={x}',
    '/unsubscribe?token={x}',
    '/leave-list?token={x}',
    '/{x}',
    '/instructor/{x}',
  ]
  test.each(addresses)('%s', async (address) => {
    for (const person of [people.open, address.startsWith('/api/admin') ? people.admin : people.student])
      for (const words of inPaths) {
        const answer = await person?.get(address.replaceAll(/\{\w+\}/g, words))
        expect(answer?.status, words).toBeLessThan(500)
      }
  })

  test.each([
    '/unsubscribe?token=x',
    '/leave-list?token=x',
    '/webhooks/payments',
    '/webhooks/sms',
    '/t',
    '/api/uploads',
    '/events',
  ])('sending a body to %s', async (address) => {
    for (const body of [
      '',
      '{',
      '[]',
      'null',
      '\0',
      '{"__proto__":{"a":1}}',
      'a=%ff&b=%00',
      'x'.repeat(5_000),
    ])
      for (const type of [
        'application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'text/plain',
      ]) {
        const answer = await product.visitor().send('POST', address, body, { 'content-type': type })
        // Webhooks return a server error so that the provider retries; nothing else may.
        if (!address.startsWith('/webhooks/')) expect(answer.status, `${type} ${body}`).toBeLessThan(500)
      }
  })

  test('malformed JSON is a bad request', async () => {
    const sent = await product
      .visitor()
      .send('POST', '/api/accounts', '{"name": ', { 'content-type': 'application/json' })
    expect(sent.status).toBe(400)
  })

  test('client addresses behind a proxy, with a zone or port, or invalid, do not crash', async () => {
    const env = { ...product.services.env, TRUSTED_PROXY_HOPS: 1 }
    const app = createHttpApp({ ...product.services, env }, () => new Response('page'))
    for (const from of [
      '::1%eth0',
      'fe80::1%25lo',
      '[::1]:80',
      '1.2.3.4:80',
      '::1%',
      '%',
      'constructor',
      '::ffff:1.2.3.4%x',
    ]) {
      const answer = await app.request('http://greenside.test/healthz', {
        headers: { 'x-forwarded-for': from },
      })
      expect(answer.status, from).toBe(200)
    }
  })
})

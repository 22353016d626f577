import { describe, expect, test } from 'vitest'
import { api } from '#app/api.ts'
import { createHttpApp } from '#app/http/app.ts'
import { readEnv } from '#platform/env.ts'
import { charlotteTime } from '../support/now.ts'
import { addCoach } from '../support/people.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()

describe('every response', () => {
  test('has a request id and headers against framing, sniffing and foreign scripts', async () => {
    const page = await product.visitor().get('/auth')
    expect(page.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]{22,}'/)
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
  })

  test('disables the microphone and blob media except on a clip’s page [B7]', async () => {
    const sam = await product.student()
    const headersOf = async (path: string) => {
      const { headers } = await sam.get(path)
      const media = /media-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
      const microphone = /microphone=\(([^)]*)\)/.exec(headers.get('permissions-policy') ?? '')?.[1]
      return { media, microphone }
    }
    expect(await headersOf(`/clips/${crypto.randomUUID()}`)).toEqual({
      media: "'self' blob:",
      microphone: 'self',
    })
    const others = [
      '/',
      '/auth',
      '/clips',
      '/lessons',
      '/student-collaborate',
      '/student-workspace/x',
      '/messages',
    ]
    for (const path of [...others, `/clips/${crypto.randomUUID()}/x`, `/x/clips/${crypto.randomUUID()}`])
      expect(await headersOf(path), path).toEqual({ media: "'self'", microphone: '' })
    const data = await sam.get(`/api/clips/${crypto.randomUUID()}`)
    expect(data.headers.get('permissions-policy')).toContain('microphone=()')
  })

  test('never reuses a nonce', async () => {
    const nonces = await Promise.all(
      [1, 2, 3].map(async () =>
        (await product.visitor().get('/auth')).headers.get('content-security-policy'),
      ),
    )
    expect(new Set(nonces).size).toBe(3)
  })

  test('health reports the database, and metrics count responses', async () => {
    expect((await product.visitor().get('/healthz')).json).toEqual({ ok: true })
    expect((await product.visitor().get('/readyz')).status).toBe(200)
    expect((await product.visitor().get('/metrics')).text).toContain('http_request_duration_seconds_count')
  })

  test('unknown API URLs return a 404 with a message and a code', async () => {
    const answer = await product.visitor().get('/api/nothing/here')
    expect([answer.status, answer.json.code]).toEqual([404, 'no_such_route'])
  })
})

describe('personal pages', () => {
  test('are not cached by proxies or shared browsers', async () => {
    const sam = await product.student()
    const paths = [
      '/api/me',
      '/api/me/account',
      '/api/bookings',
      '/api/me/export',
      '/lessons',
      '/',
      '/api/nothing/here',
    ]
    for (const path of [...paths, '/events', '/files/message-attachments/x/y'])
      expect((await sam.get(path)).headers.get('cache-control'), path).toBe('private, no-store')
    const called = await sam.post('/rpc/accounts/me', { json: {} })
    expect(called.headers.get('cache-control')).toBe('private, no-store')
    const visitor = product.visitor()
    expect((await visitor.get('/reset-password?token=x')).headers.get('cache-control')).toBe(
      'private, no-store',
    )
    expect((await visitor.get('/blog')).headers.get('cache-control')).toMatch(/^public, /)
  })
})

describe('URLs that browsers read as another site’s', () => {
  test.each(['//evil.test/a', '///evil.test/a', '/\\evil.test/a'])(
    '%s redirects to our own site',
    async (path) => {
      const app = createHttpApp(product.services, () => new Response('page'))
      const request = new Request('http://attacker.test/')
      Object.defineProperty(request, 'url', { value: `http://attacker.test${path}` })
      const answer = await app.fetch(request)
      expect([answer.status, answer.headers.get('location')]).toEqual([308, '/evil.test/a'])
    },
  )

  test('a page does not redirect to the Host header of the request', async () => {
    const app = createHttpApp(
      product.services,
      () =>
        new Response(null, { status: 307, headers: { location: 'http://attacker.test//evil.test/a?b=c#d' } }),
    )
    const answer = await app.request('http://attacker.test/lessons')
    expect(answer.headers.get('location')).toBe('/evil.test/a?b=c#d')
  })
})

describe('expensive requests are limited', () => {
  test('a hundred visitor streams from one address, and no more until one closes', async () => {
    const maya = await addCoach(product.database.pool)
    const app = createHttpApp({ ...product.services }, () => new Response('page'))
    const open = async () => await app.request(`http://greenside.test/events?topic=coach-slots:${maya.id}`)
    const streams = await Promise.all(Array.from({ length: 100 }, open))
    expect(streams.every(({ status }) => status === 200)).toBe(true)
    expect((await open()).status).toBe(429)
    await streams[0]?.body?.cancel()
    const again = await open()
    expect(again.status).toBe(200)
    for (const { body } of [...streams.slice(1), again]) await body?.cancel()
  })

  test('preview images are drawn one at a time with a short queue', async () => {
    const { pool } = product.database
    const coaches = await Promise.all(Array.from({ length: 24 }, () => addCoach(pool)))
    const answers = await Promise.all(
      coaches.map(({ id }) => product.visitor().get(`/social/coach/${id}.jpg`)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(20)
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0)
    expect(answers.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('60')
    // Who was told to come again finds it drawn then.
    const at = statuses.indexOf(503)
    expect((await product.visitor().get(`/social/coach/${coaches[at]?.id}.jpg`)).status).toBe(200)
  })
})

test('one address asks for four of them at a time, so that others get theirs', async () => {
  const env = { ...product.services.env, RATE_LIMITS: 'on' as const, TRUSTED_PROXY_HOPS: 1 }
  const app = createHttpApp({ ...product.services, env }, () => new Response('page'))
  const coaches = await Promise.all(Array.from({ length: 26 }, () => addCoach(product.database.pool)))
  const ask = async (id: string, address: string) =>
    (
      await app.request(`http://greenside.test/social/coach/${id}.jpg`, {
        headers: { 'x-forwarded-for': address },
      })
    ).status
  const [own, ...rest] = coaches
  const greedy = rest.map(({ id }) => ask(id, '203.0.113.90'))
  const other = ask(own?.id ?? '', '203.0.113.91')
  expect(await other).toBe(200)
  const statuses = await Promise.all(greedy)
  expect(statuses.filter((status) => status === 200)).toHaveLength(4)
  expect(statuses.filter((status) => status === 429)).toHaveLength(21)
})

describe('the session cookie', () => {
  test('can’t be read by scripts or sent from other sites', async () => {
    const answer = await product.visitor().post('/api/accounts', {
      name: 'Sam',
      email: 'cookie@students.test',
      phone: '7045550100',
      password: 'fairway-seven',
    })
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('greenside_session=')) ?? ''
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    expect(cookie).toMatch(/Path=\//i)
  })
})

describe('the documented API', () => {
  test('lists every procedure with its path, and no email addresses', async () => {
    const spec = await product.visitor().get('/api/spec.json')
    expect(spec.json.openapi).toMatch(/^3\.1/)
    const operations = Object.values(spec.json.paths).flatMap((path) => Object.keys(path as object))
    expect(operations.length).toBe(Object.values(api).flatMap((procedures) => Object.keys(procedures)).length)
    const reference = await product.visitor().get('/api/docs')
    expect(reference.text).toContain('/api/docs/swagger-ui-bundle.js')
    expect((await product.visitor().get('/api/docs/swagger-ui-bundle.js')).status).toBe(200)
    for (const name of ['..%2f..%2fpackage.json', 'constructor', '__proto__', 'toString'])
      expect((await product.visitor().get(`/api/docs/${name}`)).status, name).toBe(404)
  })
})

describe('a real installation', () => {
  test('has no outbox page and no demo endpoints', async () => {
    const live = createHttpApp(
      { ...product.services, env: { ...product.services.env, isDemo: false } },
      () => new Response('page', { status: 404 }),
    )
    expect((await live.request('http://greenside.test/dev/outbox')).status).toBe(404)
    expect((await product.visitor().get('/dev/outbox')).status).toBe(200)
  })

  test('a demo shows the newest emails, or all emails of one recipient regardless of age', async () => {
    const put = (recipient: string, subject: string) =>
      product.database.pool.query(
        `insert into local_vendor.outbox (idempotency_key, channel, recipient, subject, body_html, body_text)
         values ($1, 'email', $2, $3, '<p>Hello</p>', 'Hello')`,
        [crypto.randomUUID(), recipient, subject],
      )
    await put('Old.One@students.test', 'The very first letter')
    for (let n = 0; n < 100; n++) await put('others@students.test', `A later letter ${n}`)
    const outbox = async (query: string) => (await product.visitor().get(`/dev/outbox${query}`)).text
    expect(await outbox('')).not.toContain('The very first letter')
    const own = await outbox('?to=old.one%40students.test')
    expect(own).toContain('The very first letter')
    expect(own).not.toContain('A later letter')
    const hostile = await outbox(`?to=${encodeURIComponent('"><b>x\u0000')}`)
    expect(hostile).not.toContain('<b>x')
    expect(hostile).toContain('Nothing has been sent to')
  })

  test('shows metrics only with the token', async () => {
    const token = 'a-token-of-the-tests'
    const answered = async (METRICS_TOKEN?: string, authorization?: string) => {
      const env = { ...product.services.env, isDemo: false, METRICS_TOKEN }
      const live = createHttpApp({ ...product.services, env }, () => new Response('page'))
      return (
        await live.request('http://greenside.test/metrics', {
          headers: { authorization: authorization ?? '' },
        })
      ).status
    }
    expect(await answered()).toBe(404)
    expect(await answered(token)).toBe(401)
    expect(await answered(token, 'Bearer another-token-of-them')).toBe(401)
    expect(await answered(token, `Bearer ${token}`)).toBe(200)
  })

  test('sends HSTS to browsers', async () => {
    const env = readEnv({
      DATABASE_URL: product.database.url,
      SESSION_SECRET: 'x'.repeat(32),
      APP_URL: 'https://greenside.example',
      DEMO: '1',
    })
    const live = createHttpApp({ ...product.services, env }, () => new Response('page'))
    const answer = await live.request('https://greenside.example/')
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  })
})

describe('live updates', () => {
  test('a visitor viewing a coach’s open times is notified when one is taken', async () => {
    const maya = await addCoach(product.database.pool)
    const app = createHttpApp(product.services, () => new Response('page'))
    const stream = await app.request(`http://greenside.test/events?topic=coach-slots:${maya.id}`)
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toContain('event: ready')
    const sam = await product.student()
    await sam.post('/api/bookings', {
      instructorId: maya.id,
      start: charlotteTime(3, 9),
      durationMinutes: 60,
    })
    let heard = ''
    while (!heard.includes('event: change')) heard += (await reader?.read())?.value ?? ''
    expect(heard).toContain(`data: coach-slots:${maya.id}`)
    await reader?.cancel()
  })
})

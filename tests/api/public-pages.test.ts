import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { RouterClient } from '@orpc/server'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { api } from '#app/api.ts'
import { createHttpApp } from '#app/http/app.ts'
import { serverRequest } from '#platform/server-request.ts'
import { addCoach } from '../support/people.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
const run = (sql: string, values: unknown[] = []) => product.database.pool.query(sql, values)
let app: ReturnType<typeof createHttpApp>
let maya: Awaited<ReturnType<typeof addCoach>>
let drawn = 0

/** A page that shows the viewer, the price of the coach in the URL, and how many times it was rendered. */
async function draw(request: Request) {
  const asked = serverRequest.getStore()
  if (!asked) throw new Error('not within a request')
  const { nonce } = asked
  const client = asked.api as RouterClient<typeof api>
  const { pathname } = new URL(request.url)
  const me = await client.accounts.me()
  const coach = pathname.startsWith('/instructor/')
    ? await client.coaches.profile({ instructorId: pathname.slice(12) })
    : null
  drawn++
  return new Response(
    `<script nonce="${nonce}">run(${drawn})</script><script>injected()</script>${me?.fullName ?? 'nobody'} sees ${coach?.hourlyRateCents} in drawing ${drawn}`,
    {
      status: pathname === '/blog/gone' ? 404 : 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    },
  )
}

beforeAll(async () => {
  app = createHttpApp(product.services, draw)
  maya = await addCoach(product.database.pool, { hourlyRate: 85 })
})
/** Waits until every announcement so far was received, and the cache is empty. */
const forgetAll = () =>
  new Promise<void>((heard, fail) => {
    const leave = product.services.realtime.subscribe('coaches:', (topic) => {
      if (topic !== 'coaches:forget') return
      leave()
      heard()
    })
    // Sent after all queued announcements.
    run(`select announce('coaches:forget')`).then(product.services.realtime.send, fail)
  })
beforeEach(forgetAll)

async function look(path: string, headers: Record<string, string> = {}) {
  const answer = await app.request(`http://greenside.test${path}`, { headers })
  const text = await answer.text()
  const policy = answer.headers.get('content-security-policy') ?? ''
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    drawing: Number(/drawing (\d+)/.exec(text)?.[1]),
    policy,
    etag: answer.headers.get('etag') ?? '',
    nonces: [/nonce="([^"]+)"/.exec(text)?.[1], /'nonce-([^']+)'/.exec(policy)?.[1]],
  }
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')
const profile = () => `/instructor/${maya.id}`

describe('a public page', () => {
  test('is rendered once for signed-out visitors as a complete response that a proxy can cache', async () => {
    const looks = [await look('/blog'), await look('/blog'), await look('/blog', { cookie: 'gs_vid=1.2' })]
    expect(new Set(looks.map(({ drawing }) => drawing)).size).toBe(1)
    expect(new Set(looks.map(({ text }) => text)).size).toBe(1)
    expect(new Set(looks.map(({ etag }) => etag)).size).toBe(1)
    for (const { headers, etag } of looks) {
      expect(etag).toMatch(/^W\/"[\w-]{43}"$/)
      expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=15, must-revalidate')
      expect(headers.get('vary')).toBe('Accept-Encoding, Cookie')
      expect(headers.get('set-cookie')).toBeNull()
      expect(headers.get('x-frame-options')).toBe('DENY')
    }
    expect(new Set(looks.map(({ headers }) => headers.get('x-request-id'))).size).toBe(3)
  })

  test('allows its inline scripts by hash, and no others', async () => {
    const { policy, text, nonces } = await look('/blog')
    const [drawn = '', injected = ''] = [...text.matchAll(/<script>(.*?)<\/script>/g)].map(
      ([, script]) => script ?? '',
    )
    expect(drawn).toMatch(/^run\(\d+\)$/)
    expect(policy).toContain(`script-src 'self' 'sha256-${sha256(drawn)}';`)
    expect(policy).not.toContain(sha256(injected))
    expect(policy).toContain("style-src 'self';")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(nonces).toEqual([undefined, undefined])
  })

  test('is not sent again until it has changed', async () => {
    const { etag } = await look(profile())
    const again = await look(profile(), { 'if-none-match': etag })
    expect([again.status, again.text, again.etag]).toEqual([304, '', etag])
    expect(again.policy).toContain("'sha256-")
    await run('update instructor_profiles set hourly_rate = 87 where user_id = $1', [maya.id])
    await expect
      .poll(async () => (await look(profile(), { 'if-none-match': etag })).status, { interval: 5 })
      .toBe(200)
    expect((await look(profile())).etag).not.toBe(etag)
  })

  test('is compressed for browsers that support it', async () => {
    const plain = await look('/blog')
    const answer = await app.request('http://greenside.test/blog', {
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    const text = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()
    expect(text).toBe(plain.text)
    expect(answer.headers.get('etag')).toBe(plain.etag)
  })

  test('of a signed-in person is not shared, and that person gets no shared page', async () => {
    const sam = await product.student('Sam Rivera')
    const before = await look(profile())
    expect(before.text).toContain('nobody sees')
    const hers = [
      await look(profile(), { cookie: sam.cookie }),
      await look(profile(), { cookie: sam.cookie }),
    ]
    expect(hers.map(({ text }) => text.includes('Sam Rivera sees'))).toEqual([true, true])
    expect(hers[0]?.drawing).not.toBe(hers[1]?.drawing)
    for (const { headers, etag, nonces } of hers) {
      expect([headers.get('cache-control'), etag]).toEqual(['private, no-store', ''])
      expect(nonces[0]).toBe(nonces[1])
    }
    // After signing in, the visitor's etag does not match either.
    expect((await look(profile(), { cookie: sam.cookie, 'if-none-match': before.etag })).status).toBe(200)
    const after = await look(profile())
    expect([after.text.includes('nobody sees'), after.drawing]).toEqual([true, before.drawing])
  })

  test('is rendered individually for a request with a cookie the page uses, and for every other URL', async () => {
    const { drawing } = await look('/blog')
    const own = await look('/blog', { cookie: 'sidebar_state=false' })
    expect(own.drawing).not.toBe(drawing)
    expect([own.headers.get('cache-control'), own.etag]).toEqual(['private, no-cache', ''])
    expect((await look('/blog?page=2')).drawing).not.toBe(drawing)
    expect((await look('/auth')).drawing).not.toBe((await look('/auth')).drawing)
  })

  test('with a 404 or an error is not cached', async () => {
    const [first, second] = [await look('/blog/gone'), await look('/blog/gone')]
    expect([first.status, first.drawing === second.drawing]).toEqual([404, false])
    expect((await look('/instructor/00000000-0000-4000-8000-000000000000')).status).toBe(500)
  })

  test('shows a coach’s change at once', async () => {
    await look(profile())
    await run('update instructor_profiles set hourly_rate = 90 where user_id = $1', [maya.id])
    await expect.poll(async () => (await look(profile())).text, { interval: 5 }).toContain('sees 9000')
  })

  test('is rendered again when the coach’s open times change, and not for another coach’s', async () => {
    const other = await addCoach(product.database.pool)
    await forgetAll()
    const { drawing } = await look(profile())
    await run(`select pg_notify('greenside', 'coach-slots:' || $1::text)`, [other.id])
    await run('update instructor_schedules set version = version + 1 where instructor_id = $1', [maya.id])
    await expect.poll(async () => (await look(profile())).drawing, { interval: 5 }).not.toBe(drawing)
  })

  test('is rendered once for all simultaneous visitors', async () => {
    const looks = await Promise.all(Array.from({ length: 8 }, () => look('/privacy-policy')))
    expect(new Set(looks.map(({ drawing }) => drawing)).size).toBe(1)
    expect(new Set(looks.map(({ text }) => text)).size).toBe(1)
  })
})

test('a review, its reply and a certificate invalidate the cache', async () => {
  for (const table of ['lesson_reviews', 'credential_verifications']) {
    const { drawing } = await look(profile())
    expect((await look(profile())).drawing).toBe(drawing)
    await run(`delete from ${table} where false`)
    await expect.poll(async () => (await look(profile())).drawing, { interval: 5 }).not.toBe(drawing)
  }
})

import { expect, test } from 'vitest'
import { giveRole } from '../support/people.ts'
import { testProduct } from '../support/product.ts'
import { codeFrom } from '../support/totp.ts'

/** As on the real site: the public address is https. */
const product = testProduct({ APP_URL: 'https://greenside.test' })
const password = 'fairway-seven'
const tokenOf = (cookie: string) => /__Host-greenside_session=([^;]+)/.exec(cookie)?.[1] ?? 'none'

test('cookies are __Host-, HttpOnly, Secure, SameSite=Lax and valid for the whole site', async () => {
  const { email } = await product.student()
  const answer = await product.visitor().post('/api/sessions', { email, password })
  const cookies = answer.headers.getSetCookie()
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
    '__Host-greenside_session',
    '__Host-greenside_device',
  ])
  for (const cookie of cookies) {
    const attributes = cookie.toLowerCase().split('; ').slice(1)
    expect(attributes).toEqual(expect.arrayContaining(['httponly', 'secure', 'samesite=lax', 'path=/']))
    expect(attributes.some((attribute) => attribute.startsWith('domain'))).toBe(false)
  }
})

test('two-step sign-in cookies are the same, and a trusted-device cookie lasts 30 days', async () => {
  const sam = await product.student()
  const { uri } = (await sam.post('/api/me/second-factor', { password })).json
  await sam.put('/api/me/second-factor', { code: codeFrom(uri) })
  const browser = product.visitor()
  const asked = await browser.post('/api/sessions', { email: sam.email, password })
  const code = codeFrom(uri, Date.now() + 30_000)
  const answered = await browser.post('/api/sessions/second-factor', { code, trustDevice: true })
  const named = (answer: typeof asked, name: string) =>
    answer.headers.getSetCookie().filter((cookie) => cookie.startsWith(`__Host-greenside_${name}=`))
  for (const [answer, name, seconds] of [
    [asked, 'second_factor', 600],
    [answered, 'trusted_device', 30 * 86_400],
  ] as const) {
    const attributes = named(answer, name).at(-1)?.toLowerCase().split('; ').slice(1)
    expect(attributes, name).toEqual(
      expect.arrayContaining(['httponly', 'secure', 'samesite=lax', 'path=/', `max-age=${seconds}`]),
    )
  }
  // No session before the code: what is said of it takes it away.
  expect(named(asked, 'session').at(-1)).toMatch(/=;.*max-age=0/i)
  expect(answered.headers.getSetCookie().every((cookie) => cookie.startsWith('__Host-'))).toBe(true)
})

test('every sign-in gets a new token, and the browser’s previous one ends', async () => {
  const sam = await product.student()
  const before = sam.cookie
  const again = await sam.post('/api/sessions', { email: sam.email, password })
  expect(again.status).toBe(201)
  expect(tokenOf(sam.cookie)).not.toBe(tokenOf(before))
  const thief = Object.assign(product.visitor(), { cookie: before })
  expect((await thief.get('/api/me')).json).toBeNull()
  expect((await sam.get('/api/me')).json.userId).toBe(sam.userId)
})

test('a planted token is useless after sign-in', async () => {
  const { email } = await product.student()
  const victim = Object.assign(product.visitor(), { cookie: '__Host-greenside_session=planted.signature' })
  await victim.post('/api/sessions', { email, password })
  expect(tokenOf(victim.cookie)).not.toContain('planted')
  expect(
    (
      await Object.assign(product.visitor(), { cookie: '__Host-greenside_session=planted.signature' }).get(
        '/api/me',
      )
    ).json,
  ).toBeNull()
})

test('a stolen database row does not open a session: the cookie is signed', async () => {
  const sam = await product.student()
  const { rows } = await product.database.pool.query('select token from sessions where user_id = $1', [
    sam.userId,
  ])
  const thief = Object.assign(product.visitor(), { cookie: `__Host-greenside_session=${rows[0].token}` })
  expect((await thief.get('/api/me')).json).toBeNull()
})

test('signing out, a new password and account deletion end copied cookies at their next request', async () => {
  const ways: ((sam: Awaited<ReturnType<typeof product.student>>) => Promise<unknown>)[] = [
    (sam) => sam.send('DELETE', '/api/sessions'),
    (sam) => sam.put('/api/me/password', { currentPassword: password, newPassword: 'another one, longer' }),
    (sam) => sam.post('/api/me/sessions/end', { keepThis: false }),
    (sam) => sam.post('/api/me/closure', { password }),
  ]
  for (const end of ways) {
    const sam = await product.student()
    const copy = Object.assign(product.visitor(), { cookie: sam.cookie })
    expect((await copy.get('/api/me')).json.userId).toBe(sam.userId)
    await end(sam)
    expect((await copy.get('/api/me')).json).toBeNull()
  }
})

test('a role change or suspension made in the database applies as soon as it is announced', async () => {
  const { pool } = product.database
  const sam = await product.student()
  expect((await sam.get('/api/me')).json.role).toBe('student')
  await giveRole(pool, sam.userId, 'prospect')
  await expect
    .poll(async () => (await sam.get('/api/me')).json.role, { interval: 5, timeout: 1_000 })
    .toBe('prospect')
  await pool.query('update profiles set suspended_at = current_instant() where id = $1', [sam.userId])
  await expect.poll(async () => (await sam.get('/api/me')).json, { interval: 5, timeout: 1_000 }).toBeNull()
  const back = await product.visitor().post('/api/sessions', { email: sam.email, password })
  expect([back.status, back.json.code]).toEqual([403, 'suspended'])
  expect(back.headers.getSetCookie()).toEqual([])
  const guess = await product.visitor().post('/api/sessions', { email: sam.email, password: 'a wrong one' })
  expect([guess.status, guess.json.code]).toEqual([401, 'wrong_credentials'])
})

import { afterEach, describe, expect, test } from 'vitest'
import { DAY } from '#platform/duration.ts'
import { tokenFor } from '../support/mail.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'
import { codeFrom } from '../support/totp.ts'

const product = testProduct()
const password = 'fairway-seven'
const YEAR = 365 * DAY
const me = async (who: Visitor) => (await who.get('/api/me')).json
const sessionCookies = (answer: { headers: Headers }) =>
  answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('greenside_session='))
/** A client with the same cookie that ignores new cookies. */
const copyOf = (who: Visitor) => {
  const { cookie } = who
  return () => Object.assign(product.visitor(), { cookie })
}

afterEach(() => product.clock.moveTo(testNow))

describe.each([
  ['as the machine says', 0],
  ['four years after the machine’s time', 4 * YEAR],
  ['four years before the machine’s time', -4 * YEAR],
])('where it is %s', (_, ahead) => {
  const start = () => product.clock.moveTo(Date.now() + ahead)

  test('people sign in, see when, and are signed out after thirty days without a visit', async () => {
    start()
    const sam = await product.student()
    expect((await me(sam)).userId).toBe(sam.userId)
    const again = product.visitor()
    expect((await again.post('/api/sessions', { email: sam.email, password })).status).toBe(201)
    const [here] = (await again.get('/api/me/sessions')).json
    expect(Math.abs(Date.parse(here.signedInAt) - product.clock.now())).toBeLessThan(60_000)
    // One of the two sessions is used a minute before it would expire.
    product.clock.advance(30 * DAY - 60_000)
    expect((await me(again)).userId).toBe(sam.userId)
    product.clock.advance(60_000)
    expect([(await me(again))?.userId, await me(sam)]).toEqual([sam.userId, null])
  })

  test('an emailed link works for fifteen minutes', async () => {
    start()
    const sam = await product.student()
    const link = async () => {
      await product.visitor().post('/api/magic-links', { email: sam.email })
      await product.sendMessages()
      return await tokenFor(product.database.pool, sam.email, '/magic-link-login')
    }
    const token = await link()
    product.clock.advance(14 * 60_000)
    expect((await product.visitor().put('/api/magic-links', { token })).status).toBe(200)
    const late = await link()
    product.clock.advance(15 * 60_000)
    expect((await product.visitor().put('/api/magic-links', { token: late })).status).toBe(410)
  })

  test('a code is accepted for ten minutes, and a trusted device skips it for thirty days', async () => {
    start()
    const sam = await product.student()
    const { uri } = (await sam.post('/api/me/second-factor', { password })).json
    await sam.put('/api/me/second-factor', { code: codeFrom(uri) })
    const ask = async (browser: Visitor) =>
      (await browser.post('/api/sessions', { email: sam.email, password })).json.secondFactor ?? 'none'
    const browser = product.visitor()
    expect(await ask(browser)).toBe('code')
    product.clock.advance(10 * 60_000)
    const late = await browser.post('/api/sessions/second-factor', {
      code: codeFrom(uri, Date.now() + 30_000),
    })
    expect(late.json.code).toBe('sign_in_again')
    expect(await ask(browser)).toBe('code')
    product.clock.advance(9 * 60_000)
    const code = codeFrom(uri, Date.now() + 30_000)
    const answered = await browser.post('/api/sessions/second-factor', { code, trustDevice: true })
    expect(answered.status, answered.text).toBe(201)
    product.clock.advance(30 * DAY - 60_000)
    expect(await ask(browser)).toBe('none')
    // Signing in with a code makes the browser trusted again.
    product.clock.advance(30 * DAY)
    expect(await ask(browser)).toBe('code')
  })
})

describe('an active session', () => {
  test('is renewed once a day with its cookie, by pages and API calls', async () => {
    const sam = await product.student()
    expect(sessionCookies(await sam.get('/api/me'))).toEqual([])
    product.clock.advance(DAY)
    // Background requests of the browser cannot restore a cookie, and do not use up the renewal.
    await sam.send('POST', '/t', '{}', { 'content-type': 'application/json' })
    const [renewed = ''] = sessionCookies(await sam.get('/api/me'))
    expect(renewed.toLowerCase().split('; ').slice(1)).toEqual(
      expect.arrayContaining(['httponly', 'samesite=lax', 'path=/', `max-age=${30 * 86_400}`]),
    )
    expect(sessionCookies(await sam.get('/api/me'))).toEqual([])
    const [here] = (await sam.get('/api/me/sessions')).json
    expect(Date.parse(here.lastSeenAt) - Date.parse(here.signedInAt)).toBeGreaterThan(DAY - 60_000)
    product.clock.advance(DAY)
    expect(sessionCookies(await sam.get('/'))).toHaveLength(1)
  })

  test('lasts at most ninety days, also as a copy; a daily user stays signed in until then', async () => {
    const sam = await product.student()
    const thief = copyOf(sam)
    for (let day = 1; day < 90; day++) {
      product.clock.advance(DAY)
      const used = await sam.get('/api/me')
      expect(used.json?.userId, `day ${day}`).toBe(sam.userId)
      const [cookie = ''] = sessionCookies(used)
      const left = Math.min(30, 90 - day) * 86_400
      const maxAge = Number(/max-age=(\d+)/i.exec(cookie)?.[1])
      expect(Math.abs(maxAge - left), `day ${day}`).toBeLessThan(60)
    }
    expect((await me(thief())).userId).toBe(sam.userId)
    product.clock.advance(DAY)
    expect([await me(sam), await me(thief())]).toEqual([null, null])
  })

  test('continues without another code for a person with two-step sign-in', async () => {
    const sam = await product.student()
    const { uri } = (await sam.post('/api/me/second-factor', { password })).json
    await sam.put('/api/me/second-factor', { code: codeFrom(uri) })
    product.clock.advance(2 * DAY)
    expect((await me(sam)).userId).toBe(sam.userId)
    expect((await me(sam)).userId).toBe(sam.userId)
  })

  test('can’t outlive its end in the database', async () => {
    const sam = await product.student()
    const longer = product.database.pool.query(
      `update sessions set expires_at = created_at + interval '91 days' where user_id = $1`,
      [sam.userId],
    )
    await expect(longer).rejects.toThrow('a_session_has_an_end')
  })
})

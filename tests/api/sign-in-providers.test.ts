import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { actAs } from '../support/acting.ts'
import { confirmAddress, lettersTo, tokenFor } from '../support/mail.ts'
import { startOidcDouble } from '../support/oidc-double.ts'
import { testOperator, testProduct, type Visitor } from '../support/product.ts'
import { connectProvider, continueAtProvider, finishVisit, visitProvider } from '../support/providers.ts'
import { codeFrom } from '../support/totp.ts'

const client = { clientId: 'of-greenside', clientSecret: 'the secret of the club' }
const club = await startOidcDouble(client)
afterAll(() => club.close())
const product = testProduct()
const pool = () => product.database.pool
const password = 'fairway-seven'
const newAddress = () => `${randomUUID()}@golfers.test`
const me = async (browser: Visitor) => (await browser.get('/api/me')).json
const visit = (
  who: Visitor,
  account: { email: string; isVerified?: boolean; name?: string },
  redirect?: string,
) => visitProvider(product.services, who, account, redirect)
const signUp = (who: Visitor, more: object = {}) =>
  who.post('/api/provider-accounts', { name: 'Sam Rivera', phone: '704 555 0150', ...more })
const methods = async (who: Visitor) => (await who.get('/api/me/sign-in-methods')).json

/** A student who signed up with a password and has confirmed the address. */
async function confirmed() {
  const sam = await product.student()
  await confirmAddress(product, sam)
  return sam
}

/** A confirmed student who has connected an account of a provider. */
async function connected() {
  const sam = await confirmed()
  const at = newAddress()
  const answer = await connectProvider(product.services, sam, password, { email: at })
  expect(answer.json.result, answer.text).toEqual({ kind: 'connected' })
  return Object.assign(sam, { at })
}

describe('a person without an account', () => {
  test('signs up with a name and a phone number, needs no confirmation, and signs in with one visit next time', async () => {
    const [browser, email] = [product.visitor(), newAddress()]
    const returned = await visit(browser, { email: email.toUpperCase(), name: 'Robin Lake' }, '/inbox?a=1')
    expect(returned.json).toEqual({
      provider: 'Google',
      redirect: '/inbox?a=1',
      result: { kind: 'new_account', email, name: 'Robin Lake' },
    })
    expect(await me(browser)).toBeNull()
    const made = await signUp(browser, { name: 'Robin Lake' })
    expect(made.json).toMatchObject({ fullName: 'Robin Lake', email, role: 'student' })
    expect((await browser.get('/api/me/account')).json).toMatchObject({
      isEmailVerified: true,
      phone: '+17045550150',
      hasPassword: false,
    })
    await product.sendMessages()
    expect((await lettersTo(pool(), email)).map(({ subject }) => subject)).toEqual(['Welcome to Greenside'])
    const another = product.visitor()
    expect((await visit(another, { email })).json.result).toMatchObject({
      kind: 'signed_in',
      next: { userId: made.json.userId },
    })
  })

  test('needs an address that the provider has verified', async () => {
    const browser = product.visitor()
    expect((await visit(browser, { email: newAddress(), isVerified: false })).json.result).toEqual({
      kind: 'refused',
      why: 'not_verified',
      isConnecting: false,
    })
    expect((await signUp(browser)).json.code).toBe('provider_again')
  })

  test('cannot choose another address, role or account than the provider’s', async () => {
    const [browser, email] = [product.visitor(), newAddress()]
    await visit(browser, { email })
    const made = await signUp(browser, {
      email: newAddress(),
      role: 'admin',
      userType: 'admin',
      subject: '1',
    })
    expect(made.json).toMatchObject({ email, role: 'student' })
  })

  test('has half an hour for the form, and a cookie that only this server makes', async () => {
    const [late, forger] = [product.visitor(), product.visitor()]
    await visit(late, { email: newAddress() })
    product.clock.advance(31 * 60_000)
    expect((await signUp(late)).json.code).toBe('provider_again')
    await visit(forger, { email: newAddress() })
    forger.cookie = forger.cookie.replace(
      /greenside_newcomer=.{20}/,
      'greenside_newcomer=AAAAAAAAAAAAAAAAAAAA',
    )
    expect((await signUp(forger)).json.code).toBe('provider_again')
  })

  test('who got an account with the address meanwhile is told so', async () => {
    const [browser, email] = [product.visitor(), newAddress()]
    await visit(browser, { email })
    const body = { name: 'Sam Rivera', email, phone: '7045550150', password }
    expect((await product.visitor().post('/api/accounts', body)).status).toBe(201)
    expect((await signUp(browser)).json.code).toBe('already_registered')
  })
})

describe('a person with an account', () => {
  test('is not signed in by the address alone, and connects the provider after signing in', async () => {
    const sam = await confirmed()
    const browser = product.visitor()
    expect((await visit(browser, { email: sam.email })).json.result).toEqual({
      kind: 'account_exists',
      email: sam.email,
    })
    expect(await me(browser)).toBeNull()
    expect((await signUp(browser)).json.code).toBe('provider_again')
    expect((await methods(sam)).providers).toEqual([
      { id: 'google', name: 'Google', isConnected: false, email: null },
    ])

    await browser.post('/api/sessions', { email: sam.email, password })
    const done = await connectProvider(product.services, browser, password, { email: sam.email })
    expect(done.json).toMatchObject({ provider: 'Google', result: { kind: 'connected' } })
    expect((await methods(sam)).providers[0]).toMatchObject({ isConnected: true, email: sam.email })
    await product.sendMessages()
    const [letter] = await lettersTo(pool(), sam.email)
    expect(letter?.subject).toBe('A way to sign in was added to your account')
    expect(letter?.text).toContain(`Google (${sam.email})`)
    const next = (await visit(product.visitor(), { email: sam.email })).json.result.next
    expect(next.userId).toBe(sam.userId)
  })

  test('whose address another person registered is not signed in to that person’s account', async () => {
    const [intruder, email] = [product.visitor(), newAddress()]
    await intruder.post('/api/accounts', { name: 'Eve', email, phone: '7045550150', password })
    const owner = product.visitor()
    expect((await visit(owner, { email })).json.result.kind).toBe('account_exists')
    expect(await me(owner)).toBeNull()
  })

  test('connects only with the password, a confirmed address, and an address verified by the provider', async () => {
    const newcomer = await product.student()
    const begin = (who: Visitor, given: string) =>
      who.post('/api/me/sign-in-methods/providers', { provider: 'google', password: given })
    expect((await begin(newcomer, password)).json.code).toBe('address_not_confirmed')
    const sam = await confirmed()
    expect((await begin(sam, 'not mine')).json.code).toBe('wrong_password')
    expect((await begin(product.visitor(), password)).json.code).toBe('not_signed_in')
    const unverified = { email: newAddress(), isVerified: false }
    expect((await connectProvider(product.services, sam, password, unverified)).json.result).toEqual({
      kind: 'refused',
      why: 'not_verified',
      isConnecting: true,
    })
    expect((await methods(sam)).providers[0].isConnected).toBe(false)
  })

  test('has one account for an identity, and one identity of a provider', async () => {
    const sam = await connected()
    const other = await confirmed()
    const refused = { kind: 'refused', why: 'connected_elsewhere', isConnecting: true }
    expect((await connectProvider(product.services, other, password, { email: sam.at })).json.result).toEqual(
      refused,
    )
    expect(
      (await connectProvider(product.services, sam, password, { email: newAddress() })).json.result,
    ).toEqual(refused)
    expect((await connectProvider(product.services, sam, password, { email: sam.at })).json.result).toEqual({
      kind: 'connected',
    })
  })

  test('is still asked for a code of two-step sign-in', async () => {
    const sam = await connected()
    const begun = (await sam.post('/api/me/second-factor', { password })).json
    await sam.put('/api/me/second-factor', { code: codeFrom(begun.uri) })
    const browser = product.visitor()
    expect((await visit(browser, { email: sam.at })).json.result).toEqual({
      kind: 'signed_in',
      next: { secondFactor: 'code' },
    })
    expect(await me(browser)).toBeNull()
    const code = begun.backupCodes[0]
    expect((await browser.post('/api/sessions/second-factor', { code })).json.userId).toBe(sam.userId)
  })

  test('disconnects, and keeps the last way to sign in', async () => {
    const sam = await connected()
    const gone = await sam.send('DELETE', '/api/me/sign-in-methods/providers/google')
    expect(gone.json).toEqual({ disconnected: true })
    expect((await visit(product.visitor(), { email: sam.at })).json.result.kind).toBe('new_account')
    expect((await sam.send('DELETE', '/api/me/sign-in-methods/providers/google')).json.code).toBe(
      'no_such_method',
    )
    await product.sendMessages()
    expect((await lettersTo(pool(), sam.email))[0]?.subject).toContain('was removed')

    const robin = product.visitor()
    await visit(robin, { email: newAddress() })
    await signUp(robin)
    expect((await robin.send('DELETE', '/api/me/sign-in-methods/providers/google')).json.code).toBe(
      'last_sign_in_method',
    )
    expect((await methods(robin)).providers[0].isConnected).toBe(true)
  })

  test('without a password chooses one by an emailed link before anything sensitive', async () => {
    const [robin, email] = [product.visitor(), newAddress()]
    await visit(robin, { email })
    await signUp(robin)
    const body = { provider: 'google', password }
    expect((await robin.post('/api/me/sign-in-methods/providers', body)).json.code).toBe('no_password')
    await robin.post('/api/password-resets', { email })
    await product.sendMessages()
    const token = await tokenFor(pool(), email, '/reset-password')
    expect((await robin.put('/api/password-resets', { token, password })).status).toBe(200)
    expect(await methods(robin)).toMatchObject({ hasPassword: true, mayAdd: true })
    expect((await visit(product.visitor(), { email })).json.result.kind, 'still connected').toBe('signed_in')
  })
})

describe('the answer of a provider', () => {
  const begin = async (who: Visitor) =>
    (await who.post('/api/provider-sign-ins', { provider: 'google' })).json.url as string

  test('works once, in the browser that asked, within a quarter of an hour', async () => {
    const [browser, other] = [product.visitor(), product.visitor()]
    const account = { email: newAddress() }
    const answer = await continueAtProvider(product.services, await begin(browser), account)
    expect((await finishVisit(other, answer)).json.code).toBe('provider_again')
    await begin(other)
    expect((await finishVisit(other, answer)).json.code, 'another state').toBe('provider_again')
    expect((await finishVisit(browser, answer)).json.result.kind).toBe('new_account')
    expect((await finishVisit(browser, answer)).json.code, 'used').toBe('provider_again')
    const late = await continueAtProvider(product.services, await begin(browser), account)
    product.clock.advance(16 * 60_000)
    expect((await finishVisit(browser, late)).json.code).toBe('provider_again')
  })

  test('that the person declined says so, and changes nothing', async () => {
    const browser = product.visitor()
    const state = new URL(await begin(browser)).searchParams.get('state') ?? ''
    const declined = new URLSearchParams({ error: 'access_denied', state }).toString()
    expect((await finishVisit(browser, declined)).json.result).toEqual({
      kind: 'refused',
      why: 'declined',
      isConnecting: false,
    })
  })

  test('leads only to pages of this site', async () => {
    for (const redirect of ['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)'])
      expect((await visit(product.visitor(), { email: newAddress() }, redirect)).json.redirect).toBe('/')
  })

  test('connects only the account that asked, while its password is the one that was checked', async () => {
    const sam = await confirmed()
    const connect = { provider: 'google', password }
    const url = (await sam.post('/api/me/sign-in-methods/providers', connect)).json.url
    const answer = await continueAtProvider(product.services, url, { email: newAddress() })
    const changed = { currentPassword: password, newPassword: 'fairway-eight', endOthers: false }
    expect((await sam.put('/api/me/password', changed)).status).toBe(200)
    expect((await finishVisit(sam, answer)).json.code).toBe('provider_again')

    const [robin, other] = [await confirmed(), await confirmed()]
    const begun = (await robin.post('/api/me/sign-in-methods/providers', connect)).json.url
    const theirs = await continueAtProvider(product.services, begun, { email: newAddress() })
    await robin.post('/api/sessions', { email: other.email, password })
    expect((await finishVisit(robin, theirs)).json.result).toMatchObject({ why: 'other_account' })
    expect((await methods(other)).providers[0].isConnected).toBe(false)
  })

  test('is refused while an admin acts as the person', async () => {
    const [sam, admin] = [await confirmed(), await product.admin()]
    const connect = { provider: 'google', password }
    const url = (await sam.post('/api/me/sign-in-methods/providers', connect)).json.url
    const answer = await continueAtProvider(product.services, url, { email: newAddress() })
    const stop = actAs(product, sam, admin.userId)
    try {
      for (const refused of [
        await finishVisit(sam, answer),
        await sam.post('/api/me/sign-in-methods/providers', connect),
        await sam.send('DELETE', '/api/me/sign-in-methods/providers/google'),
        await sam.post('/api/provider-sign-ins', { provider: 'google' }),
        await signUp(sam),
      ])
        expect(refused.json.code).toBe('impersonating')
    } finally {
      stop()
    }
  })
})

describe('states of the account', () => {
  test('a suspended or deleted account is not signed in to', async () => {
    const [sam, admin] = [await connected(), await product.admin()]
    const act = (name: string) =>
      admin.post(`/api/admin/lists/users/acts/${name}`, {
        ids: [sam.userId],
        shown: 1,
        reason: 'Ticket 4711',
      })
    await act('suspend')
    const browser = product.visitor()
    expect((await visit(browser, { email: sam.at })).json.code).toBe('suspended')
    expect(await me(browser)).toBeNull()
    await act('lift')
    expect((await visit(browser, { email: sam.at })).json.result.kind).toBe('signed_in')
    expect((await browser.post('/api/me/closure', { password })).status).toBe(200)
    expect((await visit(product.visitor(), { email: sam.at })).json.result.kind).toBe('new_account')
    expect(await product.query('select from credentials where user_id = $1', [sam.userId])).toEqual([])
  })

  test('the export says what is connected, without anything that signs in', async () => {
    const sam = await connected()
    const { json, text } = await sam.get('/api/me/export')
    expect(json.connected_sign_in_providers).toEqual([
      { provider: 'google', email: sam.at, connected_at: expect.any(String) },
    ])
    const [row] = await product.query(
      `select account_id from credentials where user_id = $1 and provider_id = 'google'`,
      [sam.userId],
    )
    expect(text).not.toContain(row.account_id)
  })

  test('no token of the provider is stored', async () => {
    const sam = await connected()
    const [row] = await product.query(
      `select access_token, refresh_token, id_token from credentials where user_id = $1 and provider_id = 'google'`,
      [sam.userId],
    )
    expect(row).toEqual({ access_token: null, refresh_token: null, id_token: null })
  })
})

describe('attempts', () => {
  const limited = testProduct({ RATE_LIMITS: 'on' })

  test('are limited per address, and so are new accounts', async () => {
    const statuses = new Set<number>()
    for (let n = 0; n < 61; n++)
      statuses.add((await limited.visitor().post('/api/provider-sign-ins', { provider: 'google' })).status)
    expect(statuses).toEqual(new Set([201, 429]))
    let last = 0
    for (let n = 0; n < 21; n++)
      last = (await limited.visitor().post('/api/provider-accounts', { name: 'Sam', phone: '7045550150' }))
        .status
    expect(last).toBe(429)
  })
})

describe('in production', () => {
  const real = testProduct({
    DEMO: '0',
    ...testOperator,
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    SMTP_URL: 'smtp://127.0.0.1:9',
  })

  test('nothing is offered without settings, and the local provider does not exist', async () => {
    const browser = real.visitor()
    expect((await browser.get('/api/sign-in-providers')).json).toEqual([])
    for (const provider of ['google', 'oidc'])
      expect((await browser.post('/api/provider-sign-ins', { provider })).json.code).toBe('not_offered')
    expect(real.services.localIdentity).toBeNull()
    expect((await browser.get('/dev/identity/authorize')).text).toBe('<p>page</p>')
  })
})

describe('another provider', () => {
  const withClub = testProduct({
    OIDC_ISSUER: club.url,
    OIDC_CLIENT_ID: client.clientId,
    OIDC_CLIENT_SECRET: client.clientSecret,
    OIDC_NAME: 'The Club',
  })

  test('is offered by its name, and signs people up and in', async () => {
    const [browser, email] = [withClub.visitor(), newAddress()]
    expect((await browser.get('/api/sign-in-providers')).json).toEqual([{ id: 'oidc', name: 'The Club' }])
    const go = async (who: Visitor) => {
      const { url } = (await who.post('/api/provider-sign-ins', { provider: 'oidc' })).json
      return await finishVisit(who, club.allow(url, { sub: '7', email, email_verified: true, name: 'Kim' }))
    }
    expect((await go(browser)).json).toMatchObject({
      provider: 'The Club',
      result: { kind: 'new_account', name: 'Kim' },
    })
    expect((await signUp(browser)).json.email).toBe(email)
    expect((await go(withClub.visitor())).json.result.kind).toBe('signed_in')
  })

  test('that is away answers 503, and people sign in another way', async () => {
    const browser = withClub.visitor()
    const { url } = (await browser.post('/api/provider-sign-ins', { provider: 'oidc' })).json
    const answer = club.allow(url, { sub: '8', email: newAddress(), email_verified: true })
    club.fail({ status: 500 })
    try {
      const refused = await finishVisit(browser, answer)
      expect([refused.status, refused.json.code]).toEqual([503, 'provider_unavailable'])
    } finally {
      club.fail({})
    }
  })
})

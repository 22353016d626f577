import { describe, expect, test } from 'vitest'
import { confirmAddress, lettersTo, tokenFor } from '../support/mail.ts'
import { testProduct, type Visitor } from '../support/product.ts'
import { codeFrom, wrongCode } from '../support/totp.ts'

const product = testProduct()
const pool = () => product.database.pool
const password = 'fairway-seven'
const signIn = async (email: string, browser = product.visitor()) => {
  const answer = await browser.post('/api/sessions', { email, password })
  return Object.assign(browser, { answer })
}
const answer = (browser: Visitor, code: string, more: object = {}) =>
  browser.post('/api/sessions/second-factor', { code, ...more })
const me = async (browser: Visitor) => (await browser.get('/api/me')).json
/** Codes can be used once; codes of the adjacent periods are also valid for the duration of a test. */
const codes = (uri: string) => [0, 30_000, -30_000].map((by) => codeFrom(uri, Date.now() + by))

/** A student who has set up an app, which used its first code. */
async function withApp() {
  const sam = await product.student()
  const begun = (await sam.post('/api/me/second-factor', { password })).json
  const [first = '', ...left] = codes(begun.uri)
  const confirmed = await sam.put('/api/me/second-factor', { code: first })
  expect(confirmed.status, confirmed.text).toBe(200)
  const backupCodes: string[] = begun.backupCodes
  return Object.assign(sam, { uri: String(begun.uri), backupCodes, left, first })
}

describe('setting up', () => {
  test('requires the password, shows secret, QR code and backup codes, and is active after the first code; the owner is notified', async () => {
    const sam = await product.student()
    expect((await sam.get('/api/me/second-factor')).json).toEqual({
      isOn: false,
      isRequired: false,
      backupCodesLeft: 0,
    })
    expect((await sam.post('/api/me/second-factor', { password: 'not mine' })).json.code).toBe(
      'wrong_password',
    )
    const begun = (await sam.post('/api/me/second-factor', { password })).json
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Greenside:/)
    expect(decodeURIComponent(begun.uri)).toContain(sam.email)
    expect(begun.qr.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/)
    expect(new Set(begun.backupCodes).size).toBe(10)
    // Setup has started but is not confirmed: the password is still enough.
    expect((await signIn(sam.email)).answer.json.userId).toBe(sam.userId)

    expect((await sam.put('/api/me/second-factor', { code: wrongCode(begun.uri) })).json.code).toBe(
      'wrong_code',
    )
    const before = sam.cookie
    const on = await sam.put('/api/me/second-factor', { code: codeFrom(begun.uri) })
    expect([on.status, on.json.userId]).toEqual([200, sam.userId])
    expect(sam.cookie, 'a session of its own').not.toBe(before)
    expect((await sam.get('/api/me/second-factor')).json).toEqual({
      isOn: true,
      isRequired: false,
      backupCodesLeft: 10,
    })
    expect((await sam.post('/api/me/second-factor', { password })).json.code).toBe('second_factor_on')
    await product.sendMessages()
    const subjects = (await lettersTo(pool(), sam.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'Two-step sign-in is on')).toHaveLength(1)
  })

  test('signs out all other browsers, which never entered a code', async () => {
    const sam = await product.student()
    const laptop = await signIn(sam.email)
    const begun = (await sam.post('/api/me/second-factor', { password })).json
    await sam.put('/api/me/second-factor', { code: wrongCode(begun.uri) })
    expect((await me(laptop)).userId, 'still signed in after a wrong code').toBe(sam.userId)
    await sam.put('/api/me/second-factor', { code: codeFrom(begun.uri) })
    expect(await me(laptop)).toBeNull()
    expect((await me(sam)).userId).toBe(sam.userId)
  })

  test('secret and backup codes are not stored in plain text', async () => {
    const sam = await withApp()
    const { rows } = await pool().query('select secret, backup_codes from two_factors where user_id = $1', [
      sam.userId,
    ])
    const kept = JSON.stringify(rows)
    expect(kept).not.toContain(new URL(sam.uri).searchParams.get('secret'))
    for (const code of sam.backupCodes) expect(kept).not.toContain(code)
  })
})

describe('signing in', () => {
  test('requires a code after the password; without one there is no session', async () => {
    const sam = await withApp()
    const browser = await signIn(sam.email)
    expect([browser.answer.status, browser.answer.json]).toEqual([201, { secondFactor: 'code' }])
    expect(await me(browser)).toBeNull()
    expect((await answer(browser, wrongCode(sam.uri))).json.code).toBe('wrong_code')
    expect(await me(browser)).toBeNull()
    const entered = await answer(browser, ` ${sam.left[0]?.slice(0, 3)} ${sam.left[0]?.slice(3)}`)
    expect([entered.status, entered.json.userId]).toEqual([201, sam.userId])
    expect((await me(browser)).userId).toBe(sam.userId)
  })

  test('a code works once, even for someone who saw it', async () => {
    const sam = await withApp()
    expect((await answer(await signIn(sam.email), sam.first)).json.code, 'used to turn it on').toBe(
      'wrong_code',
    )
    const code = sam.left[0] ?? ''
    const browsers = await Promise.all([signIn(sam.email), signIn(sam.email), signIn(sam.email)])
    const answers = await Promise.all(browsers.map((browser) => answer(browser, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403])
  })

  test('a code stays used when someone else enters it for their own account', async () => {
    const [sam, robin] = [await withApp(), await withApp()]
    // A used code that is wrong for Robin's app.
    expect(codes(robin.uri), 'two apps with the same code').not.toContain(sam.first)
    expect((await answer(await signIn(robin.email), sam.first)).json.code).toBe('wrong_code')
    expect((await answer(await signIn(sam.email), sam.first)).json.code).toBe('wrong_code')
  })

  test('a backup code replaces the app once', async () => {
    const sam = await withApp()
    const code = sam.backupCodes[3] ?? ''
    expect((await answer(await signIn(sam.email), code.replace('-', ' ').toUpperCase())).status).toBe(201)
    expect((await sam.get('/api/me/second-factor')).json.backupCodesLeft).toBe(9)
    product.clock.advance(3_600_000)
    expect((await answer(await signIn(sam.email), code)).json.code).toBe('wrong_code')
    const renewed = await sam.post('/api/me/second-factor/backup-codes', {
      password,
      code: sam.backupCodes[4],
    })
    expect(renewed.json.backupCodes).toHaveLength(10)
    expect((await answer(await signIn(sam.email), sam.backupCodes[5] ?? '')).json.code).toBe('wrong_code')
    expect((await answer(await signIn(sam.email), renewed.json.backupCodes[0])).status).toBe(201)
  })

  test('after five wrong codes the password is required again', async () => {
    const sam = await withApp()
    const browser = await signIn(sam.email)
    const tried: string[] = []
    for (let i = 0; i < 5; i++) {
      const code = wrongCode(sam.uri, tried)
      tried.push(code)
      expect((await answer(browser, code)).json.code).toBe('wrong_code')
    }
    const [good = ''] = sam.left
    expect((await answer(browser, good)).json.code).toBe('sign_in_again')
    expect((await answer(browser, good)).json.code).toBe('sign_in_again')
    expect((await answer(await signIn(sam.email), good)).status).toBe(201)
  })

  test('a code is accepted only after a prompt, and only for the same person', async () => {
    const [sam, robin] = [await withApp(), await product.student('Robin Rival')]
    expect((await answer(product.visitor(), sam.left[0] ?? '')).json.code).toBe('sign_in_again')
    expect((await answer(robin, sam.left[0] ?? '')).json.code).toBe('sign_in_again')
    // When Sam starts to sign in, in Robin's browser, Robin's session ends.
    const browser = await signIn(sam.email, robin)
    expect(await me(browser)).toBeNull()
    expect((await answer(browser, sam.left[0] ?? '')).json.userId).toBe(sam.userId)
  })

  test('an emailed link proves only the mailbox: a code is required, also after a password reset', async () => {
    const sam = await withApp()
    await confirmAddress(product, sam)
    await product.visitor().post('/api/magic-links', { email: sam.email })
    await product.sendMessages()
    const browser = product.visitor()
    const token = await tokenFor(pool(), sam.email, '/magic-link-login')
    expect((await browser.put('/api/magic-links', { token })).json).toEqual({ secondFactor: 'code' })
    expect(await me(browser)).toBeNull()
    expect((await answer(browser, sam.left[0] ?? '')).json.userId).toBe(sam.userId)

    await product.visitor().post('/api/password-resets', { email: sam.email })
    await product.sendMessages()
    const other = product.visitor()
    const reset = await tokenFor(pool(), sam.email, '/reset-password')
    const changed = await other.put('/api/password-resets', {
      token: reset,
      password: 'a brand new password',
    })
    expect(changed.json).toEqual({ secondFactor: 'code' })
    expect(await me(other)).toBeNull()
    expect((await answer(other, sam.backupCodes[0] ?? '')).json.userId).toBe(sam.userId)
  })

  test('confirming a mailbox for the first time removes a second factor set up by someone else', async () => {
    const squatter = await withApp()
    await product.visitor().post('/api/magic-links', { email: squatter.email })
    await product.sendMessages()
    const owner = product.visitor()
    const token = await tokenFor(pool(), squatter.email, '/magic-link-login')
    expect((await owner.put('/api/magic-links', { token })).json.userId).toBe(squatter.userId)
    expect((await owner.get('/api/me/second-factor')).json.isOn).toBe(false)
    expect(await me(squatter)).toBeNull()
  })
})

describe('a trusted device', () => {
  test('is not asked for a code until all devices are signed out; other devices are', async () => {
    const sam = await withApp()
    const laptop = await signIn(sam.email)
    await answer(laptop, sam.left[0] ?? '', { trustDevice: true })
    await laptop.send('DELETE', '/api/sessions')
    expect((await signIn(sam.email, laptop)).answer.json.userId).toBe(sam.userId)
    expect((await signIn(sam.email)).answer.json).toEqual({ secondFactor: 'code' })
    await sam.post('/api/me/sessions/end', { keepThis: true })
    expect((await signIn(sam.email, laptop)).answer.json).toEqual({ secondFactor: 'code' })
  })

  test('is trusted for one person only', async () => {
    const [sam, robin] = [await withApp(), await withApp()]
    const laptop = await signIn(sam.email)
    await answer(laptop, sam.left[0] ?? '', { trustDevice: true })
    expect((await signIn(robin.email, laptop)).answer.json).toEqual({ secondFactor: 'code' })
  })
})

describe('turning off', () => {
  test('requires password and code, and notifies the owner', async () => {
    const sam = await withApp()
    const end = (body: object) => sam.post('/api/me/second-factor/end', body)
    expect((await end({ password })).status).toBe(400)
    expect((await end({ password, code: wrongCode(sam.uri) })).json.code).toBe('wrong_code')
    expect((await end({ password: 'not mine', code: sam.left[0] })).json.code).toBe('wrong_password')
    expect((await end({ password, code: sam.left[0] })).json).toEqual({ isOn: false })
    expect((await me(sam)).userId, 'still signed in').toBe(sam.userId)
    expect((await signIn(sam.email)).answer.json.userId).toBe(sam.userId)
    await product.sendMessages()
    const subjects = (await lettersTo(pool(), sam.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Two-step sign-in is off')
  })
})

describe('admins', () => {
  const real = testProduct({ ADMIN_TWO_FACTOR: 'required' })

  test('in a demo are offered it', async () => {
    const admin = await product.admin('Ada Admin')
    expect((await signIn(admin.email)).answer.json.role).toBe('admin')
  })

  test('in production can do nothing before setting it up, and can never turn it off', async () => {
    const admin = await real.admin('Ada Admin')
    // A new admin needs a second factor immediately.
    expect((await admin.get('/api/me')).json).toBeNull()
    const browser = real.visitor()
    const begun = await browser.post('/api/sessions', { email: admin.email, password })
    expect(begun.json).toEqual({ secondFactor: 'set_up' })
    expect((await browser.get('/api/me')).json).toBeNull()
    expect((await browser.get('/api/me/account')).status).toBe(401)
    const made = (await browser.post('/api/me/second-factor', { password })).json
    const [first = '', second = ''] = codes(made.uri)
    const on = await browser.put('/api/me/second-factor', { code: first })
    expect(on.json.role).toBe('admin')
    expect((await browser.get('/api/me')).json.role).toBe('admin')
    expect((await browser.get('/api/me/second-factor')).json).toMatchObject({ isOn: true, isRequired: true })
    const off = await browser.post('/api/me/second-factor/end', { password, code: second })
    expect(off.json.code).toBe('second_factor_required')
  })
})

describe('attempts', () => {
  const limited = testProduct({ RATE_LIMITS: 'on' })

  test('by strangers are blocked after ten; a browser the owner used before still gets in', async () => {
    const sam = await limited.student()
    const made = (await sam.post('/api/me/second-factor', { password })).json
    const [first = '', second = ''] = codes(made.uri)
    await sam.put('/api/me/second-factor', { code: first })
    const known = sam
    await known.send('DELETE', '/api/sessions')
    const statuses: number[] = []
    for (let i = 0; i < 3; i++) {
      const stranger = limited.visitor()
      await stranger.post('/api/sessions', { email: sam.email, password })
      for (let j = 0; j < 4; j++)
        statuses.push((await answer(stranger, wrongCode(made.uri, [String(i), String(j)]))).status)
    }
    expect(statuses.slice(0, 10).every((status) => status === 403)).toBe(true)
    expect(statuses.slice(10)).toEqual([429, 429])
    await known.post('/api/sessions', { email: sam.email, password })
    expect((await answer(known, second)).status).toBe(201)
  })
})

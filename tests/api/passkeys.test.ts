import { describe, expect, test } from 'vitest'
import { actAs } from '../support/acting.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { confirmAddress, lettersTo, tokenFor } from '../support/mail.ts'
import { addPasskey, signInWithPasskey } from '../support/passkeys.ts'
import { giveRole } from '../support/people.ts'
import { testProduct, type Visitor } from '../support/product.ts'
import { codeFrom } from '../support/totp.ts'

const product = testProduct()
const pool = () => product.database.pool
const password = 'fairway-seven'
const me = async (browser: Visitor) => (await browser.get('/api/me')).json
const passkeysOf = async (who: Visitor) => (await who.get('/api/me/sign-in-methods')).json.passkeys

/** A student with a confirmed address and a passkey. */
async function withPasskey(of = product) {
  const sam = await of.student()
  await confirmAddress(of, sam)
  const device = createAuthenticator()
  const added = await addPasskey(sam, device, password, { name: 'My phone' })
  expect(added.status, added.text).toBe(201)
  return Object.assign(sam, { device })
}

describe('adding a passkey', () => {
  test('requires the password and a confirmed address, is listed, and the owner is notified', async () => {
    const newcomer = await product.student()
    const challenge = (who: Visitor, given: string) =>
      who.post('/api/me/passkeys/challenge', { password: given })
    expect((await challenge(newcomer, password)).json.code).toBe('address_not_confirmed')
    const sam = await withPasskey()
    expect((await challenge(sam, 'not mine')).json.code).toBe('wrong_password')
    expect((await challenge(product.visitor(), password)).json.code).toBe('not_signed_in')
    expect(await passkeysOf(sam)).toEqual([
      { id: expect.any(String), name: 'My phone', addedAt: expect.any(String), usedAt: null },
    ])
    await product.sendMessages()
    const [letter] = await lettersTo(pool(), sam.email)
    expect(letter?.subject).toBe('A way to sign in was added to your account')
    expect(letter?.text).toContain('the passkey “My phone”')
  })

  test('asks the device to verify its user and to store the passkey, and names the account', async () => {
    const sam = await withPasskey()
    const { options } = (await sam.post('/api/me/passkeys/challenge', { password })).json
    expect(options).toMatchObject({
      rp: { id: 'greenside.test', name: 'Greenside' },
      user: { name: sam.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: sam.device.keys[0]?.id.toString('base64url') }],
    })
  })

  test('refuses a device that did not verify its user, another site’s answer, and a used challenge', async () => {
    const sam = await withPasskey()
    const refused = async (more: object) =>
      (await addPasskey(sam, createAuthenticator(), password, more)).json.code
    expect(await refused({ isVerified: false })).toBe('passkey_not_accepted')
    expect(await refused({ origin: 'https://evil.test' })).toBe('passkey_not_accepted')
    const { options } = (await sam.post('/api/me/passkeys/challenge', { password })).json
    const answer = createAuthenticator().create(options)
    const body = { password, name: 'Twice', answer }
    expect((await sam.post('/api/me/passkeys', { ...body, password: 'not mine' })).json.code).toBe(
      'wrong_password',
    )
    expect((await sam.post('/api/me/passkeys', body)).status).toBe(201)
    expect((await sam.post('/api/me/passkeys', body)).json.code).toBe('passkey_not_accepted')
    expect(await passkeysOf(sam)).toHaveLength(2)
  })

  test('adds it to the account that began, not to one that signed in since', async () => {
    const [sam, other] = [await withPasskey(), await withPasskey()]
    const { options } = (await sam.post('/api/me/passkeys/challenge', { password })).json
    const answer = createAuthenticator().create(options)
    await sam.post('/api/sessions', { email: other.email, password })
    expect((await sam.post('/api/me/passkeys', { password, name: 'Mine', answer })).json.code).toBe(
      'passkey_not_accepted',
    )
    expect(await passkeysOf(other)).toHaveLength(1)
  })

  test('ends at twenty', async () => {
    const sam = await withPasskey()
    await product.query(
      `insert into passkeys (user_id, name, credential_id, public_key, device_type, is_backed_up)
       select $1::uuid, 'Another', $1::text || n, 'k', 'singleDevice', false from generate_series(2, 20) n`,
      [sam.userId],
    )
    expect((await sam.post('/api/me/passkeys/challenge', { password })).json.code).toBe('too_many_passkeys')
    // Passkeys of other accounts do not count.
    await withPasskey()
  })
})

describe('signing in with a passkey', () => {
  test('needs nothing else, and ends the browser’s other session', async () => {
    const sam = await withPasskey()
    const browser = await product.student('Robin Lake')
    expect((await signInWithPasskey(browser, sam.device)).json).toMatchObject({ userId: sam.userId })
    expect((await me(browser)).userId).toBe(sam.userId)
    const [passkey] = await passkeysOf(sam)
    expect(passkey.usedAt).not.toBeNull()
  })

  test('asks for no code, also with two-step sign-in', async () => {
    const sam = await withPasskey()
    const begun = (await sam.post('/api/me/second-factor', { password })).json
    await sam.put('/api/me/second-factor', { code: codeFrom(begun.uri) })
    expect((await signInWithPasskey(product.visitor(), sam.device)).json.userId).toBe(sam.userId)
    const byPassword = await product.visitor().post('/api/sessions', { email: sam.email, password })
    expect(byPassword.json).toEqual({ secondFactor: 'code' })
  })

  test('is refused without verification, for another site, with another key, a used or another challenge', async () => {
    const sam = await withPasskey()
    const refused = async (browser: Visitor, more: object, key = sam.device.keys[0]) =>
      (await signInWithPasskey(browser, sam.device, more, key)).json.code
    const browser = product.visitor()
    expect(await refused(browser, { isVerified: false })).toBe('passkey_not_accepted')
    expect(await refused(browser, { origin: 'https://evil.test' })).toBe('passkey_not_accepted')
    const strange = createAuthenticator()
    strange.create({ user: { id: 'x' }, challenge: 'x' })
    const [own, other] = [sam.device.keys[0], strange.keys[0]]
    if (!own || !other) throw new Error('no keys')
    expect(await refused(browser, {}, other), 'unknown').toBe('passkey_not_accepted')
    expect(await refused(browser, {}, { ...other, id: own.id }), 'wrong key').toBe('passkey_not_accepted')
    const { options } = (await browser.post('/api/passkey-sign-ins/challenge')).json
    const answer = sam.device.sign(options)
    expect((await product.visitor().post('/api/passkey-sign-ins', answer)).json.code).toBe(
      'passkey_not_accepted',
    )
    expect((await browser.post('/api/passkey-sign-ins', answer)).status).toBe(201)
    const again = await browser.post('/api/passkey-sign-ins', answer)
    expect(again.json.code).toBe('passkey_not_accepted')
  })

  test('a challenge is good for five minutes', async () => {
    const sam = await withPasskey()
    const browser = product.visitor()
    const { options } = (await browser.post('/api/passkey-sign-ins/challenge')).json
    product.clock.advance(6 * 60_000)
    expect((await browser.post('/api/passkey-sign-ins', sam.device.sign(options))).json.code).toBe(
      'passkey_not_accepted',
    )
  })

  test('does not open a suspended or deleted account', async () => {
    const [sam, admin] = [await withPasskey(), await product.admin()]
    const act = (name: string) =>
      admin.post(`/api/admin/lists/users/acts/${name}`, {
        ids: [sam.userId],
        shown: 1,
        reason: 'Ticket 4711',
      })
    await act('suspend')
    const browser = product.visitor()
    expect((await signInWithPasskey(browser, sam.device)).json.code).toBe('suspended')
    expect(await me(browser)).toBeNull()
    await act('lift')
    expect((await signInWithPasskey(browser, sam.device)).json.userId).toBe(sam.userId)
    await browser.post('/api/me/passkeys/challenge', { password })
    expect((await browser.post('/api/me/closure', { password })).status).toBe(200)
    expect((await signInWithPasskey(product.visitor(), sam.device)).json.code).toBe('passkey_not_accepted')
    const left = await product.query(
      `select name from passkeys where user_id = $1 union all select value from verifications where value like '%' || $2 || '%'`,
      [sam.userId, sam.email],
    )
    expect(left).toEqual([])
  })
})

describe('changing passkeys', () => {
  test('they are renamed and removed by their owner alone', async () => {
    const [sam, other] = [await withPasskey(), await withPasskey()]
    const [{ id }] = await passkeysOf(sam)
    const path = `/api/me/passkeys/${id}`
    expect((await other.put(path, { name: 'Mine' })).json.code).toBe('no_such_passkey')
    expect((await other.send('DELETE', path)).json.code).toBe('no_such_passkey')
    expect((await sam.put(path, { name: 'Kitchen tablet' })).json).toEqual({ renamed: true })
    expect((await passkeysOf(sam))[0].name).toBe('Kitchen tablet')
    expect((await sam.send('DELETE', path)).json).toEqual({ removed: true })
    expect((await signInWithPasskey(product.visitor(), sam.device)).json.code).toBe('passkey_not_accepted')
    await product.sendMessages()
    expect((await lettersTo(pool(), sam.email))[0]?.text).toContain(
      'the passkey “Kitchen tablet” was removed',
    )
  })

  test('the last way to sign in cannot be removed', async () => {
    const sam = await withPasskey()
    await product.query(`delete from credentials where user_id = $1`, [sam.userId])
    const [{ id }] = await passkeysOf(sam)
    expect((await sam.send('DELETE', `/api/me/passkeys/${id}`)).json.code).toBe('last_sign_in_method')
  })

  test('they stay after a new password, and go when the owner of the mailbox claims the account', async () => {
    const sam = await withPasskey()
    const reset = async (browser: Visitor) => {
      await browser.post('/api/password-resets', { email: sam.email })
      await product.sendMessages()
      const token = await tokenFor(pool(), sam.email, '/reset-password')
      await browser.put('/api/password-resets', { token, password: 'fairway-nine' })
    }
    await reset(product.visitor())
    expect((await signInWithPasskey(product.visitor(), sam.device)).json.userId).toBe(sam.userId)
    // As if the passkey had been added before the mailbox was proven.
    await product.query('update profiles set mailbox_proven_at = null where id = $1', [sam.userId])
    await reset(product.visitor())
    expect((await signInWithPasskey(product.visitor(), sam.device)).json.code).toBe('passkey_not_accepted')
    await product.sendMessages()
    const letters = await lettersTo(pool(), sam.email)
    expect(letters.some(({ text }) => text.includes('passkeys'))).toBe(true)
  })

  test('an admin who acts as the person changes nothing', async () => {
    const [sam, admin] = [await withPasskey(), await product.admin()]
    const [{ id }] = await passkeysOf(sam)
    const stop = actAs(product, sam, admin.userId)
    try {
      for (const refused of [
        await sam.post('/api/me/passkeys/challenge', { password }),
        await sam.put(`/api/me/passkeys/${id}`, { name: 'Mine' }),
        await sam.send('DELETE', `/api/me/passkeys/${id}`),
        await sam.post('/api/passkey-sign-ins/challenge'),
      ])
        expect(refused.json.code).toBe('impersonating')
    } finally {
      stop()
    }
  })

  test('the export lists them without keys', async () => {
    const sam = await withPasskey()
    const { json, text } = await sam.get('/api/me/export')
    expect(json.passkeys).toEqual([{ name: 'My phone', added_at: expect.any(String), used_at: null }])
    const [row] = await product.query('select credential_id, public_key from passkeys where user_id = $1', [
      sam.userId,
    ])
    expect(text).not.toContain(row.credential_id)
    expect(text).not.toContain(row.public_key)
  })
})

describe('admins who must have a second step', () => {
  const real = testProduct({ ADMIN_TWO_FACTOR: 'required' })
  const isAdmin = async (who: Visitor) => (await who.get('/api/admin/people')).status === 200

  async function adminWithPasskey() {
    const avery = await withPasskey(real)
    await giveRole(real.database.pool, avery.userId, 'admin')
    real.services.sessions.forget(avery.userId)
    return avery
  }

  test('have one with a passkey: it opens the back office, and a password alone opens nothing', async () => {
    const avery = await adminWithPasskey()
    const browser = real.visitor()
    expect((await signInWithPasskey(browser, avery.device)).json.role).toBe('admin')
    expect(await isAdmin(browser)).toBe(true)

    const byPassword = real.visitor()
    const answer = await byPassword.post('/api/sessions', { email: avery.email, password })
    expect(answer.json).toEqual({ secondFactor: 'passkey' })
    expect(await me(byPassword)).toBeNull()
    expect(await isAdmin(byPassword)).toBe(false)
    expect(
      (await byPassword.post('/api/me/second-factor', { password })).json.code,
      'no other second step',
    ).toBe('passkey_needed')
    expect((await signInWithPasskey(byPassword, avery.device)).json.role).toBe('admin')
    expect(await isAdmin(byPassword)).toBe(true)
  })

  test('set up an app later: whoever waits with a password alone is signed out', async () => {
    const avery = await adminWithPasskey()
    const browser = real.visitor()
    await signInWithPasskey(browser, avery.device)
    const stranger = real.visitor()
    await stranger.post('/api/sessions', { email: avery.email, password })
    const { uri } = (await browser.post('/api/me/second-factor', { password })).json
    expect((await browser.put('/api/me/second-factor', { code: codeFrom(uri) })).json.role).toBe('admin')
    expect([await me(stranger), await isAdmin(stranger)]).toEqual([null, false])
    expect(await isAdmin(browser)).toBe(true)
    expect((await browser.get('/api/me/sessions')).json).toHaveLength(1)
  })

  test('keep it when the cookie is renewed, and cannot remove it before they have another', async () => {
    const avery = await adminWithPasskey()
    const browser = real.visitor()
    await signInWithPasskey(browser, avery.device)
    await browser.post('/api/me/sessions/end', { keepThis: true })
    expect(await isAdmin(browser)).toBe(true)
    const [{ id }] = await passkeysOf(browser)
    const remove = () => browser.send('DELETE', `/api/me/passkeys/${id}`)
    expect((await remove()).json.code).toBe('second_factor_required')
    expect((await addPasskey(browser, createAuthenticator(), password)).status).toBe(201)
    expect((await remove()).json).toEqual({ removed: true })
  })

  test('who lost the device are helped by another admin, and sign in from the beginning', async () => {
    const [avery, other] = [await adminWithPasskey(), await adminWithPasskey()]
    const helper = real.visitor()
    await signInWithPasskey(helper, other.device)
    const path = `/api/admin/users/${avery.userId}/second-factor/removal`
    const done = await helper.post(path, { reason: 'Lost the phone, verified by phone call' })
    expect(done.status, done.text).toBe(200)
    expect((await signInWithPasskey(real.visitor(), avery.device)).json.code).toBe('passkey_not_accepted')
    const answer = await real.visitor().post('/api/sessions', { email: avery.email, password })
    expect(answer.json).toEqual({ secondFactor: 'set_up' })
  })

  test('keep their passkeys when a link proves the mailbox', async () => {
    const avery = await adminWithPasskey()
    await real.query('update profiles set mailbox_proven_at = null where id = $1', [avery.userId])
    const browser = real.visitor()
    await browser.post('/api/magic-links', { email: avery.email })
    await real.sendMessages()
    const token = await tokenFor(real.database.pool, avery.email, '/magic-link-login')
    expect((await browser.put('/api/magic-links', { token })).json).toEqual({ secondFactor: 'passkey' })
    expect(await isAdmin(browser)).toBe(false)
    expect((await signInWithPasskey(real.visitor(), avery.device)).json.role).toBe('admin')
  })
})

describe('attempts', () => {
  const limited = testProduct({ RATE_LIMITS: 'on' })

  test('are limited per address', async () => {
    const device = createAuthenticator()
    device.create({ user: { id: 'x' }, challenge: 'x' })
    const codes = new Set<string>()
    for (let n = 0; n < 61; n++) codes.add((await signInWithPasskey(limited.visitor(), device)).json.code)
    expect(codes).toEqual(new Set(['passkey_not_accepted', 'too_many_requests']))
  })
})

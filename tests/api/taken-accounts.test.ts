import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { receiveInboundText } from '#features/notifications/texting/commands.ts'
import { mayText } from '#features/notifications/texting/may-text.ts'
import { confirmAddress, lettersTo, tokenFor } from '../support/mail.ts'
import { testProduct, type Visitor } from '../support/product.ts'
import { codeFrom } from '../support/totp.ts'

/**
 * An attacker opens an account with someone else's address, or had access earlier. The owner of the address
 * gets the account.
 */
const product = testProduct()
const pool = () => product.database.pool
const password = 'fairway-seven'
type Person = Awaited<ReturnType<typeof product.student>>

const me = async (who: Visitor) => (await who.get('/api/me')).json?.userId ?? null
const signIn = async (email: string, secret: string, who = product.visitor()) =>
  (await who.post('/api/sessions', { email, password: secret })).status

async function letterTo(email: string, page: string) {
  await product.sendMessages()
  return await tokenFor(pool(), email, page)
}
async function linkFor(kind: 'password-resets' | 'magic-links', email: string) {
  await product.visitor().post(`/api/${kind}`, { email })
  return await letterTo(email, kind === 'magic-links' ? '/magic-link-login' : '/reset-password')
}
/** Ways to claim an account by its mailbox: requests the link, and defines how it is used. */
const claims = {
  'a sign-in link': async (email: string) => {
    const token = await linkFor('magic-links', email)
    return (owner: Visitor) => owner.put('/api/magic-links', { token })
  },
  'a new password': async (email: string) => {
    const token = await linkFor('password-resets', email)
    return (owner: Visitor) => owner.put('/api/password-resets', { token, password: 'chosen by the owner' })
  },
}

/** Sets up everything that reveals data of an account without signing in. */
async function listenIn(who: Person) {
  const { json } = await who.post('/api/calendar-feed')
  const number = `+1704555${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`
  await who.put('/api/me/account', { name: 'Sam Rivera', phone: number, city: '' })
  await pool().query(
    `insert into sms_consents (user_id, phone, action, source, wording, is_proved, said_at)
       values ($1, $2, 'given', 'settings', 'Yes', true, $3)`,
    [who.userId, number, new Date(product.clock.now())],
  )
  await pool().query(
    `insert into push_subscriptions (user_id, endpoint, p256dh, auth, created_at) values ($1, $2, 'k', 'a', $3)`,
    [who.userId, `https://push.test/${who.userId}/${Math.random()}`, new Date(product.clock.now())],
  )
  const events = ['booking.confirmed']
  expect((await who.post('/api/me/webhooks', { url: 'https://hooks.test/in', events })).status).toBe(201)
  const made = await who.post('/api/me/access-tokens', {
    name: 'A program',
    scopes: ['profile:read'],
  })
  expect(made.status, made.text).toBe(201)
  return { feed: new URL(json.url).pathname, token: String(made.json.token) }
}
type Listening = Awaited<ReturnType<typeof listenIn>>

/** Returns which of them still work, also after a text from the number that opts in again. */
async function hears(userId: string, { feed, token }: Listening) {
  const { rows } = await pool().query<{ push: number; hooks: number; phone: string | null }>(
    `select (select count(*)::int from push_subscriptions where user_id = $1) as push,
      (select count(*)::int from webhook_endpoints where user_id = $1 and disabled_at is null) as hooks,
      (select phone from sms_consents where user_id = $1 order by id limit 1) as phone`,
    [userId],
  )
  const { push = 0, hooks = 0, phone = null } = rows[0] ?? {}
  const mayBeTexted = async () => phone !== null && (await mayText(product.services.db, userId, phone))
  const isTexted = await mayBeTexted()
  if (phone) await receiveInboundText(product.services, { id: randomUUID(), from: phone, text: 'START' })
  const calendar = (await product.visitor().get(feed)).status === 200
  return [
    ...(calendar ? ['calendar'] : []),
    ...(push > 0 ? ['push'] : []),
    ...(isTexted || (await mayBeTexted()) ? ['texts'] : []),
    ...(hooks > 0 ? ['webhooks'] : []),
    ...(await callsWith(token)),
  ]
}

/** Everything that reveals data or acts on behalf of an account. */
const everything = ['calendar', 'push', 'texts', 'webhooks', 'programs']
async function callsWith(token: string) {
  const answer = await product
    .visitor()
    .send('GET', '/api/v1/me', undefined, { authorization: `Bearer ${token}` })
  return answer.status === 200 ? ['programs'] : []
}

describe.each(Object.entries(claims))(
  'a person who opened an account with an address whose owner claims it by %s',
  (_, claim) => {
    test('has no working link to change its address, sent before or later', async () => {
      const intruder = await product.student('Not Sam')
      const { email, userId } = intruder
      const [first, second] = [`first-${email}`, `second-${email}`]
      await intruder.post('/api/me/email', { newEmail: first, password })
      const mailed = await letterTo(first, '/confirm-email')
      const use = await claim(email)
      // Requested before the account is claimed, but sent afterwards, because the queue was slow.
      await intruder.post('/api/me/email', { newEmail: second, password })
      const owner = product.visitor()
      expect((await use(owner)).json.userId).toBe(userId)
      await product.sendMessages()
      expect(await lettersTo(pool(), second)).toEqual([])
      for (const body of [{ token: mailed }, { token: mailed, password }])
        expect((await product.visitor().put('/api/email-changes', body)).status).toBeGreaterThanOrEqual(400)
      expect((await owner.put('/api/email-changes', { token: mailed })).status).toBe(410)
      expect((await owner.get('/api/me')).json.email).toBe(email)
    })

    test('loses session, password, second factor, calendar, notifications and texts; the email says so', async () => {
      const intruder = await product.student('Not Sam')
      const { email, userId } = intruder
      const { uri } = (await intruder.post('/api/me/second-factor', { password })).json
      await intruder.put('/api/me/second-factor', { code: codeFrom(uri) })
      const listening = await listenIn(intruder)
      expect(await hears(userId, listening)).toEqual(everything)
      const owner = product.visitor()
      expect((await (await claim(email))(owner)).json.userId).toBe(userId)
      expect([await me(intruder), await me(owner)]).toEqual([null, userId])
      expect(await signIn(email, password)).toBe(401)
      expect(await hears(userId, listening)).toEqual([])
      expect((await owner.get('/api/me/account')).json.phone).toBe('')
      expect((await owner.get('/api/me/second-factor')).json.isOn).toBe(false)
      await product.sendMessages()
      expect((await lettersTo(pool(), email)).map(({ subject }) => subject)).toContain(
        'This account is yours now',
      )
    })
  },
)

describe('a first emailed link', () => {
  test('warns before use that it ends the password, and does not in the signed-in browser', async () => {
    const sam = await product.student()
    const token = await linkFor('magic-links', sam.email)
    const look = (who: Visitor) => who.get(`/api/account-links?purpose=magic-link&token=${token}`)
    expect((await look(product.visitor())).json.endsPassword).toBe(true)
    expect((await look(sam)).json.endsPassword).toBe(false)
    expect((await sam.put('/api/magic-links', { token })).status).toBe(200)
    expect((await sam.get('/api/me/account')).json).toMatchObject({
      hasPassword: true,
      isEmailVerified: true,
    })
    // Later links to the mailbox do not change the password.
    const later = await linkFor('magic-links', sam.email)
    await product.visitor().put('/api/magic-links', { token: later })
    expect(await signIn(sam.email, password)).toBe(201)
  })
})

describe('a click on the link that confirms an address', () => {
  test('does not confirm another person’s account: it requires the session or the password', async () => {
    const intruder = await product.student('Not Sam')
    const token = await letterTo(intruder.email, '/verify-email')
    const reader = product.visitor()
    const look = async (who: Visitor) =>
      (await who.get(`/api/account-links?purpose=email-verification&token=${token}`)).json.needsPassword
    expect([await look(reader), await look(intruder)]).toEqual([true, false])
    const bare = await reader.put('/api/email-verifications', { token })
    expect([bare.status, bare.json.code]).toEqual([403, 'password_needed'])
    const guess = await reader.put('/api/email-verifications', { token, password: 'not the one' })
    expect([guess.status, guess.json.code]).toEqual([403, 'wrong_password'])
    const robin = await product.student('Robin Rival')
    expect((await robin.put('/api/email-verifications', { token })).json.code).toBe('password_needed')
    // The token is not used up: it can be confirmed with the password, in any browser.
    expect((await reader.put('/api/email-verifications', { token, password })).status).toBe(200)
    expect((await intruder.get('/api/me/account')).json.isEmailVerified).toBe(true)
  })

  test('can report “this was not me” instead: everyone is signed out, and the address is free', async () => {
    const intruder = await product.student('Not Sam')
    const { email } = intruder
    const listening = await listenIn(intruder)
    const token = await letterTo(email, '/verify-email')
    const refuse = () =>
      product.visitor().post('/api/mailbox-refusals', { purpose: 'email-verification', token })
    expect((await refuse()).status).toBe(200)
    expect((await refuse()).status).toBe(410)
    expect([await me(intruder), await signIn(email, password)]).toEqual([null, 401])
    expect((await product.visitor().get(listening.feed)).status).toBe(404)
    const fresh = await product.visitor().post('/api/accounts', {
      name: 'Sam Rivera',
      email,
      phone: '7045550100',
      password: 'a password of mine',
    })
    expect(fresh.status).toBe(201)
  })

  test('can’t reject an account whose owner was already confirmed', async () => {
    const sam = await product.student()
    const token = await letterTo(sam.email, '/verify-email')
    await sam.put('/api/email-verifications', { token })
    const refused = await product
      .visitor()
      .post('/api/mailbox-refusals', { purpose: 'email-verification', token })
    expect([refused.status, await me(sam)]).toEqual([410, sam.userId])
  })
})

describe('a change of address', () => {
  test('to another person’s mailbox is not completed by that person’s click alone, and can be rejected', async () => {
    const intruder = await product.student('Not Sam')
    const theirs = `victim-${intruder.email}`
    await intruder.post('/api/me/email', { newEmail: theirs, password })
    const token = await letterTo(theirs, '/confirm-email')
    const reader = product.visitor()
    expect((await reader.put('/api/email-changes', { token })).json.code).toBe('password_needed')
    const refusal = { purpose: 'email-change', token }
    expect((await reader.post('/api/mailbox-refusals', refusal)).status).toBe(200)
    expect((await intruder.put('/api/email-changes', { token })).status).toBe(410)
    expect((await intruder.get('/api/me')).json.email).toBe(intruder.email)
  })

  test('works in another browser with the password, and not after a password change', async () => {
    const sam = await product.student()
    const next = `next-${sam.email}`
    await sam.post('/api/me/email', { newEmail: next, password })
    const token = await letterTo(next, '/confirm-email')
    await sam.put('/api/me/password', { currentPassword: password, newPassword: 'another one, longer' })
    expect((await sam.put('/api/email-changes', { token })).status).toBe(410)
    await sam.post('/api/me/email', { newEmail: next, password: 'another one, longer' })
    const again = await letterTo(next, '/confirm-email')
    const body = { token: again, password: 'another one, longer' }
    expect((await product.visitor().put('/api/email-changes', body)).json).toEqual({ email: next })
  })
})

describe('notifications set up in an account', () => {
  const ends: Record<string, (sam: Person) => Promise<unknown>> = {
    'a new password by a mailed link': async (sam) =>
      await (await claims['a new password'](sam.email))(product.visitor()),
    'a changed password': async (sam) =>
      await sam.put('/api/me/password', { currentPassword: password, newPassword: 'another one, longer' }),
    'signing out everywhere': async (sam) => await sam.post('/api/me/sessions/end', { keepThis: false }),
    'signing out everywhere else': async (sam) => await sam.post('/api/me/sessions/end', { keepThis: true }),
    'deleting it': async (sam) => await sam.post('/api/me/closure', { password }),
  }
  test.each(Object.entries(ends))('stop after %s', async (_, end) => {
    const sam = await product.student()
    await confirmAddress(product, sam)
    const listening = await listenIn(sam)
    expect(await hears(sam.userId, listening)).toEqual(everything)
    await end(sam)
    expect(await hears(sam.userId, listening)).toEqual([])
  })

  test('continue where the other devices stay signed in', async () => {
    const sam = await product.student()
    const listening = await listenIn(sam)
    const change = { currentPassword: password, newPassword: 'another one, longer', endOthers: false }
    await sam.put('/api/me/password', change)
    expect(await hears(sam.userId, listening)).toEqual(everything)
  })

  test('continue in the browser that signs out the others', async () => {
    const sam = await product.student()
    const [own, other] = ['own', 'other'].map((name) => `https://push.test/${sam.userId}/${name}`)
    for (const endpoint of [own, other])
      await pool().query(
        `insert into push_subscriptions (user_id, endpoint, p256dh, auth, created_at) values ($1, $2, 'k', 'a', $3)`,
        [sam.userId, endpoint, new Date(product.clock.now())],
      )
    await sam.post('/api/me/sessions/end', { keepThis: true, ownPushEndpoint: own })
    const left = await pool().query('select endpoint from push_subscriptions where user_id = $1', [
      sam.userId,
    ])
    expect(left.rows).toEqual([{ endpoint: own }])
  })
})

describe('a sign-in in progress', () => {
  test('with the old password fails when a new one was set meanwhile', async () => {
    const sam = await product.student()
    const token = await linkFor('password-resets', sam.email)
    const holding = await pool().connect()
    await holding.query('begin')
    await holding.query('select 1 from profiles where id = $1 for update', [sam.userId])
    const waiting = async (n: number) =>
      await expect
        .poll(
          async () =>
            (
              await pool().query(
                `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
              )
            ).rows[0].n,
          { timeout: 10_000 },
        )
        .toBe(n)
    const reset = product.visitor().put('/api/password-resets', { token, password: 'chosen by the owner' })
    await waiting(1)
    const intruder = product.visitor()
    const old = signIn(sam.email, password, intruder)
    await waiting(2)
    await holding.query('commit')
    holding.release()
    expect((await reset).status).toBe(200)
    expect([await old, await me(intruder)]).toEqual([401, null])
    const { rows } = await pool().query('select count(*)::int as n from sessions where user_id = $1', [
      sam.userId,
    ])
    expect(rows[0].n).toBe(1)
  })

  test('in two steps can’t be completed after a password change', async () => {
    const sam = await product.student()
    await confirmAddress(product, sam)
    const begun = (await sam.post('/api/me/second-factor', { password })).json
    await sam.put('/api/me/second-factor', { code: codeFrom(begun.uri) })
    const intruder = product.visitor()
    expect((await intruder.post('/api/sessions', { email: sam.email, password })).json.secondFactor).toBe(
      'code',
    )
    await sam.put('/api/me/password', { currentPassword: password, newPassword: 'another one, longer' })
    const late = await intruder.post('/api/sessions/second-factor', { code: begun.backupCodes[0] })
    expect([late.json.code, await me(intruder)]).toEqual(['sign_in_again', null])
  })
})

describe('an admin', () => {
  test.each(Object.entries(claims))(
    'keeps the second factor when %s is used before the address was confirmed',
    async (_, claim) => {
      const admin = await product.admin('Ada Admin')
      const { uri } = (await admin.post('/api/me/second-factor', { password })).json
      await admin.put('/api/me/second-factor', { code: codeFrom(uri) })
      const reader = product.visitor()
      expect((await (await claim(admin.email))(reader)).json).toEqual({ secondFactor: 'code' })
      expect(await me(reader)).toBeNull()
      const code = codeFrom(uri, Date.now() + 30_000)
      expect((await reader.post('/api/sessions/second-factor', { code })).status).toBe(201)
    },
  )
})

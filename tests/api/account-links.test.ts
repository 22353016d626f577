import { describe, expect, test } from 'vitest'
import { MINUTE } from '#platform/duration.ts'
import { confirmAddress, lettersTo, tokenFor } from '../support/mail.ts'
import { charlotteTime } from '../support/now.ts'
import { testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
const pool = () => product.database.pool
const password = 'fairway-seven'

async function ask(path: string, email: string, body: object = {}) {
  const answer = await product.visitor().post(path, { email, ...body })
  await product.sendMessages()
  return answer
}

/** Requests a link and reads it from the email. */
async function linkFor(kind: 'password-resets' | 'magic-links', email: string) {
  await ask(`/api/${kind}`, email)
  return await tokenFor(pool(), email, kind === 'magic-links' ? '/magic-link-login' : '/reset-password')
}

const useAs = (who: Visitor, kind: string, body: object) => who.put(`/api/${kind}`, body)
const use = (kind: string, body: object) => useAs(product.visitor(), kind, body)

describe('a forgotten password', () => {
  test('is reset once with the emailed link; all other devices are signed out and notified', async () => {
    const sam = await product.student()
    const token = await linkFor('password-resets', sam.email)
    const browser = product.visitor()
    const body = JSON.stringify({ token, password: 'a brand new password' })
    const reset = await browser.send('PUT', '/api/password-resets', body, {
      'content-type': 'application/json',
    })
    expect([reset.status, reset.json.userId]).toEqual([200, sam.userId])
    // The browser with the link is signed in, the earlier session is ended, and the old password no longer
    // works.
    expect((await browser.get('/api/me')).json.userId).toBe(sam.userId)
    expect((await sam.get('/api/me')).json).toBeNull()
    expect((await product.visitor().post('/api/sessions', { email: sam.email, password })).status).toBe(401)
    const again = await product
      .visitor()
      .post('/api/sessions', { email: sam.email, password: 'a brand new password' })
    expect(again.status).toBe(201)
    expect((await use('password-resets', { token, password: 'yet another one' })).status).toBe(410)
    await product.sendMessages()
    expect((await lettersTo(pool(), sam.email)).map(({ subject }) => subject)).toContain(
      'Your password was changed',
    )
  })

  test('lets only one of two simultaneous attempts use the link', async () => {
    const sam = await product.student()
    const token = await linkFor('password-resets', sam.email)
    const tries = await Promise.all(
      ['first of the two', 'second of the two'].map((next) =>
        use('password-resets', { token, password: next }),
      ),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 410])
  })

  test('the link lasts an hour, and using one invalidates the others', async () => {
    const sam = await product.student()
    const first = await linkFor('password-resets', sam.email)
    product.clock.advance(59 * MINUTE)
    const state = await product.visitor().get(`/api/account-links?purpose=password-reset&token=${first}`)
    expect(state.json).toEqual({
      state: 'good',
      email: expect.stringMatching(/^.•••@students\.test$/),
      needsPassword: false,
      endsPassword: false,
    })
    const second = await linkFor('password-resets', sam.email)
    expect(second).not.toBe(first)
    expect((await use('password-resets', { token: second, password: 'with the second' })).status).toBe(200)
    expect((await use('password-resets', { token: first, password: 'with the first' })).status).toBe(410)

    const third = await linkFor('password-resets', sam.email)
    product.clock.advance(60 * MINUTE)
    const late = await product.visitor().get(`/api/account-links?purpose=password-reset&token=${third}`)
    expect(late.json.state).toBe('expired')
    expect((await use('password-resets', { token: third, password: 'an hour later' })).status).toBe(410)
  })

  test('gives the same answer for an unknown address, and sends no email', async () => {
    const sam = await product.student()
    const known = await ask('/api/password-resets', sam.email)
    const unknown = await ask('/api/password-resets', 'nobody@students.test')
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    expect(await lettersTo(pool(), 'nobody@students.test')).toEqual([])
  })

  test('the new password must follow the rules', async () => {
    const sam = await product.student()
    const token = await linkFor('password-resets', sam.email)
    const bad = await use('password-resets', { token, password: 'titleist' })
    expect([bad.status, bad.json.message]).toEqual([400, 'This password is too easy to guess'])
    expect((await use('password-resets', { token, password: 'a good one, after all' })).status).toBe(200)
  })

  test('a mailbox gets at most five emails an hour, no matter who asks, and the newest link still works', async () => {
    const sam = await product.student()
    for (let i = 0; i < 8; i++) await product.visitor().post('/api/password-resets', { email: sam.email })
    await product.sendMessages()
    const resets = (await lettersTo(pool(), sam.email)).filter(({ subject }) => /new password/.test(subject))
    expect(resets).toHaveLength(5)
    const token = await tokenFor(pool(), sam.email, '/reset-password')
    expect((await use('password-resets', { token, password: 'after the flood' })).status).toBe(200)
  })
})

describe('a sign-in link', () => {
  test('signs in once within 15 minutes and returns people to where they were going', async () => {
    const sam = await product.student()
    await confirmAddress(product, sam)
    await ask('/api/magic-links', sam.email, { redirect: '/lessons?when=past' })
    const [letter] = await lettersTo(pool(), sam.email)
    expect(letter?.text).toContain('redirect=%2Flessons%3Fwhen%3Dpast')
    const token = await tokenFor(pool(), sam.email, '/magic-link-login')
    const tries = await Promise.all([use('magic-links', { token }), use('magic-links', { token })])
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 410])
    // The password and the other session stay valid: the mailbox was verified before.
    expect((await sam.get('/api/me')).json.userId).toBe(sam.userId)
    expect((await product.visitor().post('/api/sessions', { email: sam.email, password })).status).toBe(201)

    const late = await linkFor('magic-links', sam.email)
    product.clock.advance(15 * MINUTE)
    expect((await use('magic-links', { token: late })).status).toBe(410)
  })

  test('never redirects to another site', async () => {
    const sam = await product.student()
    await ask('/api/magic-links', sam.email, { redirect: 'https://evil.example/' })
    expect((await lettersTo(pool(), sam.email))[0]?.text).not.toContain('evil')
  })

  test('signs out anyone who opened the account with an address they do not own', async () => {
    const squatter = await product.student('Not Sam')
    const token = await linkFor('magic-links', squatter.email)
    const owner = product.visitor()
    const body = JSON.stringify({ token })
    await owner.send('PUT', '/api/magic-links', body, { 'content-type': 'application/json' })
    expect((await owner.get('/api/me/account')).json).toMatchObject({
      isEmailVerified: true,
      hasPassword: false,
    })
    expect((await squatter.get('/api/me')).json).toBeNull()
    const back = await product.visitor().post('/api/sessions', { email: squatter.email, password })
    expect(back.status).toBe(401)
  })

  test('can’t be used for anything else, and a guessed one does nothing', async () => {
    const sam = await product.student()
    const token = await linkFor('magic-links', sam.email)
    expect((await use('password-resets', { token, password: 'not what it is for' })).status).toBe(410)
    expect((await use('email-verifications', { token })).status).toBe(410)
    expect((await use('email-changes', { token })).status).toBe(410)
    const guess = await use('magic-links', { token: 'a'.repeat(43) })
    const spent = await use('magic-links', { token: `${token}x` })
    expect([guess.status, guess.text]).toEqual([spent.status, spent.text])
    expect(guess.status).toBe(410)
  })

  test('gives the same answer for an address without an account', async () => {
    const sam = await product.student()
    const known = await ask('/api/magic-links', sam.email)
    const unknown = await ask('/api/magic-links', 'nobody@students.test')
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  })
})

describe('an email address', () => {
  test('is confirmed by the link in the first email; opening the page alone does not confirm it', async () => {
    const sam = await product.student()
    await product.sendMessages()
    const token = await tokenFor(pool(), sam.email, '/verify-email')
    expect((await product.visitor().get(`/verify-email?token=${token}`)).status).toBe(200)
    await product.visitor().get(`/api/account-links?purpose=email-verification&token=${token}`)
    expect((await sam.get('/api/me/account')).json.isEmailVerified).toBe(false)
    expect((await useAs(sam, 'email-verifications', { token })).status).toBe(200)
    expect((await sam.get('/api/me/account')).json.isEmailVerified).toBe(true)
    expect((await useAs(sam, 'email-verifications', { token })).status).toBe(410)
  })

  test('can be unconfirmed and the person can still book', async () => {
    const sam = await product.student()
    expect((await sam.get('/api/me/account')).json.isEmailVerified).toBe(false)
    const answer = await sam.post('/api/bookings', {
      instructorId: sam.userId,
      start: charlotteTime(3, 9),
      durationMinutes: 60,
    })
    // There is no such coach; the test only checks that the request was not rejected because of the address.
    expect([answer.status, answer.json.code]).toEqual([409, 'slot_gone'])
  })

  test('changes after the password and the new mailbox are verified; the old address is notified and its links stop working', async () => {
    const sam = await product.student()
    const oldReset = await linkFor('password-resets', sam.email)
    const next = `new-${sam.email}`
    const wrong = await sam.post('/api/me/email', { newEmail: next, password: 'not it' })
    expect([wrong.status, wrong.json.code]).toEqual([403, 'wrong_password'])
    expect((await sam.post('/api/me/email', { newEmail: next.toUpperCase(), password })).status).toBe(200)
    await product.sendMessages()
    expect((await sam.get('/api/me')).json.email).toBe(sam.email)
    const token = await tokenFor(pool(), next, '/confirm-email')
    expect((await useAs(sam, 'email-changes', { token })).json).toEqual({ email: next })
    expect((await sam.get('/api/me')).json.email).toBe(next)
    await product.sendMessages()
    expect((await lettersTo(pool(), sam.email))[0]?.text).toContain(next)
    expect((await use('email-changes', { token })).status).toBe(410)
    expect((await use('password-resets', { token: oldReset, password: 'from the old box' })).status).toBe(410)
    expect((await product.visitor().post('/api/sessions', { email: next, password })).status).toBe(201)
  })

  test('of another account can’t be taken, and asking does not reveal that it exists', async () => {
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    const taken = await sam.post('/api/me/email', { newEmail: alex.email, password })
    const free = await sam.post('/api/me/email', { newEmail: `free-${sam.email}`, password })
    expect([taken.status, taken.text]).toEqual([free.status, free.text])
    await product.sendMessages()
    expect((await lettersTo(pool(), alex.email)).map(({ subject }) => subject).join()).not.toMatch(
      /new email/,
    )
    // Another account took the address between the email and the click.
    const token = await tokenFor(pool(), `free-${sam.email}`, '/confirm-email')
    await pool().query('update profiles set email = $1 where id = $2', [`free-${sam.email}`, alex.userId])
    const late = await useAs(sam, 'email-changes', { token })
    expect([late.status, late.json.code]).toEqual([409, 'email_taken'])
  })

  test('links in emails can’t be derived from the database', async () => {
    const sam = await product.student()
    const token = await linkFor('magic-links', sam.email)
    for (const table of ['account_links', 'pgboss.job', 'email_logs']) {
      const { rows } = await pool().query(
        `select count(*)::int as n from ${table} t where t::text like '%' || $1 || '%'`,
        [token],
      )
      expect(rows[0].n, table).toBe(0)
    }
  })
})

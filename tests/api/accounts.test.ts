import { describe, expect, test } from 'vitest'
import { confirmAddress, lettersTo } from '../support/mail.ts'
import { charlotteTime, testNow } from '../support/now.ts'
import { addCoach, makeCoach } from '../support/people.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
const password = 'fairway-seven'
const pool = () => product.database.pool
const put = (body: object) => [JSON.stringify(body), { 'content-type': 'application/json' }] as const

describe('signing up', () => {
  test('two simultaneous sign-ups with one email create one account, and the other is told to sign in', async () => {
    const fields = { name: 'Sam', email: 'twice@students.test', phone: '7045550100', password }
    const tries = await Promise.all([1, 2, 3].map(() => product.visitor().post('/api/accounts', fields)))
    expect(tries.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    for (const refused of tries.filter(({ status }) => status === 409))
      expect(refused.json.message).toBe('This email is already registered. Please sign in instead.')
    const { rows } = await pool().query(`select id from profiles where email = 'twice@students.test'`)
    expect(rows).toHaveLength(1)
  })

  test('sends a welcome email that asks to confirm the address', async () => {
    const sam = await product.student()
    await product.sendMessages()
    expect((await lettersTo(pool(), sam.email)).map(({ subject }) => subject).sort()).toEqual([
      'Confirm your email address',
      'Welcome to Greenside',
    ])
  })

  test('leaves the name out of emails until the owner has confirmed the address', async () => {
    const sam = await product.student('Your Card Was Charged')
    await product.sendMessages()
    const letters = await lettersTo(pool(), sam.email)
    expect(letters).toHaveLength(2)
    for (const { subject, text } of letters) expect(subject + text).not.toContain('Charged')
    await confirmAddress(product, sam)
    await product.visitor().post('/api/password-resets', { email: sam.email })
    await product.sendMessages()
    expect((await lettersTo(pool(), sam.email)).map(({ text }) => text).join()).toContain(
      'Hello Your Card Was Charged, we were asked',
    )
  })

  test.each([
    'Your card was charged $980. Cancel at https://evil.example/x',
    'Cancel at evil.com',
    'www.evil',
    'Call 1-800-555-0199',
    'write to eve@strangers',
  ])('rejects “%s” as a name', async (name) => {
    const fields = { name, email: `${crypto.randomUUID()}@students.test`, phone: '7045550100', password }
    const refused = await product.visitor().post('/api/accounts', fields)
    expect([refused.status, refused.json.message]).toEqual([
      400,
      'A name cannot have a web address or a phone number in it',
    ])
    const sam = await product.student()
    const changed = await sam.send('PUT', '/api/me/account', ...put({ name, phone: '7045550100', city: '' }))
    expect(changed.status).toBe(400)
  })

  test.each([
    'J.R. Smith',
    'A.J.Foyt',
    'Anne-Marie O’Neill',
    'Dr. Martin Luther King Jr.',
    'Louis XIV',
    'Comfort St. John',
    'X Æ A-12',
    '李小龍',
  ])('accepts “%s” as a name', async (name) => {
    const fields = { name, email: `${crypto.randomUUID()}@students.test`, phone: '7045550100', password }
    expect((await product.visitor().post('/api/accounts', fields)).json.fullName).toBe(name)
  })

  test('as a coach creates a prospect, who is neither a student nor a coach', async () => {
    const jo = product.visitor()
    const made = await jo.post('/api/prospects', {
      name: 'Jo Reyes',
      email: 'jo@prospects.test',
      phone: '7045550100',
      password,
      role: 'admin',
      user_type: 'instructor',
    })
    expect([made.status, made.json.role]).toEqual([201, 'prospect'])
    expect((await jo.get('/api/me')).json.role).toBe('prospect')
    expect((await jo.post('/api/bookings', {})).status).toBe(403)
    expect((await jo.get('/api/coach/dashboard')).status).toBe(403)
    const { rows } = await pool().query(
      `select array_agg(role) as roles, min(user_type) as type from profiles p join user_roles r on r.user_id = p.id where p.id = $1`,
      [made.json.userId],
    )
    expect(rows).toEqual([{ roles: ['prospect'], type: 'student' }])
  })
})

describe('devices', () => {
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

  async function twoDevices() {
    const phone = await product.student()
    const laptop = product.visitor()
    await laptop.post('/api/sessions', { email: phone.email, password }, { 'user-agent': mac })
    return { phone, laptop }
  }

  test('are listed by description, current one first, without session secrets', async () => {
    const { phone, laptop } = await twoDevices()
    const list = await laptop.get('/api/me/sessions')
    expect(list.json).toMatchObject([
      { device: 'Chrome on a Mac', isThisOne: true },
      { device: 'An unknown device', isThisOne: false },
    ])
    const { rows } = await pool().query('select token from sessions where user_id = $1', [phone.userId])
    for (const { token } of rows) expect(list.text).not.toContain(token)
  })

  test('can be signed out from another device, effective with the next request', async () => {
    const { phone, laptop } = await twoDevices()
    const other = (await laptop.get('/api/me/sessions')).json.find(
      (one: { isThisOne: boolean }) => !one.isThisOne,
    )
    expect((await phone.get('/api/me')).json).not.toBeNull()
    expect((await laptop.send('DELETE', `/api/me/sessions/${other.id}`)).status).toBe(200)
    expect((await phone.get('/api/me')).json).toBeNull()
    expect((await laptop.get('/api/me')).json).not.toBeNull()
    expect((await laptop.send('DELETE', `/api/me/sessions/${other.id}`)).status).toBe(404)
  })

  test('can’t be signed out by another person', async () => {
    const { phone, laptop } = await twoDevices()
    const eve = await product.student('Eve')
    for (const { id } of (await laptop.get('/api/me/sessions')).json)
      expect((await eve.send('DELETE', `/api/me/sessions/${id}`)).status).toBe(404)
    expect((await phone.get('/api/me')).json).not.toBeNull()
  })

  test('can all be signed out at once, or all but the current one', async () => {
    const { phone, laptop } = await twoDevices()
    expect((await laptop.post('/api/me/sessions/end', { keepThis: true })).json).toEqual({ ended: 1 })
    expect([(await phone.get('/api/me')).json, (await laptop.get('/api/me')).json?.userId]).toEqual([
      null,
      phone.userId,
    ])
    expect((await laptop.post('/api/me/sessions/end', { keepThis: false })).json).toEqual({ ended: 1 })
    expect((await laptop.get('/api/me')).json).toBeNull()
  })
})

describe('your own account', () => {
  test('changes name, phone and city; the phone number is normalized', async () => {
    const sam = await product.student()
    const changed = await sam.send(
      'PUT',
      '/api/me/account',
      ...put({
        name: 'Samuel Rivera',
        phone: '(704) 555-0188',
        city: 'Charlotte',
        email: 'x@y.test',
        userType: 'admin',
        isEmailVerified: true,
      }),
    )
    expect(changed.json).toEqual({
      name: 'Samuel Rivera',
      email: sam.email,
      emailTrouble: null,
      isEmailVerified: false,
      phone: '+17045550188',
      city: 'Charlotte',
      sharesPhone: true,
      sharesEmail: true,
      hasPassword: true,
    })
    expect((await sam.get('/api/me')).json).toMatchObject({ fullName: 'Samuel Rivera', role: 'student' })
    const bad = await sam.send(
      'PUT',
      '/api/me/account',
      ...put({ name: ' ', phone: '', city: 'x'.repeat(101) }),
    )
    expect(bad.json.data.issues.map(({ message }: { message: string }) => message)).toEqual([
      'Name is required',
      'Phone number is required',
      'City must be less than 100 characters',
    ])
  })

  test('changes the password after checking the old one, and can sign out other devices', async () => {
    const sam = await product.student()
    const other = product.visitor()
    await other.post('/api/sessions', { email: sam.email, password })
    const change = (body: object) => sam.send('PUT', '/api/me/password', ...put(body))
    const wrong = await change({ currentPassword: 'not it', newPassword: 'a brand new one' })
    expect([wrong.status, wrong.json.code]).toEqual([403, 'wrong_password'])
    expect((await change({ currentPassword: password, newPassword: '123456' })).status).toBe(400)
    expect(
      (await change({ currentPassword: password, newPassword: 'second password', endOthers: false })).status,
    ).toBe(200)
    expect((await other.get('/api/me')).json).not.toBeNull()
    const before = sam.cookie
    expect((await change({ currentPassword: 'second password', newPassword: 'third password' })).status).toBe(
      200,
    )
    expect(sam.cookie).not.toBe(before)
    expect([(await other.get('/api/me')).json, (await sam.get('/api/me')).json?.userId]).toEqual([
      null,
      sam.userId,
    ])
  })

  test('can be downloaded as a file with all of the person’s own data and nobody else’s', async () => {
    const maya = await addCoach(pool())
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    for (const [who, start] of [
      [sam, charlotteTime(3, 9)],
      [alex, charlotteTime(3, 11)],
    ] as const)
      await who.post('/api/bookings', { instructorId: maya.id, start, durationMinutes: 60 })
    await product.sendMessages()
    const file = await sam.get('/api/me/export')
    expect(file.headers.get('content-disposition')).toMatch(
      new RegExp(`attachment|filename="data-${new Date(testNow).toISOString().slice(0, 10)}\\.json"`),
    )
    expect(file.json).toMatchObject({
      account: { email: sam.email, roles: ['student'] },
      sessions: [{ device: 'An unknown device' }],
      lessons: [{ coach: 'Maya Bennett', you_were: 'student', price_amount: '85.00', status: 'pending' }],
      payments: [{ amount: '85.00', currency: 'usd' }],
    })
    expect(file.json.lessons).toHaveLength(1)
    expect(file.text).not.toMatch(new RegExp(`${alex.email}|${alex.userId}|Alex|scrypt|"password"|"token"`))
    expect((await product.visitor().get('/api/me/export')).status).toBe(401)
  })
})

describe('closing an account', () => {
  const close = (
    who: { post: (path: string, body: object) => Promise<{ status: number; json: { code: string } }> },
    secret = password,
  ) => who.post('/api/me/closure', { password: secret })

  test('requires the password and waits until booked lessons are over', async () => {
    const maya = await addCoach(pool())
    const sam = await product.student()
    const booked = await sam.post('/api/bookings', {
      instructorId: maya.id,
      start: charlotteTime(4, 9),
      durationMinutes: 60,
    })
    expect((await close(sam, 'not it')).json.code).toBe('wrong_password')
    expect((await close(sam)).json.code).toBe('lessons_coming')
    await sam.send('DELETE', `/api/bookings/${booked.json.bookingId}/hold`)
    expect((await close(sam)).status).toBe(200)
    expect((await sam.get('/api/me')).json).toBeNull()
  })

  test('removes the person and keeps the financial records', async () => {
    const maya = await addCoach(pool())
    const sam = await product.student('Sam Unforgettable')
    const { json } = await sam.post('/api/bookings', {
      instructorId: maya.id,
      start: charlotteTime(5, 9),
      durationMinutes: 60,
    })
    await product.settle()
    await sam.send('DELETE', `/api/bookings/${json.bookingId}/hold`)
    expect((await close(sam)).status).toBe(200)
    await product.sendMessages()
    expect((await lettersTo(pool(), sam.email))[0]?.subject).toBe('Your account is deleted')

    const profile = await pool().query('select full_name, phone, city, email from profiles where id = $1', [
      sam.userId,
    ])
    expect(profile.rows).toEqual([
      { full_name: 'Anonymous', phone: null, city: null, email: `deleted-${sam.userId}@deleted.invalid` },
    ])
    const kept = await pool().query('select p.amount_cents from payments p where p.student_id = $1', [
      sam.userId,
    ])
    expect(kept.rows).toEqual([{ amount_cents: 8500 }])
    const { rows: tables } = await pool().query<{ t: string }>(
      `select table_name as t from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'email_logs'`,
    )
    for (const { t } of tables) {
      const { rows } = await pool().query(
        `select count(*)::int as n from ${t} x where x::text ilike '%Unforgettable%' or x::text ilike '%' || $1 || '%'`,
        [sam.email],
      )
      expect(rows[0].n, t).toBe(0)
    }
    expect((await product.visitor().post('/api/sessions', { email: sam.email, password })).status).toBe(401)
    // The address is free again.
    const again = await product
      .visitor()
      .post('/api/accounts', { name: 'Sam', email: sam.email, phone: '7045550100', password })
    expect(again.status).toBe(201)
  })

  test('hides a coach from search; an admin can’t close their account', async () => {
    const kim = await product.student('Kim Coach')
    await makeCoach(pool(), kim.userId)
    expect((await product.visitor().get(`/api/coaches/${kim.userId}`)).status).toBe(200)
    expect((await close(kim)).status).toBe(200)
    expect((await product.visitor().get(`/api/coaches/${kim.userId}`)).status).toBe(404)
    const avery = await product.admin()
    await expect.poll(async () => (await avery.get('/api/me')).json.role).toBe('admin')
    expect((await close(avery)).json.code).toBe('admins_stay')
  })
})

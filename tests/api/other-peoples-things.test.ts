import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { bookPaid } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { addCoach } from '../support/people.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
let booking: { bookingId: string; checkoutUrl: string }
/** One that is paid: only of such there is a calendar file. */
let paid: string
let sam: Awaited<ReturnType<typeof product.student>>

beforeAll(async () => {
  const maya = await addCoach(product.database.pool)
  sam = await product.student('Sam Rivera')
  paid = await bookPaid(product, sam, { instructorId: maya.id, start: charlotteTime(4, 9) })
  booking = (
    await sam.post('/api/bookings', {
      instructorId: maya.id,
      start: charlotteTime(3, 9),
      durationMinutes: 60,
    })
  ).json
})

describe('another person’s booking', () => {
  test('looks exactly like a nonexistent one', async () => {
    const alex = await product.student('Alex Kim')
    const theirs = await alex.get(`/api/bookings/${booking.bookingId}`)
    const nobodys = await alex.get('/api/bookings/00000000-0000-4000-8000-000000000000')
    expect([theirs.status, theirs.text]).toEqual([nobodys.status, nobodys.text])
    expect(theirs.status).toBe(404)
  })

  test.each(['calendar.ics', 'cancellation', 'new-times', 'problem', 'timeline', 'words'])(
    'reveals nothing under /%s that a nonexistent one would not',
    async (part) => {
      const alex = await product.student('Alex Kim')
      expect((await sam.get(`/api/bookings/${paid}`)).json.status).toBe('confirmed')
      const theirs = await alex.get(`/api/bookings/${paid}/${part}`)
      const nobodys = await alex.get(`/api/bookings/00000000-0000-4000-8000-000000000000/${part}`)
      expect([theirs.status, theirs.text]).toEqual([nobodys.status, nobodys.text])
      expect(theirs.status).toBe(404)
    },
  )

  test('can’t be followed through its checkout', async () => {
    const alex = await product.student('Alex Kim')
    expect((await alex.get(`/api/checkouts/${booking.checkoutUrl.split('/').at(-1)}`)).status).toBe(404)
  })

  test('can’t be released', async () => {
    const alex = await product.student('Alex Kim')
    const answer = await alex.send('DELETE', `/api/bookings/${booking.bookingId}/hold`)
    expect([answer.status, answer.json.code]).toEqual([404, 'no_such_booking'])
    expect((await sam.get(`/api/bookings/${booking.bookingId}`)).json.status).toBe('pending')
  })

  test('can’t be subscribed to', async () => {
    const alex = await product.student('Alex Kim')
    expect((await alex.get(`/events?topic=booking:${booking.bookingId}`)).status).toBe(404)
    expect((await alex.get(`/events?topic=user:${sam.userId}`)).status).toBe(404)
    expect((await alex.get('/events?topic=everything')).status).toBe(400)
  })

  test('is visible to an admin, without the payment URL', async () => {
    const avery = await product.admin()
    const seen = await avery.get(`/api/bookings/${booking.bookingId}`)
    expect(seen.json).toMatchObject({ id: booking.bookingId, checkoutUrl: null })
  })
})

describe('privilege escalation', () => {
  test('sign-up creates students, regardless of extra fields', async () => {
    const eve = product.visitor()
    const made = await eve.post('/api/accounts', {
      name: 'Eve',
      email: 'eve@students.test',
      phone: '7045550199',
      password: 'fairway-seven',
      user_type: 'admin',
      userType: 'admin',
      role: 'admin',
      emailVerified: true,
      id: sam.userId,
    })
    expect(made.json.role).toBe('student')
    const row = await product.database.pool.query(
      `select user_type, email_verified, array(select role from user_roles where user_id = p.id) as roles from profiles p where email = 'eve@students.test'`,
    )
    expect(row.rows[0]).toEqual({ user_type: 'student', email_verified: false, roles: ['student'] })
  })

  test('the database refuses an admin not created by hand, an invalid status, a negative price and an overlap', async () => {
    const { pool } = product.database
    const refuses = async (statement: string, code: string) =>
      await expect(pool.query(statement), statement).rejects.toMatchObject({ code })
    await refuses(`insert into user_roles values ('${sam.userId}', 'admin')`, '42501')
    await refuses(`update profiles set user_type = 'admin' where id = '${sam.userId}'`, '42501')
    await refuses(`update bookings set status = 'lost' where id = '${booking.bookingId}'`, '23514')
    await refuses(`update bookings set price_amount = -1 where id = '${booking.bookingId}'`, '23514')
    await refuses(`update bookings set status = 'completed' where id = '${booking.bookingId}'`, '23514')
    await refuses(`delete from profiles where id = '${sam.userId}'`, '23001')
    await refuses(
      `insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount, lesson_title, status, hold_expires_at, location_name)
       select instructor_id, student_id, lesson_date + interval '30 minutes', lesson_end, 60, time_zone, 1, 'x', 'confirmed', null, 'x' from bookings where id = '${booking.bookingId}'`,
      '23P01',
    )
  })
})

describe('invalid input gets a clear answer', () => {
  test.each([
    ['malformed JSON', '{"instructorId": ', 400],
    ['nothing', '', 400],
    ['a list', '[]', 400],
    ['prototype keys', '{"__proto__": {"role": "admin"}, "constructor": 1}', 400],
    ['a NUL', '{"instructorId": "\\u0000"}', 400],
  ])('%s', async (_, body, status) => {
    const answer = await sam.send('POST', '/api/bookings', body, { 'content-type': 'application/json' })
    expect(answer.status, answer.text).toBe(status)
    expect(answer.json.code).toBeTruthy()
    expect(answer.json.message).toBeTruthy()
  })

  test.each([
    ['an account', 'POST', '/api/accounts', { name: 'Nul', email: 'nul\0@x.test', phone: '7045550199' }],
    [
      'a quote',
      'POST',
      '/api/quotes',
      { start: charlotteTime(10, 10), durationMinutes: 60, promoCode: 'A\0B' },
    ],
    [
      'a question to support',
      'POST',
      '/api/support-tickets',
      { name: 'x', email: 'a@b.test', subject: '\0', message: 'm\0' },
    ],
    ['a checkout', 'GET', '/api/checkouts/%00', null],
  ])('a NUL character in a text of %s', async (_, method, path, more) => {
    const wished = { clientId: randomUUID(), instructorId: randomUUID(), password: 'fairway-seven', ...more }
    const answer = more
      ? await sam.send(method, path, JSON.stringify(wished), { 'content-type': 'application/json' })
      : await sam.get(path)
    expect([400, 404], answer.text).toContain(answer.status)
    expect(answer.json.message).toBeTruthy()
  })

  test('a 10 MB body is refused before it is read', async () => {
    const answer = await sam.send('POST', '/api/bookings', JSON.stringify({ text: 'x'.repeat(10_000_000) }), {
      'content-type': 'application/json',
    })
    expect([answer.status, answer.json.code]).toEqual([413, 'too_large'])
  })

  test('a cross-site request changes nothing', async () => {
    const answer = await sam.send('DELETE', '/api/sessions', undefined, {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    })
    expect([answer.status, answer.json.code]).toEqual([403, 'foreign_origin'])
    expect((await sam.get('/api/me')).json.userId).toBe(sam.userId)
  })

  test.each([
    ['name', { name: '' }, 'Name is required'],
    ['name', { name: 'x'.repeat(101) }, 'Name must be less than 100 characters'],
    ['email', { email: 'sam@' }, 'Invalid email address'],
    ['email', { email: `${'x'.repeat(250)}@a.test` }, 'Email must be less than 255 characters'],
    ['phone', { phone: ' ' }, 'Phone number is required'],
    ['phone', { phone: '1'.repeat(21) }, 'Phone number must be less than 20 characters'],
    ['password', { password: '12345' }, 'Password must be at least 6 characters'],
    ['password', { password: 'password' }, 'This password is too easy to guess'],
  ])('sign-up with an invalid %s', async (field, change, message) => {
    const fields = { name: 'Sam', email: 'new@students.test', phone: '7045550100', password: 'fairway-seven' }
    const answer = await product.visitor().post('/api/accounts', { ...fields, ...change })
    expect(answer.status).toBe(400)
    expect(answer.json.data.issues).toContainEqual({ path: field, message })
  })

  test('sign-up says that an email is taken, and a failed sign-in does not say what was wrong', async () => {
    const again = await product.visitor().post('/api/accounts', {
      name: 'Sam',
      email: sam.email.toUpperCase(),
      phone: '7045550100',
      password: 'fairway-seven',
    })
    expect([again.status, again.json.message]).toEqual([
      409,
      'This email is already registered. Please sign in instead.',
    ])
    const wrong = await product
      .visitor()
      .post('/api/sessions', { email: sam.email, password: 'not-it-at-all' })
    const unknown = await product
      .visitor()
      .post('/api/sessions', { email: 'nobody@students.test', password: 'not-it-at-all' })
    expect(wrong.status).toBe(401)
    expect([wrong.status, wrong.text]).toEqual([unknown.status, unknown.text])
  })

  test('signing out ends the session at once, including caches', async () => {
    const person = await product.student()
    const elsewhere = Object.assign(product.visitor(), { cookie: person.cookie })
    expect((await elsewhere.get('/api/me')).json.userId).toBe(person.userId)
    await person.send('DELETE', '/api/sessions')
    expect((await elsewhere.get('/api/me')).json).toBeNull()
  })
})

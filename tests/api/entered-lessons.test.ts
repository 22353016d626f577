import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import { bookingNumber } from '#features/bookings/booking.ts'
import { completeDueLessons } from '#features/bookings/completion/commands.ts'
import { notifySettled } from '#features/disputes/emails.ts'
import { remindOfLessons } from '#features/lesson-letters/reminders.ts'
import { sendTemplatedEmail } from '#features/notifications/jobs.ts'
import { dateIn, toIso } from '#platform/time.ts'
import { PaymentsUnavailable } from '#ports/payments/payments.ts'
import {
  balances,
  bookPaid,
  emailsAbout,
  enteredLesson,
  signedInCoach,
  verifyEmail,
} from '../support/lessons.ts'
import { confirmAddress, lettersTo, tokenFor } from '../support/mail.ts'
import { charlotteDay, charlotteTime, goodCard } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { shortGame } from '../support/proposals.ts'

const product = testProduct()
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>
beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  await verifyEmail(product, maya.userId)
  sam = await product.student('Sam Rivera')
  // They know each other by a lesson.
  await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(9, 10) })
})

const { query } = product
const lesson = (more: object = {}) =>
  enteredLesson({
    student: { is: 'known', studentId: sam.userId },
    start: charlotteTime(4, 10),
    ...more,
  })
const enter = (more: object = {}, person = maya) => person.post('/api/coach/lessons', lesson(more))

const yearIn = (instant: string) => dateIn(instant, 'America/New_York').slice(0, 4)

describe('a lesson entered by the coach', () => {
  test('paid elsewhere and missed: the student reads that nothing was paid here', async () => {
    const { bookingId } = (await enter()).json
    product.clock.moveTo(Date.parse(charlotteTime(4, 12)))
    await maya.signInAgain()
    const missed = await maya.post(`/api/bookings/${bookingId}/completion`, { outcome: 'no_show' })
    expect(missed.status, missed.text).toBe(200)
    await product.settle()
    const letter = (await lettersTo(product.database.pool, sam.email)).find(({ subject }) =>
      subject.includes('you missed a lesson'),
    )
    expect(letter?.text).toContain(
      'Nothing was paid through this site. What was paid directly is between the two of you.',
    )
    expect(letter?.text).not.toContain('$0')
  })

  test('paid elsewhere: is confirmed at once, labeled for both, without fee or payout', async () => {
    const entered = await enter({ title: 'Short game' })
    expect(entered.status, entered.text).toBe(201)
    expect(entered.json.checkoutUrl).toBeNull()
    const { bookingId } = entered.json
    await product.settle()
    for (const person of [maya, sam])
      expect((await person.get(`/api/bookings/${bookingId}`)).json).toMatchObject({
        status: 'confirmed',
        title: 'Short game',
        priceCents: 9_000,
        isPaidElsewhere: true,
      })
    expect(await emailsAbout(product, bookingId)).toEqual(['booking-confirmed-student'])
    product.clock.moveTo(Date.parse(charlotteTime(6, 12)))
    await completeDueLessons(product.services)
    expect(await balances(product, bookingId)).toEqual({})
    expect(await query('select 1 from payouts where booking_id = $1', [bookingId])).toEqual([])
    const taught = (await maya.get('/api/coach/lessons-taught')).json
    const own = { bookingId, isPaidDirectly: true, revenueCents: 9_000 }
    expect(taught.lessons.filter((one: { bookingId: string }) => one.bookingId === bookingId)).toMatchObject(
      taught.lessons.length > 0 ? [own] : [],
    )
    // A lesson of last year counts there.
    if (yearIn(charlotteTime(4, 10)) === yearIn(charlotteTime(6, 12))) {
      expect(taught).toMatchObject({ directCents: 9_000, shareCents: 0, revenueCents: 9_000 })
      expect((await maya.get('/api/coach/dashboard')).json).toMatchObject({
        revenueYearToDateCents: 9_000,
        shareYearToDateCents: 0,
        directYearToDateCents: 9_000,
      })
    }
  })

  test('paid elsewhere: the coach reads nothing about a share when a problem is reported and settled', async () => {
    for (const [hour, status, words] of [
      [10, 'rejected', 'We found no reason for a refund.'],
      [11, 'resolved', 'We settled it in the student’s favor.'],
    ] as const) {
      product.clock.moveTo(testNow)
      const { bookingId } = (await enter({ start: charlotteTime(4, hour) })).json
      product.clock.moveTo(Date.parse(charlotteTime(4, 13)))
      const problem = { reason: 'service_not_received', details: 'The coach did not come.' }
      expect((await sam.post(`/api/bookings/${bookingId}/problems`, problem)).status).toBe(201)
      expect((await maya.get(`/api/bookings/${bookingId}/problem`)).json).toMatchObject({ share: 'none' })
      await product.settle()
      await query(
        `update payment_disputes set status = $2, resolved_at = current_instant() where booking_id = $1`,
        [bookingId, status],
      )
      await product.services.db.transaction((tx) =>
        notifySettled(product.services, tx, bookingId, {
          occasion: randomUUID(),
          isResolved: status === 'resolved',
          isRefunded: false,
          explanation: '',
        }),
      )
      await product.settle()
      // The newest first.
      const read = (await lettersTo(product.database.pool, maya.email))
        .slice(0, 2)
        .map(({ text }) => text.replace(/\s+/g, ' '))
        .join('\n')
      expect(read).toContain('A student reported a problem')
      expect(read).toContain(words)
      expect(read).not.toMatch(/your share/i)
    }
  })

  test('paid here: the time is kept, the student is notified, pays, and the lesson is confirmed', async () => {
    const entered = await enter({ payment: 'here' })
    expect(entered.status, entered.text).toBe(201)
    const { bookingId, checkoutUrl } = entered.json
    await product.settle()
    expect(await emailsAbout(product, bookingId)).toEqual(['lesson-to-pay-student'])
    const held = (await sam.get(`/api/bookings/${bookingId}`)).json
    expect(held).toMatchObject({ status: 'pending', checkoutUrl, priceCents: 9_000 })
    // The checkout names the same terms as the letter.
    const page = (await sam.get(`/api/test-checkouts/${String(checkoutUrl).split('/').at(-1)}`)).json
    const [{ email }] = await query('select email from profiles where id = $1', [sam.userId])
    const [letter] = await lettersTo(product.database.pool, String(email))
    expect(page.terms).toMatch(/^Free cancellation until .* 50% refund until /)
    expect(letter?.text.replace(/\s+/g, ' ')).toContain(page.terms)
    // Kept for longer than a student's own hold.
    product.clock.advance(5 * 3_600_000)
    await sam.post(`/api/test-checkouts/${String(checkoutUrl).split('/').at(-1)}/payments`, goodCard)
    await product.settle()
    expect((await maya.get(`/api/bookings/${bookingId}`)).json).toMatchObject({
      status: 'confirmed',
      isPaidElsewhere: false,
      isDemo: false,
    })
    expect(await balances(product, bookingId)).toEqual({
      processor_cash: 9_000,
      coach_held: -8_100,
      platform_fee: -900,
    })
  })

  test('paid here: nothing is held while the processor is down, and the coach can send it again', async () => {
    const sent = { payment: 'here', idempotencyKey: randomUUID() }
    const { payments } = product.services
    const { startCheckout } = payments
    payments.startCheckout = async () => {
      throw new PaymentsUnavailable()
    }
    const away = await enter(sent)
    payments.startCheckout = startCheckout
    expect([away.status, away.json.code]).toEqual([503, 'payments_unavailable'])
    const day = `/api/coach/schedule?view=day&date=${charlotteDay(4)}`
    expect((await maya.get(day)).json.entries).toEqual([])
    const again = await enter(sent)
    expect(again.status, again.text).toBe(201)
    expect(again.json.checkoutUrl).toEqual(expect.any(String))
    expect((await maya.get(day)).json.entries).toHaveLength(1)

    // A student who was not notified by a failed request is notified by the repeated one, once.
    const next = { payment: 'here', start: charlotteTime(4, 13), idempotencyKey: randomUUID() }
    const { jobs } = product.services
    const { send } = jobs
    jobs.send = async (tx, kind, ...more) => {
      if (kind.name === sendTemplatedEmail.name) throw new Error('the database is away')
      await send(tx, kind, ...more)
    }
    const failed = await enter(next)
    jobs.send = send
    expect(failed.status).toBe(500)
    const repeated = await enter(next)
    expect(repeated.status, repeated.text).toBe(201)
    const { bookingId } = repeated.json
    expect((await sam.get(`/api/bookings/${bookingId}`)).json.status).toBe('pending')
    expect((await enter(next)).json).toEqual(repeated.json)
    await product.settle()
    expect(await emailsAbout(product, bookingId)).toEqual(['lesson-to-pay-student'])
  })

  test('unpaid, does not count toward the student’s holds, and ends when its time comes', async () => {
    for (const hour of [10, 11, 12, 13])
      expect((await enter({ payment: 'here', start: charlotteTime(4, hour) })).status).toBe(201)
    const own = await sam.post('/api/bookings', {
      instructorId: maya.userId,
      start: charlotteTime(5, 10),
      durationMinutes: 60,
    })
    expect(own.status, own.text).toBe(201)
    product.clock.advance(24 * 3_600_000)
    const { entries } = (await maya.get(`/api/coach/schedule?view=day&date=${charlotteDay(4)}`)).json
    expect(entries).toEqual([])
  })

  test('can be withdrawn by its coach before it is paid, and by nobody else', async () => {
    const { bookingId } = (await enter({ payment: 'here' })).json
    const path = `/api/coach/lessons/${bookingId}/hold`
    const kim = await signedInCoach(product, 'Kim Park')
    expect((await kim.send('DELETE', path)).status).toBe(404)
    expect((await maya.send('DELETE', path)).json).toEqual({ outcome: 'freed' })
    expect((await maya.send('DELETE', path)).status).toBe(404)
    expect((await enter({ payment: 'here' })).status).toBe(201)
    const own = await sam.post('/api/bookings', {
      instructorId: maya.userId,
      start: charlotteTime(5, 10),
      durationMinutes: 60,
    })
    // What the student chose to hold is the student's to release.
    expect((await maya.send('DELETE', `/api/coach/lessons/${own.json.bookingId}/hold`)).status).toBe(404)
  })

  test('outside the coach’s hours needs confirmation; over another lesson, by others and for strangers it is refused; a double click creates one', async () => {
    const early = { start: charlotteTime(4, 6) }
    const asked = await enter(early)
    expect([asked.status, asked.json.code]).toEqual([409, 'not_confirmed_time'])
    expect((await enter({ ...early, confirmed: ['outside_hours'] })).status).toBe(201)
    const taken = await enter({ ...early, confirmed: ['outside_hours'] })
    expect([taken.status, taken.json.code]).toEqual([409, 'time_not_free'])
    const running = await enter({ start: new Date(testNow - 60_000).toISOString() })
    expect([running.status, running.json.code]).toEqual([400, 'not_over_yet'])

    // Only a coach can enter one, for a known student.
    const stranger = await product.student('Pat Stranger')
    const refused = await enter({ student: { is: 'known', studentId: stranger.userId } })
    expect([refused.status, refused.json.code]).toEqual([404, 'no_such_student'])
    expect((await enter({}, sam)).status).toBe(403)
    const kim = await signedInCoach(product, 'Kim Park')
    expect((await enter({}, kim)).json.code).toBe('no_such_student')

    // A double click creates one.
    const body = lesson()
    const answers = await Promise.all([1, 2, 3].map(() => maya.post('/api/coach/lessons', body)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ json }) => json.bookingId)).size).toBe(1)
    await product.settle()
    expect(await emailsAbout(product, answers[0]?.json.bookingId)).toHaveLength(1)
  })

  test('without what it needs is refused with an error on its field', async () => {
    const caller = { is: 'caller', name: 'Al', phone: '704 555 0150' }
    const refused: [string, object, string][] = [
      ['no student', { student: undefined }, 'student'],
      ['nobody', { student: { is: 'known', studentId: 'x' } }, 'student.studentId'],
      ['a price too low to be charged', { payment: 'here', priceCents: 50 }, 'priceCents'],
      ['a negative price', { priceCents: -1 }, 'priceCents'],
      ['seven minutes', { durationMinutes: 7 }, 'durationMinutes'],
      ['a pay link to a phone number', { student: caller, payment: 'here' }, 'payment'],
      ['no number', { student: { ...caller, phone: '' } }, 'student.phone'],
      ['a bad address', { student: { is: 'invited', name: 'Al', email: 'al' } }, 'student.email'],
    ]
    for (const [what, more, path] of refused) {
      const answer = await enter(more)
      expect(answer.status, what).toBe(400)
      expect(
        answer.json.data.issues.map((issue: { path: string }) => issue.path),
        what,
      ).toContain(path)
    }
  })
})

const signInBy = async (token: string) => {
  const visitor = product.visitor()
  const type = { 'content-type': 'application/json' }
  const inside = await visitor.send('PUT', '/api/magic-links', JSON.stringify({ token }), type)
  expect(inside.status, inside.text).toBe(200)
  return visitor
}

const invite = (email: string, more: object = {}) =>
  enter({ student: { is: 'invited', name: 'Jo Newcomer', email }, ...more })
const newAddress = () => `${randomUUID()}@newcomers.test`
const accept = (person: ReturnType<typeof product.visitor>, bookingId: string) =>
  person.post(`/api/bookings/${bookingId}/acceptance`, {})
const decline = (person: ReturnType<typeof product.visitor>, bookingId: string) =>
  person.send('DELETE', `/api/bookings/${bookingId}/acceptance`)
/** A student who never met the coach, with a confirmed address. */
async function stranger(name: string) {
  const person = await product.student(name)
  await confirmAddress(product, person)
  return person
}

describe('a student invited by email', () => {
  test('paid elsewhere: one email names the price and opens an account that can accept', async () => {
    const email = newAddress()
    const entered = await invite(email)
    expect(entered.status, entered.text).toBe(201)
    const { bookingId } = entered.json
    // No account before its owner opens the link.
    expect(await query('select 1 from profiles where email = $1', [email])).toEqual([])
    await product.settle()
    const token = await tokenFor(product.database.pool, email, '/magic-link-login')
    const letters = await lettersTo(product.database.pool, email)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).toContain(encodeURIComponent(`/lessons?lesson=${bookingId}`))
    expect(letters[0]?.text).toContain('You pay your coach $90 directly')
    // Two days later it still opens the account, once.
    product.clock.advance(2 * 24 * 3_600_000)
    const visitor = await signInBy(token)
    expect((await visitor.get('/api/me')).json).toMatchObject({ role: 'student', email })
    expect((await visitor.get(`/api/bookings/${bookingId}`)).json).toMatchObject({
      title: '60-minute Lesson',
      status: 'confirmed',
      isInvitation: true,
      actions: [],
    })
    expect((await visitor.get('/api/bookings')).json).toMatchObject([{ id: bookingId, isInvitation: true }])
    const accepted = await accept(visitor, bookingId)
    expect(accepted.status, accepted.text).toBe(200)
    expect((await accept(visitor, bookingId)).status).toBe(200)
    for (const person of [visitor, maya])
      expect((await person.get(`/api/bookings/${bookingId}`)).json).toMatchObject({
        status: 'confirmed',
        isInvitation: false,
        isPaidElsewhere: true,
      })
    await product.settle()
    const subjects = (await lettersTo(product.database.pool, email)).map(({ subject }) => subject)
    expect(subjects).toEqual([
      expect.stringContaining('You are booked'),
      expect.stringContaining('invites you'),
    ])
  })

  test('paid here: one email has one link that signs in to the lesson and its payment; paying accepts it', async () => {
    const email = newAddress()
    const { bookingId } = (await invite(email, { payment: 'here' })).json
    await product.settle()
    const letters = await lettersTo(product.database.pool, email)
    expect(letters.map(({ subject }) => subject)).toEqual([expect.stringContaining('keeps')])
    expect(letters[0]?.text).toContain('$90')
    const visitor = await signInBy(await tokenFor(product.database.pool, email, '/magic-link-login'))
    const held = (await visitor.get(`/api/bookings/${bookingId}`)).json
    expect(held).toMatchObject({ status: 'pending', priceCents: 9_000, isInvitation: true })
    // What the button to pay does first.
    expect((await accept(visitor, bookingId)).status).toBe(200)
    await visitor.post(`/api/test-checkouts/${String(held.checkoutUrl).split('/').at(-1)}/payments`, goodCard)
    await product.settle()
    expect((await visitor.get(`/api/bookings/${bookingId}`)).json).toMatchObject({
      status: 'confirmed',
      isInvitation: false,
    })
  })

  test('who only ever signed in by email can also sign in with this email, for a day', async () => {
    const email = newAddress()
    const first = (await invite(email)).json
    await product.settle()
    const student = await signInBy(await tokenFor(product.database.pool, email, '/magic-link-login'))
    await accept(student, first.bookingId)
    const { bookingId } = (await invite(email, { payment: 'here', start: charlotteTime(5, 10) })).json
    await product.settle()
    const token = await tokenFor(product.database.pool, email, '/magic-link-login')
    const visitor = await signInBy(token)
    // They know each other by now: nothing is to be accepted.
    expect((await visitor.get(`/api/bookings/${bookingId}`)).json).toMatchObject({
      checkoutUrl: expect.any(String),
      isInvitation: false,
    })
    const [{ hours }] = await query(
      `select extract(epoch from expires_at - created_at) / 3600 as hours from account_links where email = $1
       order by created_at desc, expires_at limit 1`,
      [email],
    )
    expect(Number(hours)).toBe(24)
  })

  test('can’t be the coach', async () => {
    const [{ email }] = await query('select email from profiles where id = $1', [maya.userId])
    const answer = await invite(String(email))
    expect([answer.status, answer.json.code]).toEqual([400, 'own_address'])
  })
})

describe('is not named by their email address', () => {
  /** All that the coach can read of a lesson she entered, without what differs between two lessons. */
  async function seenByCoach(bookingId: string) {
    const { json: lesson } = await maya.get(`/api/bookings/${bookingId}`)
    const { entries } = (await maya.get(`/api/coach/schedule?view=day&date=${charlotteDay(4)}`)).json
    const entry = entries.find((one: { bookingId?: string }) => one.bookingId === bookingId)
    const { rows } = (await maya.get('/api/coach/students')).json
    const row = rows.find((one: { studentId: string }) => one.studentId === lesson.student.id)
    const text = JSON.stringify([lesson, entry, { ...row, since: null }])
    return text
      .replaceAll(bookingId, 'lesson')
      .replaceAll(lesson.student.id, 'student')
      .replace(/\d\d:\d\d:\d\d/g, '')
  }

  test.each(['elsewhere', 'here'])(
    'the coach sees the same whether an account exists or not, paid %s',
    async (payment) => {
      const alex = await stranger('Alex Known')
      const kim = await signedInCoach(product, 'Kim Park')
      const [{ email: ofCoach }] = await query('select email from profiles where id = $1', [kim.userId])
      const seen: string[] = []
      for (const email of [newAddress(), alex.email.toUpperCase(), String(ofCoach)]) {
        const entered = await invite(email, { payment })
        expect([entered.status, Object.keys(entered.json)], entered.text).toEqual([
          201,
          ['bookingId', 'checkoutUrl'],
        ])
        await product.settle()
        const { bookingId, checkoutUrl } = entered.json
        seen.push((await seenByCoach(bookingId)).replaceAll(String(checkoutUrl), 'checkout'))
        expect(seen.at(-1)).toContain('Jo Newcomer')
        expect(seen.at(-1)).not.toContain('Alex')
        const freed =
          payment === 'here'
            ? await maya.send('DELETE', `/api/coach/lessons/${bookingId}/hold`)
            : await maya.post(`/api/bookings/${bookingId}/cancellation`, {})
        expect(freed.status, freed.text).toBeLessThan(300)
      }
      expect(new Set(seen).size).toBe(1)
    },
  )
  test('with an account finds the lesson there, and still needs the password', async () => {
    const alex = await stranger('Alex Known')
    const { bookingId } = (await invite(alex.email)).json
    await product.settle()
    expect(
      await query(`select 1 from account_links where email = $1 and purpose = 'magic-link'`, [alex.email]),
    ).toEqual([])
    expect((await alex.get(`/api/bookings/${bookingId}`)).json).toMatchObject({ isInvitation: true })
    expect((await sam.get(`/api/bookings/${bookingId}`)).status).toBe(404)
    expect((await accept(sam, bookingId)).status).toBe(404)
    await accept(alex, bookingId)
    expect((await maya.get(`/api/bookings/${bookingId}`)).json.student).toEqual({
      id: alex.userId,
      name: 'Alex Known',
    })
  })

  test('nothing else is shared before acceptance: no workspace, message, proposal or page', async () => {
    const alex = await stranger('Alex Known')
    const { bookingId } = (await invite(alex.email)).json
    const { student } = (await maya.get(`/api/bookings/${bookingId}`)).json
    const { id } = student
    const note = { isShared: true, content: 'Read this' }
    expect((await maya.post(`/api/workspaces/${maya.userId}/${id}/notes`, note)).status).toBe(404)
    expect((await maya.get(`/api/coach/students/${id}`)).status).toBe(404)
    expect((await maya.post('/api/proposals', { studentId: id, ...shortGame })).status).toBe(403)
    const first = { studentId: id, clientId: randomUUID(), content: 'Hello', attachmentIds: [] }
    expect((await maya.post('/api/conversations', first)).status).toBe(404)
    const { rows } = (await maya.get('/api/coach/students?filter=invited')).json
    expect(rows).toMatchObject([{ studentId: id, name: 'Jo Newcomer', isInvited: true, contact: null }])
  })

  test('keeps the lesson when somebody else opens and deletes an account with that address', async () => {
    const email = newAddress()
    const { bookingId } = (await invite(email)).json
    const visitor = product.visitor()
    const account = { name: 'Not Jo', email, phone: '704 555 0150', password: 'fairway-seven' }
    expect((await visitor.post('/api/accounts', account)).status).toBe(201)
    const closed = await visitor.post('/api/me/closure', { password: account.password, refundCents: 0 })
    expect(closed.status, closed.text).toBe(200)
    const owner = await product.student('Jo Newcomer')
    await query('update profiles set email = $2, email_verified = true where id = $1', [owner.userId, email])
    expect((await owner.get(`/api/bookings/${bookingId}`)).json).toMatchObject({ isInvitation: true })
  })

  test('with an unconfirmed address sees nothing of the lesson', async () => {
    const email = newAddress()
    const { bookingId } = (await invite(email)).json
    const visitor = product.visitor()
    const account = { name: 'Jo Real', email, phone: '704 555 0150', password: 'fairway-seven' }
    // The address can be registered with a password, which proves nothing.
    expect((await visitor.post('/api/accounts', account)).status).toBe(201)
    expect((await visitor.get(`/api/bookings/${bookingId}`)).status).toBe(404)
    expect((await visitor.get('/api/bookings')).json).toEqual([])
    expect((await accept(visitor, bookingId)).status).toBe(404)
    expect((await decline(visitor, bookingId)).status).toBe(404)
    await confirmAddress(product, Object.assign(visitor, { email }))
    expect((await visitor.get(`/api/bookings/${bookingId}`)).json).toMatchObject({ isInvitation: true })
  })

  test('who blocked the coach gets no email and sees no lesson, and the coach is not told', async () => {
    const alex = await stranger('Alex Known')
    const first = { instructorId: maya.userId, clientId: randomUUID(), content: 'Hello', attachmentIds: [] }
    const { conversationId } = (await alex.post('/api/conversations', first)).json.message
    await query(
      'update conversation_participants set blocked_at = now() where conversation_id = $1 and user_id = $2',
      [conversationId, alex.userId],
    )
    await product.settle()
    const before = await lettersTo(product.database.pool, alex.email)
    const entered = await invite(alex.email)
    expect(entered.status, entered.text).toBe(201)
    await product.settle()
    expect(await lettersTo(product.database.pool, alex.email)).toHaveLength(before.length)
    expect((await alex.get(`/api/bookings/${entered.json.bookingId}`)).status).toBe(404)
  })

  test.each(['elsewhere', 'here'])(
    'declines, paid %s: the time is free, the coach is notified, and nothing more is sent',
    async (payment) => {
      const alex = await stranger('Alex Known')
      const { bookingId } = (await invite(alex.email, { payment })).json
      await product.settle()
      const letters = (await lettersTo(product.database.pool, alex.email)).length
      expect((await decline(alex, bookingId)).status).toBe(200)
      await product.settle()
      const { entries } = (await maya.get(`/api/coach/schedule?view=day&date=${charlotteDay(4)}`)).json
      expect(entries).toEqual([])
      expect(await emailsAbout(product, bookingId)).toContain('booking-cancelled-coach')
      const [{ email }] = await query('select email from profiles where id = $1', [maya.userId])
      const [told] = await lettersTo(product.database.pool, String(email))
      expect(told?.text).toContain('Jo Newcomer declined the lesson below.')
      expect(told?.text).not.toContain('full refund')
      const again = await invite(alex.email, { payment })
      expect([again.status, again.json.code]).toEqual([409, 'invitation_declined'])
      product.clock.advance(31 * 24 * 3_600_000)
      await maya.signInAgain()
      const later = {
        payment,
        start: new Date(Date.parse(charlotteTime(4, 10)) + 32 * 24 * 3_600_000).toISOString(),
      }
      expect((await invite(alex.email, later)).status).toBe(201)
      expect((await lettersTo(product.database.pool, alex.email)).length).toBe(letters)
    },
  )

  test('gets two emails for a lesson moved again and again, and no reminder or review request', async () => {
    const email = newAddress()
    const { bookingId } = (await invite(email)).json
    for (const hour of [11, 12, 13, 14]) {
      const moved = await maya.post(`/api/bookings/${bookingId}/reschedule`, {
        start: charlotteTime(4, hour),
      })
      expect(moved.status, moved.text).toBe(200)
    }
    product.clock.moveTo(Date.parse(charlotteTime(4, 14)) - 23 * 3_600_000)
    await remindOfLessons(product.services)
    product.clock.moveTo(Date.parse(charlotteTime(6, 12)))
    await completeDueLessons(product.services)
    product.clock.moveTo(testNow)
    const sent = await query(
      `select data->>'template' as key from pgboss.job where name = 'send-templated-email' and data->'about'->>'bookingId' = $1
         and data->>'userId' <> $2 order by created_on`,
      [bookingId, maya.userId],
    )
    expect(sent.map(({ key }) => key).toSorted()).toEqual([
      'booking-rescheduled-student',
      'booking-rescheduled-student',
      'lesson-invited-student',
    ])
  })
})

describe('a lesson that was already taught', () => {
  const taught = (more: object = {}) => enter({ start: charlotteTime(2, 10), ...more })
  beforeEach(() => product.clock.moveTo(Date.parse(charlotteTime(3, 12))))

  test('paid elsewhere: is recorded as taught, and no email is sent', async () => {
    const entered = await taught()
    expect(entered.status, entered.text).toBe(201)
    const { bookingId } = entered.json
    await completeDueLessons(product.services)
    await product.settle()
    for (const person of [maya, sam])
      expect((await person.get(`/api/bookings/${bookingId}`)).json).toMatchObject({
        status: 'completed',
        isPaidElsewhere: true,
      })
    expect(await query('select 1 from email_logs where dedupe_key like $1', [`%${bookingId}%`])).toEqual([])
    expect(await query('select 1 from notifications where business_key like $1', [`%${bookingId}%`])).toEqual(
      [],
    )
    expect(await balances(product, bookingId)).toEqual({})
  })

  test('is known as begun from its start on, by the clock of the server', async () => {
    const start = product.clock.now() + 60_000
    const look = async () =>
      (await maya.get(`/api/coach/schedule/time?durationMinutes=60&start=${toIso(start)}`)).json
    expect(await look()).toMatchObject({ hasBegun: false })
    product.clock.moveTo(start)
    expect(await look()).toMatchObject({ hasBegun: true, isFree: false })
  })

  test('paid by link: the student is asked to pay, and both are notified of the payment', async () => {
    const entered = await taught({ payment: 'here' })
    expect(entered.status, entered.text).toBe(201)
    const { bookingId, checkoutUrl } = entered.json
    await product.settle()
    expect(await emailsAbout(product, bookingId)).toEqual(['lesson-owed-student'])
    const path = `/api/test-checkouts/${String(checkoutUrl).split('/').at(-1)}`
    expect((await sam.get(path)).json.terms).toBe('This lesson was already taught.')
    product.clock.advance(20 * 3_600_000)
    await sam.post(`${path}/payments`, goodCard)
    await product.settle()
    expect(await emailsAbout(product, bookingId)).toEqual([
      'lesson-owed-student',
      'lesson-paid-coach',
      'lesson-paid-student',
    ])
    await completeDueLessons(product.services)
    expect((await maya.get(`/api/bookings/${bookingId}`)).json.status).toBe('completed')
    expect(await balances(product, bookingId)).toMatchObject({ coach_held: -8_100, platform_fee: -900 })
  })

  test('must be within the last year, within 30 days when paid by link, and never over another lesson', async () => {
    const codeOf = async (more: object) => (await taught(more)).json.code
    expect(await codeOf({ start: charlotteTime(-367, 10) })).toBe('too_long_ago')
    expect(await codeOf({ start: charlotteTime(-31, 10), payment: 'here' })).toBe('too_long_ago')
    expect((await taught({ start: charlotteTime(-31, 10) })).status).toBe(201)
    expect((await taught()).status).toBe(201)
    expect(await codeOf({})).toBe('time_not_free')
    // Without the break that coming lessons keep.
    await query('update instructor_profiles set buffer_minutes = 30 where user_id = $1', [maya.userId])
    expect((await taught({ start: charlotteTime(2, 9) })).status).toBe(201)
  })
})

describe('the coach’s business statements', () => {
  test('list lessons paid elsewhere separately in the year, its lines and the file, never as money held', async () => {
    product.clock.moveTo(Date.parse(charlotteTime(3, 12)))
    const [here, cash] = [charlotteTime(1, 10), charlotteTime(2, 10)]
    const year = Number(yearIn(cash))
    // At the turn of a year, they would be in two statements.
    if ([charlotteTime(-1, 12), here, charlotteTime(3, 12)].some((at) => yearIn(at) !== String(year))) return
    const kim = await signedInCoach(product, 'Kim Park')
    const own = { student: { is: 'caller', name: 'Gus Caller', phone: '704 555 0150' } }
    const enterFor = async (more: object) => (await enter({ ...own, ...more }, kim)).json.bookingId
    const bookingId = await enterFor({ start: cash, priceCents: 6_000, title: 'Cash lesson' })
    product.clock.moveTo(Date.parse(charlotteTime(-1, 12)))
    const paid = await bookPaid(product, sam, { instructorId: kim.userId, start: here })
    product.clock.moveTo(Date.parse(charlotteTime(3, 12)))
    await completeDueLessons(product.services)
    const statement = (await kim.get(`/api/coach/statement?year=${year}`)).json
    expect(statement).toMatchObject({
      total: { grossCents: 8_500, netCents: 7_650, directCents: 6_000 },
      heldCents: 7_650,
      taught: { revenueCents: 14_500, paidHereCents: 8_500, directCents: 6_000 },
    })
    const lines = (await kim.get(`/api/coach/statement-lines?year=${year}&of=direct`)).json
    expect(lines).toMatchObject({
      total: 1,
      lines: [{ bookingId, kind: 'direct', netCents: 0, directCents: 6_000, studentName: 'Gus Caller' }],
    })
    const { text } = await kim.get(`/api/coach/statement.csv?year=${year}`)
    const rows: string[][] = parse(text, { bom: true })
    const [head = [], ...body] = rows
    const column = (name: string) => body.slice(0, 2).map((row) => row[head.indexOf(name)])
    expect(column('Paid elsewhere').toSorted()).toEqual(['0.00', '60.00'])
    expect(column('Gross').toSorted()).toEqual(['0.00', '85.00'])
    expect(column('What')).toContain('Paid to you in cash or elsewhere')
    expect(column('Booking').toSorted()).toEqual([bookingId, paid].map(bookingNumber).toSorted())
    expect(body.map(([words, amount]) => [words, amount])).toEqual(
      expect.arrayContaining([
        ['Lessons taught in the year', '145.00'],
        ['Of it paid here, after refunds', '85.00'],
        ['Of it paid in cash or elsewhere', '60.00'],
      ]),
    )
  })
})

describe('a caller without an email address', () => {
  const caller = { is: 'caller', name: 'Gus Caller', phone: '(704) 555-0150' }

  test('gets a lesson under name and phone, and nothing is sent', async () => {
    const entered = await enter({ student: caller })
    expect(entered.status, entered.text).toBe(201)
    const { bookingId } = entered.json
    const [{ student_id: studentId }] = await query('select student_id from bookings where id = $1', [
      bookingId,
    ])
    await product.settle()
    expect((await maya.get(`/api/bookings/${bookingId}`)).json.student.name).toBe('Gus Caller')
    const seen = (await maya.get(`/api/coach/students/${studentId}`)).json
    // What is paid elsewhere is no payment here.
    expect(seen).toMatchObject({
      isCaller: true,
      money: { paidCents: 0, payments: 0 },
      contact: { phone: '+17045550150', email: null },
    })
    product.clock.moveTo(Date.parse(charlotteTime(6, 12)))
    await completeDueLessons(product.services)
    await product.settle()
    // Days later she still has the number that she typed.
    product.clock.advance(5 * 86_400_000)
    expect((await maya.get(`/api/coach/students/${studentId}`)).json.contact.phone).toBe('+17045550150')
    expect(await query('select 1 from email_logs where user_id = $1', [studentId])).toEqual([])
    expect(await query('select 1 from notifications where user_id = $1', [studentId])).toEqual([])
  })

  test('is marked where the coach moves, cancels, calls off and enters lessons, because nothing is sent', async () => {
    const { bookingId } = (await enter({ student: caller })).json
    const known = (await enter({ start: charlotteTime(4, 12) })).json.bookingId
    const isMarked = async (id: string) => (await maya.get(`/api/bookings/${id}`)).json.isOfCaller
    expect([await isMarked(bookingId), await isMarked(known)]).toEqual([true, false])
    const marked = (list: { bookingId: string; isOfCaller: boolean }[]) =>
      Object.fromEntries(list.map((one) => [one.bookingId, one.isOfCaller]))
    const both = { [bookingId]: true, [known]: false }
    const day = charlotteDay(4)
    const { entries } = (await maya.get(`/api/coach/schedule?view=day&date=${day}`)).json
    expect(marked(entries)).toEqual(both)
    const affected = await maya.get(`/api/coach/called-off-lessons?date=${day}&startTime=06:00&endTime=20:00`)
    expect(marked(affected.json.lessons)).toEqual(both)
    const students = (await maya.get('/api/coach/proposal-students')).json
    expect(
      students.map(({ name, isCaller }: { name: string; isCaller: boolean }) => [name, isCaller]),
    ).toEqual(
      expect.arrayContaining([
        ['Gus Caller', true],
        ['Sam Rivera', false],
      ]),
    )
  })

  test('gets no note, like an invited student, and their lessons wait for none', async () => {
    const { bookingId } = (await enter({ student: caller })).json
    const { bookingId: invited } = (await invite(newAddress(), { start: charlotteTime(4, 12) })).json
    const { bookingId: known } = (await enter({ start: charlotteTime(4, 14) })).json
    product.clock.moveTo(Date.parse(charlotteTime(6, 12)))
    await completeDueLessons(product.services)
    const kindsOf = async (id: string) =>
      (await maya.get(`/api/bookings/${id}`)).json.actions.map(({ kind }: { kind: string }) => kind)
    for (const [id, code] of [
      [bookingId, 'no_email'],
      [invited, 'no_such_booking'],
    ]) {
      expect((await maya.post(`/api/bookings/${id}/note`, { note: 'Keep the tempo.' })).json.code).toBe(code)
      expect(await kindsOf(id)).not.toContain('note')
    }
    expect(await kindsOf(known)).toContain('note')
    const { waiting } = (await maya.get('/api/coach/reviews')).json
    expect(waiting).toMatchObject([{ bookingId: known, studentName: 'Sam Rivera' }])
  })

  test('neither joined nor booked, by the figures about people', async () => {
    const admin = await product.admin()
    const people = async () => [
      (await admin.get('/api/admin/analytics/people?period=7')).json,
      (await admin.get('/api/admin/lists/coaches-7-days')).json.rows,
    ]
    const before = await people()
    await enter({ student: caller })
    // Nor did a student with an account book what the coach entered.
    await enter({ start: charlotteTime(4, 12) })
    expect(await people()).toEqual(before)
  })

  test('is the same student the next time, and a separate one for another coach', async () => {
    await enter({ student: caller })
    await enter({
      student: { ...caller, name: 'gus caller', phone: '704.555.0150' },
      start: charlotteTime(4, 12),
    })
    const kim = await signedInCoach(product, 'Kim Park')
    expect((await enter({ student: caller }, kim)).status).toBe(201)
    const people = await query(
      'select entered_by, count(*)::int from profiles where entered_by = any($1::uuid[]) group by 1',
      [[maya.userId, kim.userId]],
    )
    expect(people).toHaveLength(2)
    expect(people.every(({ count }) => count === 1)).toBe(true)
  })

  test('is never emailed, asked to pay by link, or signed in', async () => {
    const { bookingId } = (await enter({ student: caller })).json
    const [{ student_id: studentId, email }] = await query(
      'select b.student_id, p.email from bookings b join profiles p on p.id = b.student_id where b.id = $1',
      [bookingId],
    )
    // Nor are they among the people the coach can write to.
    const { recipients } = (await maya.get('/api/message-recipients')).json
    expect(recipients.map(({ name }: { name: string }) => name)).toEqual(['Sam Rivera'])
    const known = { is: 'known', studentId }
    const link = await enter({ student: known, payment: 'here', start: charlotteTime(5, 10) })
    expect([link.status, link.json.code]).toEqual([409, 'no_email'])
    expect((await enter({ student: known, start: charlotteTime(5, 10) })).status).toBe(201)
    const message = { studentId, clientId: randomUUID(), content: 'Hello', attachmentIds: [] }
    expect((await maya.post('/api/conversations', message)).status).toBe(404)
    await product.visitor().post('/api/magic-links', { email })
    await product.settle()
    expect(await query('select 1 from email_logs where recipient_email = $1', [email])).toEqual([])
  })
})

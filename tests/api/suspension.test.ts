import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findOrEnterCaller } from '#features/accounts/callers.ts'
import { completeDueLessons } from '#features/bookings/completion/commands.ts'
import { expireHold } from '#features/checkout/hold-expiry.ts'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import { processDuePackages } from '#features/proposals/due-proposals.ts'
import { DAY } from '#platform/duration.ts'
import { balances, bookPaid, sendRefunds, signedInCoach } from '../support/lessons.ts'
import { tokenFor } from '../support/mail.ts'
import { charlotteTime, goodCard } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { acceptAndPay, fiveLessons, propose, shortGame } from '../support/proposals.ts'

const product = testProduct()
let admin: Awaited<ReturnType<typeof product.student>>

beforeAll(async () => {
  admin = await product.admin()
})

afterEach(() => product.clock.moveTo(testNow))

const rows = async (text: string, values: unknown[] = []) => await product.query(text, values)
const act = async (name: string, userId: string) => {
  await admin.signInAgain()
  return admin.post(`/api/admin/lists/users/acts/${name}`, {
    ids: [userId],
    shown: 1,
    reason: 'Fraud suspected, ticket 4711',
  })
}
const promises = async (userId: string) => (await admin.get(`/api/admin/users/${userId}/promises`)).json
const attention = async (id: string) =>
  (await admin.get('/api/admin/attention')).json.find((one: { id: string }) => one.id === id)
const lettersTo = async (userId: string) =>
  (
    await rows(
      `select template_key from email_logs where user_id = $1 and status = 'sent' order by template_key`,
      [userId],
    )
  ).map((row) => row.template_key)
const inQuestion = async ({ userId }: { userId: string }) =>
  (
    await rows(
      `select title from notifications where user_id = $1 and kind = 'lesson_in_question' order by title`,
      [userId],
    )
  ).map(({ title }) => title)
const statusOf = async (bookingId: string) =>
  (await rows('select status, cancel_reason, payment_status from bookings where id = $1', [bookingId]))[0]

/** A coach with one paid lesson to come and a package of five of which one is booked. */
async function coachWithPromises() {
  const maya = await signedInCoach(product)
  const [sam, kim] = [await product.student('Sam Rivera'), await product.student('Kim Ode')]
  const lesson = await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(5, 10) })
  const proposal = await propose(product, maya, kim, fiveLessons)
  const first = await acceptAndPay(product, kim, proposal, shortGame.times[0] ?? '')
  return { maya, sam, kim, lesson, first }
}

describe('a coach is suspended', () => {
  test('upcoming lessons are listed beforehand, and canceled and refunded in full', async () => {
    const { maya, sam, kim, lesson, first } = await coachWithPromises()
    const { kim: kimOfAnother } = await coachWithPromises()
    expect(await promises(maya.userId)).toMatchObject({
      lessons: { count: 2, paidCents: 8_500 + 8_000 },
      packages: { count: 1, credits: 4, cents: 32_000 },
      heldCents: 0,
      disputes: 0,
    })
    expect((await act('suspend-and-refund', maya.userId)).json.changed).toEqual([maya.userId])
    expect(await statusOf(lesson)).toMatchObject({ status: 'cancelled', cancel_reason: 'admin' })
    expect(await statusOf(first)).toMatchObject({ status: 'cancelled', cancel_reason: 'admin' })
    for (const id of [lesson, first]) await sendRefunds(product, id)
    const [paid] = await rows('select amount_cents, refunded_cents from payments where booking_id = $1', [
      lesson,
    ])
    expect(paid.refunded_cents).toBe(paid.amount_cents)
    const [bundle] = await rows('select amount_cents, refunded_cents from payments where booking_id = $1', [
      first,
    ])
    expect(bundle).toEqual({ amount_cents: 40_000, refunded_cents: 40_000 })
    expect(await balances(product, lesson)).toEqual({})
    expect(await promises(maya.userId)).toMatchObject({ lessons: { count: 0 }, packages: { credits: 0 } })
    expect((await kimOfAnother.get('/api/packages')).json, 'of another coach').toMatchObject([
      { left: 4, endedAt: null },
    ])
    expect(await attention('suspended-lessons')).toBeUndefined()
    await product.settle()
    expect(await lettersTo(maya.userId)).toEqual(expect.arrayContaining(['account-suspended']))
    expect(await lettersTo(sam.userId)).toEqual(expect.arrayContaining(['booking-cancelled-student']))
    expect(await lettersTo(kim.userId)).toEqual(
      expect.arrayContaining(['booking-cancelled-student', 'package-news-student']),
    )
  })

  test('what was refunded of a lesson before is not promised again', async () => {
    const { maya, lesson } = await coachWithPromises()
    await admin.signInAgain()
    const partly = { refundId: crypto.randomUUID(), keptCents: 8_500, amountCents: 2_000 }
    const refund = await admin.post(`/api/admin/lessons/${lesson}/refunds`, {
      ...partly,
      reason: 'It rained',
    })
    expect(refund.json, refund.text).toEqual({ refundCents: 2_000 })
    const { lessons } = await promises(maya.userId)
    expect(lessons.paidCents).toBe(6_500 + 8_000)
    expect(lessons.next).toContainEqual(expect.objectContaining({ id: lesson, paidCents: 6_500 }))
    await act('suspend-and-refund', maya.userId)
    const refunds = await rows(
      'select amount_cents from payment_refunds where booking_id = $1 order by amount_cents',
      [lesson],
    )
    expect(refunds).toEqual([{ amount_cents: 2_000 }, { amount_cents: 6_500 }])
  })

  test('kept lessons stay booked, wait for an admin, are not auto-completed, and can be canceled for free', async () => {
    const { maya, sam, kim, lesson, first } = await coachWithPromises()
    await act('suspend', maya.userId)
    expect(await statusOf(lesson)).toMatchObject({ status: 'confirmed' })
    await product.settle()
    for (const student of [sam, kim])
      expect(await inQuestion(student)).toEqual(['Your lesson with Coach Maya may not take place'])
    expect(await lettersTo(sam.userId)).toContain('lesson-in-question-student')
    expect(await lettersTo(kim.userId)).toContain('package-news-student')
    expect(await attention('suspended-lessons')).toMatchObject({ count: 2 })
    // The last hour before it, when the terms of the coach would give nothing back.
    product.clock.moveTo(Date.parse(charlotteTime(5, 9)))
    await sam.signInAgain()
    const preview = await sam.get(`/api/bookings/${lesson}/cancellation`)
    expect(preview.json).toMatchObject({ percent: 100, refundCents: 8_500 })
    expect((await sam.post(`/api/bookings/${lesson}/cancellation`, {})).json).toEqual({ refundCents: 8_500 })
    product.clock.moveTo(Date.parse(charlotteTime(9, 9)))
    await completeDueLessons(product.services)
    expect(await statusOf(first)).toMatchObject({ status: 'confirmed' })
    await kim.signInAgain()
    const [bundle] = (await kim.get('/api/packages')).json
    expect(bundle.refundCents).toBe(32_000)
    await act('lift', maya.userId)
    await completeDueLessons(product.services)
    expect(await statusOf(first)).toMatchObject({ status: 'completed' })
  })

  test('kept lessons and credits are canceled and refunded later, once, and both sides are told', async () => {
    const { maya, sam, kim, lesson, first } = await coachWithPromises()
    await act('suspend', maya.userId)
    product.clock.advance(DAY)
    expect((await act('suspend-and-refund', maya.userId)).json.changed).toEqual([maya.userId])
    for (const id of [lesson, first]) {
      expect(await statusOf(id)).toMatchObject({ status: 'cancelled', cancel_reason: 'admin' })
      await sendRefunds(product, id)
      const [paid] = await rows('select amount_cents, refunded_cents from payments where booking_id = $1', [
        id,
      ])
      expect(paid.refunded_cents).toBe(paid.amount_cents)
    }
    expect(await promises(maya.userId)).toMatchObject({ lessons: { count: 0 }, packages: { credits: 0 } })
    expect(await attention('suspended-lessons')).toBeUndefined()
    await product.settle()
    for (const student of [sam, kim])
      expect(await lettersTo(student.userId)).toContain('booking-cancelled-student')
    const suspended = async () =>
      (await lettersTo(maya.userId)).filter((key) => key === 'account-suspended').length
    expect(await suspended()).toBe(2)
    product.clock.advance(DAY)
    expect((await act('suspend-and-refund', maya.userId)).json.changed, 'nothing is left').toEqual([])
    await product.settle()
    expect(await suspended()).toBe(2)
    expect(
      await rows(
        `select before, after - 'act' as after from audit_log where subject_id = $1 and after ? 'lessons' order by id`,
        [maya.userId],
      ),
    ).toEqual([
      { before: { state: 'open' }, after: { state: 'suspended', lessons: 'kept' } },
      {
        before: { state: 'suspended', lessons: 'kept' },
        after: { state: 'suspended', lessons: 'cancelled' },
      },
    ])
    await act('lift', maya.userId)
  })

  test('a caller, who is in no list of users, can be suspended and reinstated from the caller’s own page', async () => {
    const maya = await signedInCoach(product)
    const { db } = product.services
    const gus = await findOrEnterCaller(db, maya.userId, { name: 'Gus Caller', phone: '704 555 0150' })
    const isOpen = async () =>
      (await rows('select is_open from profiles where id = $1', [gus.userId]))[0]?.is_open
    for (const [name, open] of [
      ['suspend', false],
      ['suspend-and-refund', false],
      ['lift', true],
    ] as const) {
      const done = await act(name, gus.userId)
      expect([done.json.ok, await isOpen()], `${name}: ${done.text}`).toEqual([true, open])
    }
    expect((await admin.get('/api/admin/lists/users?q=Gus')).json.rows).toEqual([])
  })

  test('all sessions end for good, and emailed links stop working', async () => {
    const maya = await signedInCoach(product)
    const token = async () => {
      await product.visitor().post('/api/password-resets', { email: maya.email })
      await product.sendMessages()
      return await tokenFor(product.database.pool, maya.email, '/reset-password')
    }
    const use = async (link: string) =>
      (await product.visitor().put('/api/password-resets', { token: link, password: 'chosen by somebody' }))
        .json
    const earlier = await token()
    await act('suspend', maya.userId)
    expect((await maya.get('/api/me')).json).toBeNull()
    expect((await use(earlier)).code).toBe('link_not_good')
    await act('lift', maya.userId)
    expect((await maya.get('/api/me')).json).toBeNull()
    expect((await use(earlier)).code).toBe('link_not_good')
    await maya.signInAgain()
    expect((await maya.get('/api/me')).json.userId).toBe(maya.userId)
  })

  test('a package that the student ends or that expires meanwhile is refunded in full, and the letters say what happened', async () => {
    for (const [isEnded, reason, toStudent, toCoach] of [
      [true, 'student', 'You ended your package with Coach Maya', 'Kim Ode ended the package: Five lessons'],
      [
        false,
        'expired',
        'Your package with Coach Maya has expired',
        'The package of Kim Ode has expired: Five lessons',
      ],
    ] as const) {
      product.clock.moveTo(testNow)
      const { maya, kim } = await coachWithPromises()
      await act('suspend', maya.userId)
      const [{ id, refundCents }] = (await kim.get('/api/packages')).json
      if (isEnded) await kim.post(`/api/packages/${id}/end`, { expectedRefundCents: refundCents })
      product.clock.advance(181 * DAY)
      await processDuePackages(product.services)
      expect(await rows('select end_reason, kept_cents from lesson_packages where id = $1', [id])).toEqual([
        { end_reason: reason, kept_cents: 0 },
      ])
      const told = async ({ userId }: { userId: string }) =>
        (
          await rows(`select title from notifications where user_id = $1 and kind = 'package_news'`, [userId])
        ).map(({ title }) => title)
      expect(await told(kim)).toContain(toStudent)
      expect(await told(maya)).toContain(toCoach)
      expect(
        await rows(
          `select r.amount_cents, r.reason from payment_refunds r join lesson_packages k on k.payment_id = r.payment_id where k.id = $1`,
          [id],
        ),
      ).toEqual([{ amount_cents: 32_000, reason: 'coach' }])
    }
  })

  test('package time stops: packages expire later by the length of the suspension', async () => {
    const { maya, kim } = await coachWithPromises()
    const end = async () => Date.parse((await kim.get('/api/packages')).json[0].expiresAt)
    const before = await end()
    await act('suspend', maya.userId)
    product.clock.moveTo(testNow + 20 * 86_400_000)
    await act('lift', maya.userId)
    await kim.signInAgain()
    expect((await end()) - before).toBe(20 * 86_400_000)
  })

  test('students of a package are told of each suspension, and reminded of the later end', async () => {
    const { maya, kim } = await coachWithPromises()
    const told = async () =>
      (
        await rows(
          `select title from notifications where user_id = $1 and kind in ('proposal', 'package_news') order by title`,
          [kim.userId],
        )
      ).flatMap(({ title }) => (/has to wait|lessons left/.test(title) ? [title] : []))
    const remind = async () => {
      await kim.signInAgain()
      product.clock.moveTo(Date.parse((await kim.get('/api/packages')).json[0].expiresAt) - 10 * DAY)
      await processDuePackages(product.services)
      await processDuePackages(product.services)
    }
    await remind()
    await act('suspend', maya.userId)
    product.clock.advance(20 * DAY)
    await act('lift', maya.userId)
    await remind()
    await act('suspend', maya.userId)
    const [reminder, wait] = [
      '4 of 5 lessons left with Coach Maya',
      'Your package with Coach Maya has to wait',
    ]
    expect(await told()).toEqual([reminder, reminder, wait, wait])
    await product.settle()
    const subjects = (
      await rows(`select subject from local_vendor.outbox where recipient like '%' || $1 || '%'`, [kim.email])
    ).map(({ subject }) => subject)
    expect(subjects).toContain(wait)
    expect(subjects, 'its lessons cannot be booked').not.toContain(reminder)
    await act('lift', maya.userId)
  })

  test.each(['maya', 'kim'] as const)('a package is not reminded of while %s is suspended', async (name) => {
    const people = await coachWithPromises()
    const remindersTenDaysBefore = async () => {
      const [held] = await rows('select expires_at from lesson_packages where student_id = $1', [
        people.kim.userId,
      ])
      product.clock.moveTo(held.expires_at.getTime() - 10 * DAY)
      await processDuePackages(product.services)
      const told = await rows(
        `select id from notifications where user_id = $1 and title like '%lessons left%'`,
        [people.kim.userId],
      )
      return told.length
    }
    await act('suspend', people[name].userId)
    expect(await remindersTenDaysBefore()).toBe(0)
    await act('lift', people[name].userId)
    expect(await remindersTenDaysBefore()).toBe(1)
  })

  test('students are told once that kept lessons may not take place, and once that they will', async () => {
    const { maya, sam, lesson } = await coachWithPromises()
    await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(6, 10) })
    const [jon, lee] = [await signedInCoach(product, 'Jon Park'), await product.student('Lee Marsh')]
    await bookPaid(product, lee, { instructorId: jon.userId, start: charlotteTime(5, 10) })
    await act('suspend', maya.userId)
    await act('lift', maya.userId)
    await product.settle()
    for (const bystander of [jon, lee]) expect(await inQuestion(bystander)).toEqual([])
    expect(await inQuestion(sam)).toEqual([
      'Your lesson with Coach Maya may not take place',
      'Your lesson with Coach Maya takes place',
    ])
    const [news] = await rows(
      `select body, href from notifications where user_id = $1 and kind = 'lesson_in_question' order by title`,
      [sam.userId],
    )
    expect(news.body).toContain('Your 2 lessons stay booked for now; the next one is below.')
    expect(news.href).toContain(lesson)
    // The letter that was still on its way says what is no longer true.
    expect((await lettersTo(sam.userId)).filter((key) => key === 'lesson-in-question-student')).toHaveLength(
      1,
    )
  })

  test('a hold ends: a later payment is refunded', async () => {
    const maya = await signedInCoach(product)
    const sam = await product.student()
    const wish = { instructorId: maya.userId, start: charlotteTime(6, 11), durationMinutes: 60 }
    const held = await sam.post('/api/bookings', wish)
    const session = String(held.json.checkoutUrl).split('/').at(-1)
    await act('suspend', maya.userId)
    const bookingId = String(held.json.bookingId)
    expect(await statusOf(bookingId)).toMatchObject({ status: 'cancelled', cancel_reason: 'hold_expired' })
    await expireHold(product.services, bookingId)
    await product.sendMessages()
    const told = await rows(`select body from notifications where user_id = $1 and kind = 'hold_expired'`, [
      sam.userId,
    ])
    expect(told.map(({ body }) => body)).toEqual([
      expect.stringContaining('Coach Maya is not taking lessons at the moment, and you were not charged.'),
    ])
    expect(await lettersTo(sam.userId)).toContain('hold-ended-student')
    expect(await lettersTo(sam.userId)).not.toContain('booking-expired-student')
    await sam.post(`/api/test-checkouts/${session}/payments`, goodCard)
    await product.settle()
    expect(await statusOf(bookingId)).toMatchObject({ status: 'cancelled' })
    await sendRefunds(product, bookingId)
    expect(await balances(product, bookingId)).toEqual({})
    const again = await sam.post('/api/bookings', { ...wish, start: charlotteTime(6, 13) })
    expect([again.status, again.json.code]).toEqual([409, 'coach_unavailable'])
  })

  test('the checkout of a hold is closed', async () => {
    const maya = await signedInCoach(product)
    const sam = await product.student()
    const held = await sam.post('/api/bookings', {
      instructorId: maya.userId,
      start: charlotteTime(6, 11),
      durationMinutes: 60,
    })
    await act('suspend', maya.userId)
    await expireHold(product.services, String(held.json.bookingId))
    const session = String(held.json.checkoutUrl).split('/').at(-1)
    const paid = await sam.post(`/api/test-checkouts/${session}/payments`, goodCard)
    expect(paid.status).toBe(409)
  })

  test('open proposals are withdrawn, and the student is notified', async () => {
    const maya = await signedInCoach(product)
    const sam = await product.student()
    const proposal = await propose(product, maya, sam)
    await act('suspend', maya.userId)
    expect(await rows('select status from lesson_proposals where id = $1', [proposal])).toEqual([
      { status: 'cancelled' },
    ])
    const start = shortGame.times[0]
    const accepted = await sam.post(`/api/proposals/${proposal}/acceptance`, { version: 1, start })
    expect(accepted.status).toBe(409)
    const told = await rows(`select title from notifications where user_id = $1 and kind = 'proposal'`, [
      sam.userId,
    ])
    expect(told.map((row) => row.title)).toContain('A proposal of Coach Maya has ended: Short game tune-up')
  })

  test('a due payout waits with its reason, and is sent when the suspension is lifted', async () => {
    const maya = await signedInCoach(product)
    await maya.post('/api/coach/payout-account')
    const sam = await product.student()
    const start = charlotteTime(3, 10)
    const lesson = await bookPaid(product, sam, { instructorId: maya.userId, start })
    product.clock.moveTo(Date.parse(start) + 26 * 3_600_000)
    await completeDueLessons(product.services)
    await act('suspend', maya.userId)
    product.clock.moveTo(Date.parse(start) + 60 * 3_600_000)
    await releaseDuePayouts(product.services)
    const share = async () =>
      (await rows('select status from payouts where booking_id = $1', [lesson]))[0].status
    expect(await share()).toBe('held')
    expect(await attention('suspended-payouts')).toMatchObject({ count: 1 })
    const findings = await admin.get('/api/admin/lists/money-findings?filters[kind]=payout_held')
    expect(findings.json.rows[0].cells.words).toContain('suspended')
    await act('lift', maya.userId)
    expect(await attention('suspended-payouts')).toBeUndefined()
    await releaseDuePayouts(product.services)
    expect(await share()).not.toBe('held')
  })
})

describe('a student is suspended', () => {
  test('lessons are canceled and refunded in full, and the coach is notified', async () => {
    const { maya, sam, lesson } = await coachWithPromises()
    await act('suspend-and-refund', sam.userId)
    expect(await statusOf(lesson)).toMatchObject({ status: 'cancelled', cancel_reason: 'admin' })
    await sendRefunds(product, lesson)
    expect(await balances(product, lesson)).toEqual({})
    expect(await lettersTo(maya.userId)).toContain('booking-cancelled-coach')
    expect(await lettersTo(sam.userId)).toContain('account-suspended')
  })

  test('a package that expires meanwhile is refunded in full, and no new one can be proposed', async () => {
    const { maya, kim, first } = await coachWithPromises()
    await act('suspend', kim.userId)
    product.clock.moveTo(testNow + 181 * 86_400_000)
    await processDuePackages(product.services)
    const ended = await rows(
      `select k.end_reason, k.kept_cents from lesson_packages k join bookings b on b.package_id = k.id where b.id = $1`,
      [first],
    )
    expect(ended).toEqual([{ end_reason: 'expired', kept_cents: 0 }])
    await maya.signInAgain()
    const another = await maya.post('/api/proposals', {
      studentId: kim.userId,
      ...shortGame,
      times: [charlotteTime(185, 10)],
    })
    expect(another.json.code).toBe('no_student')
  })

  test('kept lessons stay booked, and the coach is told so, without the reason', async () => {
    const { maya, sam } = await coachWithPromises()
    await act('suspend', sam.userId)
    await product.settle()
    expect(await inQuestion(maya)).toEqual(['The lesson with Sam Rivera may not take place'])
    expect(await lettersTo(maya.userId)).toContain('lesson-in-question-coach')
    expect(await lettersTo(sam.userId)).not.toContain('lesson-in-question-student')
  })
})

import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { completeDueLessons } from '#features/bookings/completion/commands.ts'
import { listLessonsToComplete } from '#features/bookings/completion/queries.ts'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { startRefund } from '#features/checkout/refunds.ts'
import { dueShares } from '#features/payouts/queries.ts'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import { publishDueReviews } from '#features/reviews/commands.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { balances, bookPaid, emailsAbout, sendRefunds, signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteTime } from '../support/now.ts'
import { clawBack, releasePayout } from '../support/payouts.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
let day = 0
let maya: Awaited<ReturnType<typeof signedInCoach>>

beforeAll(async () => {
  maya = await signedInCoach(product)
})
beforeEach(() => product.clock.moveTo(testNow))

/**
 * A paid lesson at a unique time.
 * @returns its id and its end, milliseconds since 1970, UTC
 */
async function lessonWith(student: Visitor, coachId = maya.userId) {
  day++
  const start = charlotteTime(9 + (day % 18), 10 + 2 * Math.floor(day / 18))
  product.clock.moveTo(testNow)
  return {
    id: await bookPaid(product, student, { instructorId: coachId, start }),
    end: Date.parse(start) + HOUR,
  }
}

/** The titles of a person's notifications of one kind. */
const toldOf = async (person: Visitor, kind: string): Promise<string[]> =>
  (await person.get('/api/notifications')).json.items
    .filter((item: { kind: string }) => item.kind === kind)
    .map((item: { title: string }) => item.title)

describe('completion', () => {
  test('happens automatically 24 hours after the end, not a minute earlier; then one review request goes out', async () => {
    const sam = await product.student()
    const { id, end } = await lessonWith(sam)
    product.clock.moveTo(end + DAY - 60_000)
    expect(await completeDueLessons(product.services)).toBe(0)
    product.clock.moveTo(end + DAY)
    expect(
      await Promise.all([completeDueLessons(product.services), completeDueLessons(product.services)]),
    ).toContain(1)
    await product.settle()
    expect((await sam.get(`/api/bookings/${id}`)).json).toMatchObject({ status: 'completed', noShow: false })
    expect(await emailsAbout(product, id)).toContain('review-request-student')
  })

  test('skips lessons without a payment row instead of retrying them on every run', async () => {
    const { id, end } = await lessonWith(await product.student())
    const { db } = product.services
    expect(await listLessonsToComplete(db, end + DAY, { bookingId: id })).toHaveLength(1)
    await db.execute(sql`delete from payments where booking_id = ${id}`)
    expect(await listLessonsToComplete(db, end + DAY, { bookingId: id })).toEqual([])
  })

  test('is done by the coach only after the lesson, never by another coach or a student', async () => {
    const sam = await product.student()
    const other = await signedInCoach(product, 'Other Coach')
    const { id, end } = await lessonWith(sam)
    const early = await maya.post(`/api/bookings/${id}/completion`)
    expect([early.status, early.json.code]).toEqual([409, 'not_over'])
    product.clock.moveTo(end)
    expect((await other.post(`/api/bookings/${id}/completion`)).status).toBe(404)
    expect((await sam.post(`/api/bookings/${id}/completion`)).status).toBe(403)
    expect((await maya.post(`/api/bookings/${id}/completion`)).json).toEqual({ outcome: 'taught' })
    expect((await maya.post(`/api/bookings/${id}/completion`)).status, 'again').toBe(200)
    const cancelled = await sam.post(`/api/bookings/${id}/cancellation`)
    expect(cancelled.json.code).toBe('already_completed')
  })

  test('records a no-show: the coach is paid, and no review is possible', async () => {
    const sam = await product.student()
    const { id, end } = await lessonWith(sam)
    product.clock.moveTo(end)
    await maya.post(`/api/bookings/${id}/completion`, { outcome: 'no_show' })
    expect((await sam.get(`/api/bookings/${id}`)).json).toMatchObject({ status: 'completed', noShow: true })
    const review = await sam.post(`/api/bookings/${id}/review`, { rating: 1 })
    expect(review.json.code).toBe('not_completed')
    expect(await emailsAbout(product, id)).not.toContain('review-request-student')
    product.clock.moveTo(end + DAY)
    const shares = (await maya.get('/api/coach/payouts')).json.payouts
    expect(shares.find((one: { bookingId: string }) => one.bookingId === id)).toMatchObject({
      amountCents: 7_650,
    })
  })
})

describe('the coach’s share', () => {
  test('is held while the coach has no account, sent once when they have one, 24 hours after completion; the ledger matches', async () => {
    const nora = await signedInCoach(product, 'Nora Field')
    const sam = await product.student()
    const { id, end } = await lessonWith(sam, nora.userId)
    expect((await nora.get('/api/coach/payouts')).json).toMatchObject({
      heldCents: 7_650,
      sentCents: 0,
      payouts: [],
    })
    product.clock.moveTo(end)
    await nora.post(`/api/bookings/${id}/completion`)
    product.clock.moveTo(end + DAY)
    expect(await releasePayout(product.services, id)).toBe('no_account')
    expect((await nora.get('/api/coach/payouts')).json.payouts[0]).toMatchObject({
      status: 'held',
      holdReason: 'no_account',
    })
    expect((await nora.get('/api/coach/payout-account')).json).toMatchObject({ status: 'none' })
    expect((await nora.post('/api/coach/payout-account')).json).toEqual({ status: 'active', url: null })
    expect((await nora.post('/api/coach/payout-account')).json, 'again').toEqual({
      status: 'active',
      url: null,
    })
    product.clock.moveTo(end + DAY - 1)
    expect(await releasePayout(product.services, id)).toBe('not_due')
    product.clock.moveTo(end + DAY)
    await Promise.all(Array.from({ length: 5 }, () => releasePayout(product.services, id)))
    await releaseDuePayouts(product.services)
    const sent = await product.database.pool.query(
      `select t.amount_cents from local_vendor.transfers t join payouts p on p.provider_transfer_id = t.id where p.booking_id = $1`,
      [id],
    )
    expect(sent.rows).toEqual([{ amount_cents: 7_650 }])
    expect(await balances(product, id)).toEqual({ processor_cash: 850, platform_fee: -850 })
    expect((await nora.get('/api/coach/payouts')).json).toMatchObject({ heldCents: 0, sentCents: 7_650 })
    const kinds = async (person: Visitor) =>
      (await person.get(`/api/bookings/${id}/timeline`)).json.map((item: { kind: string }) => item.kind)
    expect(await kinds(sam)).toEqual(['paid'])
    expect(await kinds(nora)).toEqual(['paid', 'fee', 'held', 'released'])
    await product.settle()
    expect(await toldOf(nora, 'payout')).toEqual(['$76.50 is on its way to you'])
    expect(await toldOf(sam, 'payout')).toEqual([])
    const letters = await lettersTo(product.database.pool, nora.email)
    expect(letters.map(({ subject }) => subject)).toContain('$76.50 is on its way to you')
  })

  test('that waits for a bank account is reported to the coach once a month', async () => {
    const nora = await signedInCoach(product, 'Nora Waits')
    const { id, end } = await lessonWith(await product.student(), nora.userId)
    product.clock.moveTo(end)
    await nora.post(`/api/bookings/${id}/completion`)
    product.clock.moveTo(end + DAY - 1)
    await releaseDuePayouts(product.services)
    expect(await toldOf(nora, 'payout')).toEqual([])
    for (const hours of [0, 1, 24]) {
      product.clock.moveTo(end + DAY + hours * HOUR)
      await releaseDuePayouts(product.services)
    }
    expect(await toldOf(nora, 'payout')).toEqual(['$76.50 waits for your bank account'])
    await product.settle()
    const letters = await lettersTo(product.database.pool, nora.email)
    const waits = letters.filter(({ subject }) => subject === '$76.50 waits for your bank account')
    expect(waits).toMatchObject([{ text: expect.stringContaining('Hello Coach Nora,') }])
  })

  test('is sent for every due lesson in one run', async () => {
    const due = async () => {
      const found: string[] = []
      for await (const name of dueShares(product.services.db, product.clock.now(), 1))
        found.push('bookingId' in name ? name.bookingId : name.paymentId)
      return found
    }
    const nora = await signedInCoach(product, 'Nora Many')
    await nora.post('/api/coach/payout-account')
    const lessons = [
      await lessonWith(await product.student(), nora.userId),
      await lessonWith(await product.student(), nora.userId),
      await lessonWith(await product.student(), nora.userId),
    ]
    product.clock.moveTo((lessons.at(-1)?.end ?? 0) + DAY)
    await completeDueLessons(product.services)
    product.clock.advance(DAY)
    expect(await due(), 'a page at a time').toEqual(expect.arrayContaining(lessons.map(({ id }) => id)))
    await releaseDuePayouts(product.services)
    expect(await due()).not.toEqual(expect.arrayContaining(lessons.map(({ id }) => id)))
  })

  test('is partly reversed when the student is refunded later, no matter how often the jobs run', async () => {
    const nora = await signedInCoach(product, 'Nora Back')
    await nora.post('/api/coach/payout-account')
    const sam = await product.student()
    const { id, end } = await lessonWith(sam, nora.userId)
    product.clock.moveTo(end)
    await nora.post(`/api/bookings/${id}/completion`)
    product.clock.moveTo(end + DAY)
    await releasePayout(product.services, id)
    for (let run = 0; run < 2; run++)
      await product.services.db.transaction(async (tx) => {
        const payment = await lockPayment(product.services, tx, { bookingId: id })
        if (payment)
          await startRefund(product.services, tx, payment, {
            key: `dispute:${id}`,
            amountCents: 4_250,
            reason: 'dispute',
          })
      })
    await sendRefunds(product, id)
    await Promise.all([clawBack(product.services, id), clawBack(product.services, id)])
    await releaseDuePayouts(product.services)
    expect(await balances(product, id)).toEqual({ processor_cash: 425, platform_fee: -425 })
    expect((await nora.get('/api/coach/payouts')).json).toMatchObject({
      heldCents: 0,
      sentCents: 3_825,
      payouts: [{ amountCents: 7_650, reversedCents: 3_825 }],
    })
    expect((await sam.get(`/api/bookings/${id}`)).json.paymentStatus).toBe('partially_refunded')
    await product.settle()
    // One notification, although the refund was requested twice and processed three times.
    const title = '$38.25 is taken back from your payout account'
    expect((await toldOf(nora, 'payout')).filter((told) => told === title)).toHaveLength(1)
    const letters = await lettersTo(product.database.pool, nora.email)
    expect(letters.filter(({ subject }) => subject === title)).toHaveLength(1)
    const kinds = (await nora.get(`/api/bookings/${id}/timeline`)).json.map(
      (item: { kind: string }) => item.kind,
    )
    expect(kinds, 'each refund once').toEqual([
      'paid',
      'fee',
      'held',
      'released',
      'refund_started',
      'fee_returned',
      'share_returned',
      'reversed',
    ])
    // The amount kept for the lesson counts; it was taught this year.
    const { revenueYearToDateCents } = (await nora.get('/api/coach/dashboard')).json
    const sameYear = new Date(end).getFullYear() === new Date(product.clock.now()).getFullYear()
    if (sameYear) expect(revenueYearToDateCents).toBe(4_250)
  })

  test('of a lesson canceled too late for a full refund is the share of what was kept', async () => {
    const nora = await signedInCoach(product, 'Nora Kept')
    await nora.post('/api/coach/payout-account')
    const sam = await product.student()
    const { id, end } = await lessonWith(sam, nora.userId)
    product.clock.moveTo(end - 31 * HOUR)
    await sam.post(`/api/bookings/${id}/cancellation`)
    await sendRefunds(product, id)
    product.clock.moveTo(end + DAY)
    expect(await releasePayout(product.services, id)).toBe('sent')
    expect(await balances(product, id)).toEqual({ processor_cash: 425, platform_fee: -425 })
  })
})

describe('a reported problem', () => {
  const problem = { reason: 'service_not_received', details: 'Nobody was there.' }

  test('can be filed from the start until 14 days after the end, once; both sides are notified', async () => {
    const sam = await product.student()
    const { id, end } = await lessonWith(sam)
    const report = () => sam.post(`/api/bookings/${id}/problems`, problem)
    product.clock.moveTo(end - HOUR - 1)
    expect((await report()).json.code).toBe('not_started')
    product.clock.moveTo(end + 14 * DAY + 1)
    expect((await report()).json.code).toBe('too_late')
    product.clock.moveTo(end + 14 * DAY)
    expect((await report()).status).toBe(201)
    expect((await report()).json.code).toBe('already_reported')
    await product.settle()
    expect(await emailsAbout(product, id)).toEqual(
      expect.arrayContaining(['problem-reported-student', 'problem-reported-coach']),
    )
    expect((await sam.get(`/api/bookings/${id}`)).json.problem).toBe('pending')
    const { rows } = await product.database.pool.query(
      'select * from payment_disputes where booking_id = $1',
      [id],
    )
    expect(rows[0]).toMatchObject({
      source: 'student',
      status: 'pending',
      dispute_reason: 'service_not_received',
      payment_amount: 8_500,
      student_email: sam.email,
      instructor_name: 'Maya Bennett',
      lesson_title: '60-minute Lesson',
    })
  })

  test('keeps the lesson open and the share held until it is settled', async () => {
    const nora = await signedInCoach(product, 'Nora Held')
    await nora.post('/api/coach/payout-account')
    const sam = await product.student()
    const { id, end } = await lessonWith(sam, nora.userId)
    product.clock.moveTo(end)
    await sam.post(`/api/bookings/${id}/problems`, problem)
    product.clock.moveTo(end + 3 * DAY)
    await completeDueLessons(product.services)
    expect((await sam.get(`/api/bookings/${id}`)).json.status).toBe('confirmed')
    await nora.post(`/api/bookings/${id}/completion`)
    product.clock.moveTo(end + 5 * DAY)
    expect(await releasePayout(product.services, id)).toBe('problem_reported')
    expect((await nora.get(`/api/bookings/${id}`)).json).toMatchObject({
      problem: 'pending',
      payout: { status: 'held', isOverdue: true },
    })
    await product.query(
      `update payment_disputes set status = 'rejected', resolved_at = current_instant() where booking_id = $1`,
      [id],
    )
    expect(await releasePayout(product.services, id)).toBe('sent')
  })

  test('is answered once by the coach, for Greenside only; both sides see where the money is', async () => {
    const nora = await signedInCoach(product, 'Nora Side')
    await nora.post('/api/coach/payout-account')
    const sam = await product.student()
    const { id, end } = await lessonWith(sam, nora.userId)
    const path = `/api/bookings/${id}/problem`
    const answer = (words: string, who: Visitor = nora) => who.post(`${path}/answer`, { answer: words })
    expect((await answer('I was there.')).status, 'nothing was reported').toBe(404)
    product.clock.moveTo(end)
    await nora.post(`/api/bookings/${id}/completion`)
    product.clock.moveTo(end + DAY)
    await releaseDuePayouts(product.services)
    await sam.post(`/api/bookings/${id}/problems`, problem)
    for (const who of [sam, nora]) expect((await who.get(path)).json.share, 'sent already').toBe('sent')
    expect((await answer('   ')).json.message).toBe('Please tell us what happened')
    expect((await answer('I was there.', maya)).status, 'another coach').toBe(404)
    expect((await answer('I was there.', sam)).status, 'the student').toBe(403)
    expect((await answer('I was there.')).json).toEqual({ answered: true })
    expect((await answer('And again.')).json.code).toBe('already_answered')
    expect((await nora.get(path)).json).toMatchObject({
      answer: 'I was there.',
      details: 'Nobody was there.',
      answerBy: new Date(end + 6 * DAY).toISOString(),
    })
    expect((await sam.get(path)).json).toMatchObject({ answer: null, details: 'Nobody was there.' })
  })

  test.each([
    ['no reason', { details: 'Hm.' }, 'Please choose what went wrong'],
    ['no words', { reason: 'other', details: '  ' }, 'Please tell us what happened'],
  ])('with %s is refused', async (_what, body, message) => {
    const sam = await product.student()
    const { id } = await lessonWith(sam)
    const answer = await sam.post(`/api/bookings/${id}/problems`, body)
    expect([answer.status, answer.json.message]).toEqual([400, message])
  })
})

describe('reviews', () => {
  async function taught(coach = maya) {
    const sam = await product.student('Sam Rivera')
    const { id, end } = await lessonWith(sam, coach.userId)
    product.clock.moveTo(end)
    await coach.post(`/api/bookings/${id}/completion`)
    return { sam, id, end }
  }
  const shown = async (coachId: string) =>
    (await product.visitor().get(`/api/coaches/${coachId}/reviews`)).json

  test('stay hidden and out of the rating until the coach writes a note; then the coach can reply publicly', async () => {
    const nora = await signedInCoach(product, 'Nora Read')
    const { sam, id } = await taught(nora)
    expect(
      (await sam.post(`/api/bookings/${id}/review`, { rating: 4, comment: 'My slice is gone.' })).status,
    ).toBe(201)
    expect(await shown(nora.userId)).toEqual([])
    expect((await product.visitor().get(`/api/coaches/${nora.userId}`)).json.rating).toBe(0)
    expect((await nora.get(`/api/bookings/${id}/words`)).json.review, 'not for the coach either').toBeNull()
    expect((await nora.get('/api/coach/reviews')).json).toMatchObject({
      reviews: [],
      hidden: 1,
      waiting: [{ bookingId: id, isReviewed: true }],
    })
    expect(await toldOf(nora, 'review_received'), 'nothing to read yet').toEqual([])
    const note = (coach: Visitor, words: string) => coach.post(`/api/bookings/${id}/note`, { note: words })
    expect((await note(maya, 'Not my student.')).json.code, 'another coach').toBe('no_such_booking')
    expect((await note(nora, 'Keep the tempo.')).status).toBe(201)
    expect(await toldOf(nora, 'review_received')).toEqual(['Sam Rivera reviewed your lesson'])
    await product.settle()
    const letters = await lettersTo(product.database.pool, nora.email)
    expect(letters.map(({ subject }) => subject)).toContain('A review of your lesson with Sam Rivera')
    const [review] = await shown(nora.userId)
    expect(review).toMatchObject({ rating: 4, comment: 'My slice is gone.', author: 'Sam R.', reply: null })
    expect((await product.visitor().get(`/api/coaches/${nora.userId}`)).json.rating).toBe(4)
    expect((await sam.get(`/api/bookings/${id}/words`)).json.note).toBe('Keep the tempo.')
    expect((await maya.put(`/api/reviews/${review.id}/reply`, { reply: 'Mine!' })).status).toBe(404)
    expect((await nora.put(`/api/reviews/${review.id}/reply`, { reply: 'Thank you, Sam.' })).status).toBe(200)
    expect((await shown(nora.userId))[0].reply).toBe('Thank you, Sam.')
  })

  test('are published 14 days after the lesson when the coach writes nothing', async () => {
    const nora = await signedInCoach(product, 'Nora Silent')
    const { sam, id, end } = await taught(nora)
    await sam.post(`/api/bookings/${id}/review`, { rating: 5 })
    product.clock.moveTo(end + 14 * DAY - 1)
    expect(await publishDueReviews(product.services)).toBe(0)
    product.clock.moveTo(end + 14 * DAY)
    expect(await publishDueReviews(product.services)).toBe(1)
    expect(await publishDueReviews(product.services), 'again').toBe(0)
    expect((await shown(nora.userId))[0]).toMatchObject({ rating: 5, comment: null })
    expect(await toldOf(nora, 'review_received')).toEqual(['Sam Rivera reviewed your lesson'])
  })

  test('let a student who never reviewed read the coach’s note two weeks after the lesson', async () => {
    const { sam, id, end } = await taught()
    await maya.post(`/api/bookings/${id}/note`, { note: 'Keep the tempo.' })
    product.clock.moveTo(end + 14 * DAY - 1)
    await sam.signInAgain()
    expect((await sam.get(`/api/bookings/${id}/words`)).json.note).toBeNull()
    product.clock.moveTo(end + 14 * DAY)
    expect((await sam.get(`/api/bookings/${id}/words`)).json.note).toBe('Keep the tempo.')
  })

  test('written after the coach’s note are readable at once, and the coach is notified', async () => {
    const nora = await signedInCoach(product, 'Nora First')
    const { sam, id } = await taught(nora)
    await nora.post(`/api/bookings/${id}/note`, { note: 'Keep the tempo.' })
    expect(await toldOf(nora, 'review_received')).toEqual([])
    expect((await sam.get(`/api/bookings/${id}/words`)).json, 'Sam writes first, too').toMatchObject({
      note: null,
      isWaiting: true,
    })
    await sam.post(`/api/bookings/${id}/review`, { rating: 5 })
    expect((await sam.get(`/api/bookings/${id}/words`)).json).toMatchObject({
      note: 'Keep the tempo.',
      isWaiting: false,
    })
    expect((await shown(nora.userId))[0]).toMatchObject({ rating: 5 })
    expect(await toldOf(nora, 'review_received')).toEqual(['Sam Rivera reviewed your lesson'])
  })

  test('are limited to one per lesson, by its student, for a lesson that took place, within 60 days', async () => {
    const { sam, id, end } = await taught()
    const alex = await product.student('Alex Kim')
    expect((await alex.post(`/api/bookings/${id}/review`, { rating: 1 })).status).toBe(404)
    const answers = await Promise.all(
      [1, 2, 3].map(() => sam.post(`/api/bookings/${id}/review`, { rating: 3 })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409])
    for (const rating of [0, 6, 2.5, 'five'])
      expect((await sam.post(`/api/bookings/${id}/review`, { rating })).status).toBe(400)
    const later = await lessonWith(alex)
    expect((await alex.post(`/api/bookings/${later.id}/review`, { rating: 5 })).json.code).toBe(
      'not_completed',
    )
    const old = await taught()
    product.clock.moveTo(old.end + 60 * DAY + 1)
    await old.sam.signInAgain()
    expect((await old.sam.post(`/api/bookings/${old.id}/review`, { rating: 5 })).json.code).toBe('too_late')
    expect(end).toBeGreaterThan(0)
  })
})

import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelLesson } from '#features/bookings/cancellation/commands.ts'
import { completeLesson } from '#features/bookings/completion/commands.ts'
import { refundPayment } from '#features/checkout/refunds.ts'
import { coachShare } from '#features/ledger/fee.ts'
import { connectPayoutAccount } from '#features/payouts/payout-account.ts'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import { processDuePackages } from '#features/proposals/due-proposals.ts'
import { endPackage } from '#features/proposals/packages/commands.ts'
import { creditValues } from '#features/proposals/packages/package.ts'
import { listPackages } from '#features/proposals/packages/queries.ts'
import { bookFromPackage } from '#features/proposals/packages/redemptions.ts'
import { DAY } from '#platform/duration.ts'
import { signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { acceptAndPay, fiveLessons, packageBalances, propose } from '../support/proposals.ts'

const product = testProduct()
let coach: Awaited<ReturnType<typeof signedInCoach>>
let student: Awaited<ReturnType<typeof product.student>>

beforeAll(async () => {
  coach = await signedInCoach(product)
  student = await product.student('Sam Rivera')
  await letBookFarAhead()
})

beforeEach(() => product.clock.moveTo(testNow))

const letBookFarAhead = () =>
  product.database.pool.query(
    'update instructor_profiles set max_booking_window_days = 90, min_booking_notice_hours = 1 where user_id = $1',
    [coach.userId],
  )

/** Buys five lessons, the first at a unique time. */
async function buy(start: string, terms: object = {}) {
  const proposalId = await propose(product, coach, student, { ...fiveLessons, times: [start], ...terms })
  const bookingId = await acceptAndPay(product, student, proposalId, start)
  const { rows } = await product.database.pool.query<{ id: string }>(
    'select id from lesson_packages where proposal_id = $1',
    [proposalId],
  )
  const packageId = String(rows[0]?.id)
  return { proposalId, bookingId, packageId }
}

const shown = async (packageId: string) => {
  const all = await student.get('/api/packages')
  return all.json.find((one: { id: string }) => one.id === packageId)
}

describe('a package of five lessons for $400', () => {
  test('is paid once; the first lesson is used, four remain with their money held', async () => {
    const { bookingId, packageId } = await buy(charlotteTime(3, 9))
    expect(await shown(packageId)).toMatchObject({
      lessons: 5,
      left: 4,
      title: 'Five lessons',
      refundCents: 25_600,
    })
    expect(await packageBalances(product, packageId)).toEqual({
      processor_cash: 40_000,
      package_held: -32_000,
      coach_held: -7200,
      platform_fee: -800,
    })
    expect((await student.get(`/api/bookings/${bookingId}`)).json).toMatchObject({
      status: 'confirmed',
      priceCents: 8000,
    })

    const drawn = await student.post(`/api/packages/${packageId}/lessons`, {
      start: charlotteTime(4, 9),
      idempotencyKey: 'the-second-lesson',
    })
    expect(drawn.json).toMatchObject({ left: 3 })
    const again = await student.post(`/api/packages/${packageId}/lessons`, {
      start: charlotteTime(4, 9),
      idempotencyKey: 'the-second-lesson',
    })
    expect(again.json.bookingId).toBe(drawn.json.bookingId)
    // It blocks the coach's calendar like any other lesson.
    const rival = await product.student('Robin Rival')
    const taken = await rival.post('/api/bookings', {
      instructorId: coach.userId,
      start: charlotteTime(4, 9),
      durationMinutes: 60,
    })
    expect(taken.json).toMatchObject({ code: 'slot_taken' })
    const { rows } = await product.database.pool.query(
      'select amount_cents, payment_method from payments where booking_id = $1',
      [drawn.json.bookingId],
    )
    expect(rows).toEqual([{ amount_cents: 0, payment_method: 'package' }])
  })

  test('gets a lesson back when it is canceled in time, and not when it is late', async () => {
    const { packageId, bookingId } = await buy(charlotteTime(5, 9))
    const early = await student.post(`/api/packages/${packageId}/lessons`, { start: charlotteTime(6, 9) })
    const preview = await student.get(`/api/bookings/${early.json.bookingId}/cancellation`)
    expect(preview.json).toMatchObject({ refusal: null, refundCents: 0, returnsCredit: true })
    await student.post(`/api/bookings/${early.json.bookingId}/cancellation`, { expectedRefundCents: 0 })
    expect((await shown(packageId)).left).toBe(4)
    const cancelled = (await student.get(`/api/bookings/${early.json.bookingId}`)).json
    expect(cancelled).toMatchObject({ status: 'cancelled', package: 'returned', owedBackCents: 0 })
    const money = async (who: typeof student) =>
      (await who.get(`/api/bookings/${early.json.bookingId}/timeline`)).json.map(
        (item: { kind: string; amountCents: number }) => [item.kind, item.amountCents],
      )
    expect(await money(student)).toEqual([
      ['package_drawn', 8000],
      ['package_returned', 8000],
    ])
    expect(await money(coach)).toEqual([
      ['package_drawn', 8000],
      ['fee', 800],
      ['held', 7200],
      ['package_returned', 8000],
      ['fee_returned', 800],
      ['share_returned', 7200],
    ])
    expect((await student.get(`/api/bookings/${bookingId}`)).json.package).toBe('open')
    product.clock.moveTo(Date.parse(charlotteTime(4, 12)))
    const late = await student.get(`/api/bookings/${bookingId}/cancellation`)
    expect(late.json).toMatchObject({ refundCents: 0, returnsCredit: false })
    await student.post(`/api/bookings/${bookingId}/cancellation`, {})
    product.clock.moveTo(testNow)
    expect((await shown(packageId)).left).toBe(4)
    expect(await packageBalances(product, packageId)).toMatchObject({
      package_held: -32_000,
      coach_held: -7200,
    })
  })

  test('is not lost by a cancellation that was confirmed in time and arrives too late', async () => {
    const { bookingId, packageId } = await buy(charlotteTime(5, 14))
    const path = `/api/bookings/${bookingId}/cancellation`
    const { refundCents, returnsCredit } = (await student.get(path)).json
    expect({ refundCents, returnsCredit }).toEqual({ refundCents: 0, returnsCredit: true })
    product.clock.moveTo(Date.parse(charlotteTime(4, 17)))
    const agreed = { expectedRefundCents: refundCents, expectedReturnsCredit: returnsCredit }
    const late = await student.post(path, agreed)
    expect([late.status, late.json.code]).toEqual([409, 'refund_changed'])
    expect((await student.get(`/api/bookings/${bookingId}`)).json.status).toBe('confirmed')
    product.clock.moveTo(testNow)
    expect((await student.post(path, agreed)).status).toBe(200)
    expect((await shown(packageId)).left).toBe(5)
  })

  test('is used by several tabs at once without going below zero', async () => {
    const { packageId } = await buy(charlotteTime(7, 9))
    const answers = await Promise.all(
      [10, 11, 12, 13, 14, 15, 16].map((hour) =>
        student.post(`/api/packages/${packageId}/lessons`, { start: charlotteTime(7, hour) }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(4)
    expect(answers.filter((answer) => answer.json?.code === 'no_lessons_left').length).toBeGreaterThan(0)
    expect((await shown(packageId)).left).toBe(0)
  })

  test('can be ended by the student with an 80% refund of unused lessons, and the coach gets a share of the rest', async () => {
    const { packageId, bookingId, proposalId } = await buy(charlotteTime(8, 9))
    const wrong = await student.post(`/api/packages/${packageId}/end`, { expectedRefundCents: 1 })
    expect(wrong.json).toMatchObject({ code: 'refund_changed' })
    const stranger = await product.student('Pat Stranger')
    expect((await stranger.post(`/api/packages/${packageId}/end`, { expectedRefundCents: 0 })).status).toBe(
      404,
    )
    const ended = await student.post(`/api/packages/${packageId}/end`, { expectedRefundCents: 25_600 })
    expect(ended.json).toEqual({ refundCents: 25_600 })
    await refundPayment(product.services, bookingId)
    await product.settle()
    expect(await packageBalances(product, packageId)).toEqual({
      processor_cash: 14_400,
      coach_held: -7200,
      package_held: -5760,
      platform_fee: -1440,
    })
    expect((await student.get(`/api/bookings/${bookingId}`)).json).toMatchObject({
      status: 'confirmed',
      paymentStatus: 'completed',
      // Refunds for the other lessons are not counted for this one.
      package: 'ended',
      owedBackCents: 0,
      refundedCents: 0,
    })
    expect(
      (await student.post(`/api/packages/${packageId}/lessons`, { start: charlotteTime(9, 9) })).json,
    ).toMatchObject({
      code: 'package_ended',
    })
    await connectPayoutAccount(product.services, coach)
    product.clock.moveTo(testNow + 20 * DAY)
    await completeLesson(product.services, coach, { bookingId, outcome: 'taught' })
    product.clock.moveTo(testNow + 22 * DAY)
    expect(await earnings()).toMatchObject([
      { isOfPackage: false, amountCents: 7200, holdReason: null },
      { isOfPackage: true, amountCents: 5760, status: 'held', title: 'Five lessons' },
    ])
    // Includes the share of the lesson that was canceled late above.
    expect(await releaseDuePayouts(product.services)).toBe(3)
    expect(await releaseDuePayouts(product.services)).toBe(0)
    expect(await earnings()).toMatchObject([
      { isOfPackage: false, amountCents: 7200, status: 'sent' },
      { isOfPackage: true, amountCents: 5760, status: 'sent' },
    ])
    product.clock.moveTo(testNow)
    expect(await packageBalances(product, packageId)).toEqual({ processor_cash: 1440, platform_fee: -1440 })
    expect((await student.get(`/api/proposals/${proposalId}`)).json.status).toBe('completed')
  })

  test('expires: a reminder goes out two weeks before, and unused lessons are refunded by its terms', async () => {
    const { packageId, bookingId } = await buy(charlotteTime(10, 9), { validDays: 30 })
    product.clock.moveTo(testNow + 20 * DAY)
    expect((await processDuePackages(product.services)).reminded).toBeGreaterThan(0)
    product.clock.moveTo(testNow + 31 * DAY)
    await processDuePackages(product.services)
    await refundPayment(product.services, bookingId)
    await product.settle()
    await releaseDuePayouts(product.services)
    product.clock.moveTo(testNow)
    expect(await shown(packageId)).toMatchObject({ left: 0, endReason: 'expired' })
    // 80% of the untaken lessons was refunded, and the coach gets their share of the rest.
    expect((await packageBalances(product, packageId)).processor_cash).toBe(40_000 - 25_600 - 5760)
  })
})

/** The coach's shares of the last package. */
async function earnings() {
  const { json } = await coach.get('/api/coach/payouts')
  const { bookingId } = json.payouts.find(
    (share: { isOfPackage: boolean; title: string }) => share.isOfPackage && share.title === 'Five lessons',
  )
  return json.payouts
    .filter((share: { bookingId: string }) => share.bookingId === bookingId)
    .sort(
      (a: { isOfPackage: boolean }, b: { isOfPackage: boolean }) =>
        Number(a.isOfPackage) - Number(b.isOfPackage),
    )
}

describe('a package that was ended early', () => {
  test('applies the early-end fee to booked lessons too: canceled later, they refund no more than that', async () => {
    const { packageId, bookingId } = await buy(charlotteTime(11, 9))
    const booked = await student.post(`/api/packages/${packageId}/lessons`, { start: charlotteTime(12, 9) })
    await student.post(`/api/packages/${packageId}/end`, { expectedRefundCents: 19_200 })
    const path = `/api/bookings/${booked.json.bookingId}/cancellation`
    expect((await student.get(path)).json).toMatchObject({
      percent: 80,
      refundCents: 6400,
      returnsCredit: false,
    })
    expect((await student.post(path, { expectedRefundCents: 6400 })).json).toEqual({ refundCents: 6400 })
    // A cancellation by the coach refunds everything.
    expect((await coach.get(`/api/bookings/${bookingId}/cancellation`)).json.refundCents).toBe(8000)
  })

  test('keeps a coach from closing the account until its remainder was sent', async () => {
    coach = await signedInCoach(product, 'Lee Leaving')
    await letBookFarAhead()
    const { packageId, bookingId } = await buy(charlotteTime(11, 9))
    await student.post(`/api/packages/${packageId}/end`, { expectedRefundCents: 25_600 })
    await coach.post(`/api/bookings/${bookingId}/cancellation`)
    const close = () => coach.post('/api/me/closure', { password: 'fairway-seven' })
    expect((await close()).json).toMatchObject({
      code: 'payouts_owed',
      message: expect.stringContaining('$57.60'),
    })
    expect((await coach.get('/api/coach/payouts')).json).toMatchObject({ heldCents: 5760 })
    const other = await signedInCoach(product, 'Nell Newcomer')
    expect((await other.get('/api/coach/payouts')).json, 'what is hers alone').toMatchObject({ heldCents: 0 })
    await connectPayoutAccount(product.services, coach)
    await releaseDuePayouts(product.services)
    expect((await close()).status).toBe(200)
    coach = await signedInCoach(product)
    await letBookFarAhead()
  })

  test('sends emails with matching amounts: the lesson’s for the lesson, the package’s for the package', async () => {
    const { packageId, bookingId } = await buy(charlotteTime(13, 9))
    const booked = await student.post(`/api/packages/${packageId}/lessons`, { start: charlotteTime(14, 9) })
    await student.post(`/api/packages/${packageId}/end`, { expectedRefundCents: 19_200 })
    await student.post(`/api/bookings/${booked.json.bookingId}/cancellation`, { expectedRefundCents: 6400 })
    await refundPayment(product.services, booked.json.bookingId)
    await product.settle()
    await refundPayment(product.services, bookingId)
    await product.settle()
    const letters = await lettersTo(product.database.pool, student.email)
    const about = (words: string) => letters.filter(({ subject }) => subject.includes(words))
    expect(about('You ended your package')[0]?.text).toContain('We refund $192 for the lessons not taken')
    expect(about('Cancelled: your lesson')[0]?.text).toContain('We refund $64 of the $80 for this lesson')
    expect(about('refund of'), 'each refund is told once').toEqual([])
    const lesson = (await student.get(`/api/bookings/${booked.json.bookingId}`)).json
    expect(lesson).toMatchObject({ owedBackCents: 6400, refundedCents: 6400 })
    const money = (await student.get(`/api/bookings/${bookingId}/timeline`)).json
    expect(money.map((item: { kind: string; amountCents: number }) => [item.kind, item.amountCents])).toEqual(
      [
        ['package_paid', 40_000],
        ['package_drawn', 8000],
        ['package_refunded', 19_200],
      ],
    )
  })
})

/** Checks the invariants of a package's ledger, given its credits and lessons. */
async function brokenRules(packageId: string): Promise<string[]> {
  const { pool } = product.database
  const credits = await pool.query<{ status: string; value_cents: number; back: number }>(
    `select c.status, c.value_cents,
       (select coalesce(sum(r.amount_cents), 0)::int from payment_refunds r
         where r.booking_id = c.booking_id and r.business_key like 'cancelled:%') as back from lesson_credits c where c.package_id = $1`,
    [packageId],
  )
  const kept = await pool.query<{
    rest_cents: number
    is_sent: boolean
    ended: boolean
    owed: number
    refunded: number
  }>(
    `select k.rest_cents, exists (select from payouts o where o.package_id = k.id and o.status = 'sent') as is_sent, k.ended_at is not null as ended, p.refunded_cents as refunded,
       (select coalesce(sum(amount_cents), 0)::int from payment_refunds r where r.payment_id = k.payment_id) as owed
     from lesson_packages k join payments p on p.id = k.payment_id where k.id = $1`,
    [packageId],
  )
  const sent = await pool.query<{ cents: number }>(
    `select coalesce(sum(amount_cents), 0)::int as cents from payouts o join bookings b on b.id = o.booking_id
     where b.package_id = $1 and o.package_id is null and o.status = 'sent'`,
    [packageId],
  )
  const state = kept.rows[0]
  if (!state) return ['the package is gone']
  const balances = {
    processor_cash: 0,
    package_held: 0,
    coach_held: 0,
    platform_fee: 0,
    refunds_due: 0,
    ...(await packageBalances(product, packageId)),
  }
  const worthOf = (status: string) =>
    credits.rows
      .filter((credit) => credit.status === status)
      .reduce((sum, credit) => sum + credit.value_cents, 0)
  const shares = credits.rows
    .filter((credit) => credit.status === 'used')
    .reduce((sum, credit) => sum + coachShare(credit.value_cents - credit.back), 0)
  const rest = state.is_sent ? 0 : state.rest_cents
  const rules: [string, number, number][] = [
    ['all accounts sum to nothing', Object.values(balances).reduce((sum, cents) => sum + cents, 0), 0],
    ['untaken lessons and the rest wait', balances.package_held, -worthOf('available') - rest],
    [
      'the coach is owed for what is drawn and unsent',
      balances.coach_held,
      sent.rows[0]?.cents ? balances.coach_held : -shares,
    ],
    ['refunds are owed until they are sent', balances.refunds_due, state.refunded - state.owed],
    ['every lesson has its part', credits.rows.reduce((sum, credit) => sum + credit.value_cents, 0), 40_003],
    ['shares drawn are held or sent', shares, -balances.coach_held + (sent.rows[0]?.cents ?? 0)],
  ]
  return rules
    .filter(([, is, should]) => is !== should)
    .map(([rule, is, should]) => `${rule}: ${is}, not ${should}`)
}

const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('draw' as const), slot: fc.nat({ max: 40 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('cancel' as const),
      lesson: fc.nat(9),
      by: fc.constantFrom('student' as const, 'coach' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('complete' as const), lesson: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 3, 10, 40) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      by: fc.constantFrom('student' as const, 'coach' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('expire' as const, 'payouts' as const, 'refunds' as const) }),
  },
)

/** Runs this many sequences, and as many again until every event has occurred. */
const SEQUENCES = 4
const AT_MOST = 40 * SEQUENCES

test('random sequences of drawing, canceling, completing, ending, expiring and paying out keep lessons and ledger consistent', async () => {
  const { pool } = product.database
  const happened: Record<string, number> = {}
  let day = 0
  const missing = () =>
    ['draw', 'cancel', 'complete', 'end', 'expire', 'payouts', 'refunds'].filter((what) => !happened[what])
  const sequences = fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 16 }), async (actions) => {
    // Each sequence has the calendar to itself.
    product.clock.moveTo(testNow)
    coach = await signedInCoach(product)
    await letBookFarAhead()
    await connectPayoutAccount(product.services, coach)
    day++
    const { packageId, bookingId } = await buy(charlotteTime(2, 9), { validDays: 30, priceCents: 40_003 })
    const asStudent = { userId: student.userId, role: 'student' as const }
    const asCoach = { userId: coach.userId, role: 'coach' as const }
    for (const step of actions) {
      const now = product.clock.now()
      const lessons = (
        await pool.query<{ id: string }>(
          'select id from bookings where package_id = $1 order by created_at, id',
          [packageId],
        )
      ).rows
      let outcome = true
      if (step.do === 'wait') {
        product.clock.moveTo(now + step.days * DAY)
        await Promise.all([student.signInAgain(), coach.signInAgain()])
      }
      if (step.do === 'draw') {
        const days = Math.floor((now - testNow) / DAY) + 1 + Math.floor(step.slot / 8)
        const made = await bookFromPackage(product.services, asStudent, {
          packageId,
          start: charlotteTime(days, 9 + (step.slot % 8)),
        })
        outcome = made.ok
      }
      if (step.do === 'cancel') {
        const cancelled = await cancelLesson(product.services, step.by === 'student' ? asStudent : asCoach, {
          bookingId: lessons[step.lesson % lessons.length]?.id ?? bookingId,
        })
        outcome = cancelled.ok
      }
      if (step.do === 'complete') {
        const done = await completeLesson(product.services, asCoach, {
          bookingId: lessons[step.lesson % lessons.length]?.id ?? bookingId,
          outcome: 'taught',
        })
        outcome = done.ok
      }
      if (step.do === 'end') {
        const { userId } = step.by === 'student' ? student : coach
        // The session has expired by now, so this reads from the database.
        const listed = (await listPackages(product.services.db, userId)).find(({ id }) => id === packageId)
        const ended = await endPackage(product.services, step.by === 'student' ? asStudent : asCoach, {
          packageId,
          expectedRefundCents: listed?.refundCents ?? 0,
        })
        outcome = ended.ok
      }
      if (step.do === 'expire') await processDuePackages(product.services)
      if (step.do === 'payouts') await releaseDuePayouts(product.services)
      if (step.do === 'refunds') {
        for (const { id } of lessons) await refundPayment(product.services, id)
        await product.settle()
      }
      const name = `${step.do}${outcome ? '' : ' refused'}`
      happened[name] = (happened[name] ?? 0) + 1
      expect(await brokenRules(packageId), JSON.stringify(step)).toEqual([])
    }
  })
  do await fc.assert(sequences, { numRuns: SEQUENCES, endOnFailure: true })
  while (missing().length > 0 && day < AT_MOST)
  expect(missing(), JSON.stringify(happened)).toEqual([])
  expect(creditValues(40_003, 5).length).toBe(5)
  expect(day % SEQUENCES).toBe(0)
}, 300_000)

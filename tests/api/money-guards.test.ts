import { beforeAll, beforeEach, expect, test } from 'vitest'
import { completeDueLessons } from '#features/bookings/completion/commands.ts'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { startRefund } from '#features/checkout/refunds.ts'
import { connectPayoutAccount } from '#features/payouts/payout-account.ts'
import { hasPackageOf } from '#features/proposals/agreed-lessons.ts'
import { processDueProposals } from '#features/proposals/due-proposals.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { takePart } from '../support/discounts.ts'
import { eventually } from '../support/eventually.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime, goodCard } from '../support/now.ts'
import { clawBack, releasePayout } from '../support/payouts.ts'
import { testNow, testProduct } from '../support/product.ts'
import { acceptAndPay, fiveLessons, propose } from '../support/proposals.ts'

/** Single lines that protect money and are covered by no other test. */

const product = testProduct()
let day = 0
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>

beforeAll(async () => {
  maya = await signedInCoach(product)
  sam = await product.student()
  await connectPayoutAccount(product.services, maya)
  await takePart(product.database.pool, maya.userId, testNow)
})
beforeEach(() => product.clock.moveTo(testNow))

const { query } = product
const nextStart = () => charlotteTime(9 + ++day, 10)

/** A paid lesson whose share is due. */
async function taughtLesson() {
  const start = nextStart()
  const id = await bookPaid(product, sam, { instructorId: maya.userId, start })
  product.clock.moveTo(Date.parse(start) + HOUR + DAY)
  await completeDueLessons(product.services)
  product.clock.moveTo(Date.parse(start) + HOUR + 3 * DAY)
  return id
}
const refundPart = (bookingId: string, key: string, amountCents: number) =>
  product.services.db.transaction(async (tx) => {
    const payment = await lockPayment(product.services, tx, { bookingId })
    if (!payment) throw new Error('no payment')
    return await startRefund(product.services, tx, payment, { key, amountCents, reason: 'dispute' })
  })

test('a payout reversal is recorded only while no other process calculates what is still owed', async () => {
  const id = await taughtLesson()
  await releasePayout(product.services, id)
  await refundPart(id, `half:${id}`, 4_250)
  let run: Promise<void> | undefined
  await product.services.db.transaction(async (tx) => {
    await tx.execute(`select from payouts where booking_id = '${id}' for update`)
    run = clawBack(product.services, id)
    await eventually(async () => {
      const waiting = await query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(waiting).toHaveLength(1)
    })
  })
  await run
  expect(
    await query(
      `select v.status from payout_reversals v join payouts o on o.id = v.payout_id where o.booking_id = $1`,
      [id],
    ),
  ).toEqual([{ status: 'sent' }])
})

test('a payment with a full refund gets no further refund', async () => {
  const id = await bookPaid(product, sam, { instructorId: maya.userId, start: nextStart() })
  expect(await refundPart(id, `all:${id}`, 8_500)).toBe(8_500)
  expect(await refundPart(id, `more:${id}`, 1_000)).toBe(0)
  expect(await query('select amount_cents from payment_refunds where booking_id = $1', [id])).toEqual([
    { amount_cents: 8_500 },
  ])
})

test('only an open package of this coach, student and length shows the student more times', async () => {
  const start = nextStart()
  await acceptAndPay(
    product,
    sam,
    await propose(product, maya, sam, { ...fiveLessons, times: [start] }),
    start,
  )
  const of = {
    studentId: sam.userId,
    instructorId: maya.userId,
    durationMinutes: 60,
    now: product.clock.now(),
  }
  const asked = (change: Partial<typeof of>) => hasPackageOf(product.services.db, { ...of, ...change })
  expect(await asked({})).toBe(true)
  const others = [
    { studentId: maya.userId },
    { instructorId: sam.userId },
    { durationMinutes: 90 },
    { now: of.now + 181 * DAY },
  ]
  for (const change of others) expect(await asked(change), JSON.stringify(change)).toBe(false)
  const [bundle] = (await sam.get('/api/packages')).json
  await sam.post(`/api/packages/${bundle.id}/end`, { expectedRefundCents: bundle.refundCents })
  await query('update lesson_packages set ended_at = current_instant() where id = $1 and ended_at is null', [
    bundle.id,
  ])
  expect(await asked({})).toBe(false)
})

test('an accepted proposal is reopened only when its time is no longer held', async () => {
  const start = nextStart()
  const proposalId = await propose(product, maya, sam, { times: [start] })
  const held = await sam.post(`/api/proposals/${proposalId}/acceptance`, { version: 1, start })
  expect(held.status, held.text).toBe(200)
  const state = async () =>
    (await query('select status from lesson_proposals where id = $1', [proposalId]))[0].status
  product.clock.advance(3 * 60_000)
  await processDueProposals(product.services)
  expect(await state()).toBe('accepted')
  // The state left by a process that died between the two steps.
  await query(
    `update bookings set status = 'cancelled', cancel_reason = 'abandoned', cancelled_at = current_instant() where id = $1`,
    [held.json.bookingId],
  )
  await processDueProposals(product.services)
  expect(await state()).toBe('pending')
})

test('a refunded late payment releases its promo code and states that reason', async () => {
  await query(
    `insert into promo_codes (code, percent_off, instructor_id, funded_by, max_uses, max_uses_per_student, valid_from)
     values ('ONCE25', 25, $1, 'platform', 1, null, 'epoch')`,
    [maya.userId],
  )
  const wish = { instructorId: maya.userId, start: nextStart(), durationMinutes: 60 }
  const held = await sam.post('/api/bookings', { ...wish, promoCode: 'ONCE25' })
  const session = String(held.json.checkoutUrl).split('/').at(-1)
  await sam.post(`/api/test-checkouts/${session}/payments`, goodCard)
  product.clock.advance(16 * 60_000)
  // Another student has booked the time meanwhile.
  const other = await product.student()
  expect((await other.post('/api/bookings', wish)).status).toBe(201)
  await product.hearPayments()
  const [refund] = await query('select reason, amount_cents from payment_refunds where booking_id = $1', [
    held.json.bookingId,
  ])
  expect(refund).toEqual({ reason: 'late_payment', amount_cents: 7_650 })
  const again = await sam.post('/api/bookings', { ...wish, start: nextStart(), promoCode: 'ONCE25' })
  expect(again.status, again.text).toBe(201)
  const paid = await query('select payment_status from bookings where id = $1', [held.json.bookingId])
  expect(paid).toEqual([{ payment_status: 'completed' }])
})

test('an account can’t be closed while it holds a time', async () => {
  const kim = await product.student()
  const wish = { instructorId: maya.userId, start: nextStart(), durationMinutes: 60 }
  expect((await kim.post('/api/bookings', wish)).status).toBe(201)
  const refusal = await kim.post('/api/me/closure', { password: 'fairway-seven', refundCents: 0 })
  expect([refusal.status, refusal.json.code]).toEqual([409, 'lessons_coming'])
})

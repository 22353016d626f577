import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { applyPaymentEvent } from '#features/checkout/payment-events.ts'
import { HOUR } from '#platform/duration.ts'
import type { PaymentEvent } from '#ports/payments/payments.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime, goodCard } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { acceptAndPay, fiveLessons, propose } from '../support/proposals.ts'

/** What the evidence of a dispute says about the money and the lesson. */

const product = testProduct()
const { query } = product
type Person = Awaited<ReturnType<typeof product.student>>
let maya: Person
let sam: Person
let admin: Person

beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  sam = await product.student('Sam Rivera')
  admin = await product.admin()
})

const evidenceOf = async (disputeId: string) => (await admin.get(`/api/admin/disputes/${disputeId}`)).json
/** The rows of the evidence pack as text: `Paid $400`. */
const packOf = async (disputeId: string): Promise<string> =>
  (await admin.post(`/api/admin/disputes/${disputeId}/evidence-pack`)).json.html
    .replace(/<[^>]+>/g, ' ')
    .replace(/ +/g, ' ')

/** The payer's bank disputes a payment. @returns the dispute's id */
async function bankDisputes(paymentId: string, more: object = {}): Promise<string> {
  const [order] = await query(
    'select o.stripe_payment_intent_id as intent from payments p join orders o on o.id = p.order_id where p.id = $1',
    [paymentId],
  )
  await applyPaymentEvent(product.services, {
    id: `evt_${randomUUID()}`,
    type: 'disputed',
    createdAt: product.clock.now(),
    paymentIntentId: String(order?.intent),
    disputeId: `dp_${paymentId}`,
    reason: 'credit_not_processed',
    amountCents: 40_000,
    ...more,
  } as PaymentEvent)
  const [dispute] = await query(
    `select id from payment_disputes where payment_id = $1 and source = 'card_network'`,
    [paymentId],
  )
  return String(dispute?.id)
}

const endPackage = async (packageId: string, expectedRefundCents: number) => {
  const ended = await sam.post(`/api/packages/${packageId}/end`, { expectedRefundCents })
  expect(ended.json, ended.text).toEqual({ refundCents: expectedRefundCents })
}

describe('a bank’s dispute of a package', () => {
  test('bought without its first lesson counts what went back at its end and for its lessons', async () => {
    const offer = await maya.put('/api/own-packages', {
      title: 'Break 90',
      lessonType: 'individual',
      lessons: 5,
      durationMinutes: 60,
      priceCents: 40_000,
      validDays: 180,
      visibility: 'public',
    })
    const wish = { instructorId: maya.userId, offerId: offer.json.offerId, version: 1 }
    const sale = await sam.post('/api/package-sales', wish)
    await sam.post(
      `/api/test-checkouts/${String(sale.json.checkoutUrl).split('/').at(-1)}/payments`,
      goodCard,
    )
    await product.settle()
    const [{ id: packageId }] = (await sam.get('/api/packages')).json
    const drawn = await sam.post(`/api/packages/${packageId}/lessons`, { start: charlotteTime(9, 10) })
    await endPackage(packageId, 25_600)
    await sam.post(`/api/bookings/${drawn.json.bookingId}/cancellation`)
    await product.settle()

    const disputeId = await bankDisputes(sale.json.paymentId)
    const { money } = await evidenceOf(disputeId)
    expect(money.ofPackage).toEqual({ paidCents: 40_000, owedBackCents: 32_000, keptCents: 8_000 })
    const refunds = money.refunds.map(({ amountCents }: { amountCents: number }) => amountCents)
    expect(refunds.toSorted()).toEqual([25_600, 6_400])
    const movements = money.timeline.map(({ kind, amountCents }: { kind: string; amountCents: number }) => [
      kind,
      amountCents,
    ])
    expect(movements).toEqual(
      expect.arrayContaining([
        ['package_paid', 40_000],
        ['package_refund_started', 25_600],
        ['refund_started', 6_400],
      ]),
    )
    const pack = await packOf(disputeId)
    for (const row of ['Paid $400', 'Given back $320', 'Left $80']) expect(pack).toContain(row)
  })

  test('bought with its first lesson counts the whole package; a refund by an admin is of the lesson', async () => {
    const start = charlotteTime(9, 10)
    const proposalId = await propose(product, maya, sam, { ...fiveLessons, times: [start] })
    const bookingId = await acceptAndPay(product, sam, proposalId, start)
    const [bought] = await query('select id, payment_id from lesson_packages where proposal_id = $1', [
      proposalId,
    ])
    await endPackage(String(bought?.id), 25_600)

    const paymentId = String(bought?.payment_id)
    const disputeId = await bankDisputes(paymentId)
    expect((await evidenceOf(disputeId)).money).toMatchObject({
      paidCents: 8_000,
      keptCents: 8_000,
      ofPackage: { paidCents: 40_000, owedBackCents: 25_600, keptCents: 14_400 },
    })
    const pack = await packOf(disputeId)
    for (const row of ['Paid $400', 'Given back $256', 'Left $144']) expect(pack).toContain(row)

    await bankDisputes(paymentId, { type: 'dispute_closed', won: true })
    const refund = await admin.post(`/api/admin/disputes/${disputeId}/refunds`, {
      changeId: randomUUID(),
      version: 1,
      resolves: false,
      amountCents: 1_000,
      keptCents: 8_000,
    })
    expect(refund.status, refund.text).toBe(201)
    expect((await evidenceOf(disputeId)).money).toMatchObject({
      keptCents: 7_000,
      ofPackage: { owedBackCents: 26_600, keptCents: 13_400 },
    })

    product.clock.moveTo(Date.parse(start) + 2 * HOUR)
    await sam.signInAgain()
    const report = { reason: 'service_not_received', details: 'The coach left early.' }
    const reported = await sam.post(`/api/bookings/${bookingId}/problems`, report)
    expect((await evidenceOf(reported.json.disputeId)).money, 'a student reports one lesson').toMatchObject({
      paidCents: 8_000,
      owedBackCents: 1_000,
      ofPackage: null,
    })
  })
})

test('a lesson that only changed its place was moved to another place, also in the evidence pack', async () => {
  const start = charlotteTime(9, 10)
  const bookingId = await bookPaid(product, sam, { instructorId: maya.userId, start })
  const [place] = await query(
    `insert into instructor_teaching_locations (instructor_id, location_name, address, city, state, lat, lng, time_zone)
     values ($1, 'Pine Valley Range', '2 Fairway Lane', 'Charlotte', 'NC', 35.3, -80.8, 'America/New_York') returning id`,
    [maya.userId],
  )
  const request = { start, locationId: place?.id, confirmed: [] }
  const moved = await maya.post(`/api/bookings/${bookingId}/reschedule`, request)
  expect(moved.status, moved.text).toBe(200)
  product.clock.moveTo(Date.parse(start) + 2 * HOUR)
  await sam.signInAgain()
  const report = { reason: 'other', details: 'Nobody was there.' }
  const { disputeId } = (await sam.post(`/api/bookings/${bookingId}/problems`, report)).json
  expect(await packOf(disputeId)).toContain('by the coach, to another place at the same time')
})

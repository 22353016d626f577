import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { completeDueLessons } from '#features/bookings/completion/commands.ts'
import { applyPaymentEvent } from '#features/checkout/payment-events.ts'
import { reconcilePayments } from '#features/checkout/reconciliation.ts'
import { sendRefunds } from '#features/checkout/refunds.ts'
import { connectPayoutAccount } from '#features/payouts/payout-account.ts'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import { processDuePackages } from '#features/proposals/due-proposals.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { dateIn } from '#platform/time.ts'
import type { PaymentEvent } from '#ports/payments/payments.ts'
import { signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteTime, goodCard } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { packageBalances } from '../support/proposals.ts'

/** Packages bought on the profile without their first lesson (decision 0158). */

const product = testProduct()
const { query } = product
type Person = Awaited<ReturnType<typeof product.student>>
let maya: Person
let sam: Person

const terms = {
  title: 'Break 90',
  lessonType: 'individual',
  lessons: 5,
  durationMinutes: 60,
  priceCents: 40_000,
  validDays: 180,
  visibility: 'public',
}
let offerId: string

beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  sam = await product.student('Sam Rivera')
  offerId = String((await saveOffer()).json.offerId)
})

const saveOffer = (change: object = {}) => maya.put('/api/own-packages', { ...terms, ...change })
const buy = (change: object = {}, who = sam) =>
  who.post('/api/package-sales', { instructorId: maya.userId, offerId, version: 1, ...change })
const pay = (checkoutUrl: string, who = sam) =>
  who.post(`/api/test-checkouts/${checkoutUrl.split('/').at(-1)}/payments`, goodCard)
const saleOf = async (paymentId: string, who = sam) => (await who.get(`/api/package-sales/${paymentId}`)).json
const packagesOf = async (who: Person) => (await who.get('/api/packages')).json

async function bought(): Promise<{ packageId: string; paymentId: string }> {
  const sale = await buy()
  if (sale.status !== 201) throw new Error(`not bought: ${sale.text}`)
  await pay(sale.json.checkoutUrl)
  await product.settle()
  const [one] = await packagesOf(sam)
  return { packageId: one.id, paymentId: sale.json.paymentId }
}
/** What happens next with the money of a sale, by the lines of the coach's statement. */
async function statementNext(paymentId: string): Promise<string[]> {
  const own = await query('select id from ledger_transactions where payment_id = $1', [paymentId])
  const ids = own.map(({ id }) => id)
  const year = dateIn(product.clock.now(), 'America/New_York').slice(0, 4)
  const { lines } = (await maya.get(`/api/coach/statement-lines?year=${year}`)).json
  return lines
    .filter(({ id }: { id: string }) => ids.includes(id))
    .map(({ next }: { next: { what: string } }) => next.what)
}
const draw = (packageId: string, start: string) => sam.post(`/api/packages/${packageId}/lessons`, { start })

async function heard(paymentId: string, event: object) {
  const [order] = await query(
    'select o.stripe_payment_intent_id as intent from payments p join orders o on o.id = p.order_id where p.id = $1',
    [paymentId],
  )
  return await applyPaymentEvent(product.services, {
    id: `evt_${randomUUID()}`,
    createdAt: product.clock.now(),
    paymentIntentId: String(order?.intent),
    ...event,
  } as PaymentEvent)
}
const operatorRefunds = (paymentId: string, amountCents: number) =>
  heard(paymentId, {
    type: 'refund_changed',
    refund: {
      refundId: `re_${randomUUID()}`,
      key: null,
      amountCents,
      state: 'succeeded',
      failure: null,
    },
  })

describe('a student', () => {
  test('buys five lessons, and books them later: the money is held until each is taught', async () => {
    const sale = await buy()
    expect(sale.status, sale.text).toBe(201)
    expect(await saleOf(sale.json.paymentId)).toMatchObject({
      status: 'pending',
      title: 'Break 90',
      lessons: 5,
      priceCents: 40_000,
      checkoutUrl: sale.json.checkoutUrl,
    })
    expect(await packagesOf(sam), 'nothing is bought before it is paid').toEqual([])
    await pay(sale.json.checkoutUrl)
    await product.settle()
    expect(await saleOf(sale.json.paymentId)).toMatchObject({ status: 'opened', checkoutUrl: null })
    const [one] = await packagesOf(sam)
    expect(one).toMatchObject({ title: 'Break 90', lessons: 5, left: 5, refundCents: 32_000, places: [] })
    expect(await packagesOf(maya)).toMatchObject([{ id: one.id }])
    expect(await packageBalances(product, one.id)).toEqual({ processor_cash: 40_000, package_held: -40_000 })

    expect(await statementNext(sale.json.paymentId), 'on the coach’s statement').toEqual([
      'package',
      'package',
    ])
    const year = dateIn(product.clock.now(), 'America/New_York').slice(0, 4)
    const file = await maya.get(`/api/coach/statement.csv?year=${year}`)
    expect(file.text).toContain('Package paid,,Lesson Package')
    expect(file.text).toContain('Kept for the lessons of the package,,Lesson Package')

    const lesson = await draw(one.id, charlotteTime(9, 10))
    expect(lesson.json).toMatchObject({ left: 4 })
    expect(await packageBalances(product, one.id)).toEqual({
      processor_cash: 40_000,
      package_held: -32_000,
      coach_held: -7_200,
      platform_fee: -800,
    })
    expect((await sam.get(`/api/bookings/${lesson.json.bookingId}`)).json).toMatchObject({
      status: 'confirmed',
      priceCents: 8_000,
      package: 'open',
    })
    const canceled = await sam.post(`/api/bookings/${lesson.json.bookingId}/cancellation`, {
      expectedRefundCents: 0,
    })
    expect(canceled.status, canceled.text).toBe(200)
    expect(await packagesOf(sam)).toMatchObject([{ left: 5 }])
  })

  test('chooses the place of each lesson when the coach has several, also once the coach hides the profile', async () => {
    await query(
      `insert into instructor_teaching_locations (instructor_id, location_name, address, city, state, lat, lng, time_zone)
       values ($1, 'Adams Links', '1 Links Road', 'Concord', 'NC', 35.41, -80.58, 'America/New_York')`,
      [maya.userId],
    )
    const { packageId } = await bought()
    await query('update instructor_profiles set is_visible = false where user_id = $1', [maya.userId])
    expect((await sam.get(`/api/coaches/${maya.userId}`)).status).toBe(404)
    const [{ locationId, places }] = await packagesOf(sam)
    expect(locationId).toBeNull()
    expect(places.map(({ name }: { name: string }) => name)).toEqual([
      'Longleaf Hollow Golf Center',
      'Adams Links',
    ])
    const start = charlotteTime(9, 10)
    expect((await draw(packageId, start)).json).toMatchObject({ code: 'place_gone' })
    const drawn = await sam.post(`/api/packages/${packageId}/lessons`, { start, locationId: places[1].id })
    expect(drawn.json, drawn.text).toMatchObject({ left: 4 })
    expect((await sam.get(`/api/bookings/${drawn.json.bookingId}`)).json.location).toMatchObject({
      id: places[1].id,
    })
  })

  test('and the coach each get one letter about it', async () => {
    await bought()
    const subjects = async ({ email }: Person) =>
      (await lettersTo(product.database.pool, email)).map(({ subject }) => subject)
    expect(await subjects(sam)).toContain('Your package with Coach Maya is paid')
    expect(await subjects(maya)).toContain('Sam Rivera bought a package: Break 90')
  })

  test('gets the letter about the purchase and the end although emails about proposals are turned off, and when suspended', async () => {
    for (const who of [sam, maya]) {
      const choice = JSON.stringify({ kind: 'proposal', channel: 'email', enabled: false })
      const kept = await who.send('PUT', '/api/notification-preferences', choice, {
        'content-type': 'application/json',
      })
      expect(kept.status, kept.text).toBe(200)
    }
    const { packageId } = await bought()
    const admin = await product.admin()
    const suspended = await admin.post('/api/admin/lists/users/acts/suspend-and-refund', {
      ids: [sam.userId],
      shown: 1,
      reason: 'Fraud suspected',
    })
    expect(suspended.status, suspended.text).toBe(200)
    await product.settle()
    const subjects = async ({ email }: Person) =>
      (await lettersTo(product.database.pool, email)).map(({ subject }) => subject)
    expect(await query('select end_reason from lesson_packages where id = $1', [packageId])).toEqual([
      { end_reason: 'admin' },
    ])
    expect(await subjects(sam)).toEqual(
      expect.arrayContaining([
        'Your package with Coach Maya is paid',
        'We ended your package with Coach Maya',
      ]),
    )
    expect(await subjects(maya)).toEqual(
      expect.arrayContaining([
        'Sam Rivera bought a package: Break 90',
        'We ended the package of Sam Rivera: Break 90',
      ]),
    )
  })

  test('is a student of the coach from then on: listed, written to, and offered lessons', async () => {
    expect((await maya.get(`/api/coach/students/${sam.userId}`)).status).toBe(404)
    await buy()
    expect((await maya.get('/api/coach/students')).json.rows, 'nothing is paid yet').toEqual([])
    await bought()
    const listed = (await maya.get('/api/coach/students?filter=credits')).json.rows
    expect(listed).toMatchObject([{ studentId: sam.userId, name: 'Sam Rivera', creditsLeft: 5 }])
    expect((await maya.get('/api/coach/students.csv')).text).toContain('Sam Rivera')
    expect((await maya.get(`/api/coach/students/${sam.userId}`)).status).toBe(200)
    expect((await maya.get('/api/coach/proposal-students')).json).toMatchObject([{ id: sam.userId }])
    expect((await maya.get('/api/message-recipients')).json.recipients).toMatchObject([
      { userId: sam.userId },
    ])
    const first = { clientId: randomUUID(), content: 'Welcome! Which days suit you?' }
    expect((await maya.post('/api/conversations', { studentId: sam.userId, ...first })).status).toBe(201)
  })

  test('finds the coach in the list of coaches and of people to write to', async () => {
    await bought()
    expect((await sam.get('/api/me/coaches')).json).toMatchObject([{ id: maya.userId, creditsLeft: 5 }])
    expect((await sam.get('/api/message-recipients')).json.recipients).toMatchObject([
      { userId: maya.userId },
    ])
  })

  test('who clicks twice, or has two tabs, gets one checkout', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => buy()))
    expect(new Set(all.map(({ json }) => json.paymentId)).size, all[0]?.text).toBe(1)
    expect(new Set(all.map(({ json }) => json.checkoutUrl)).size).toBe(1)
  })

  test('buys the terms that were shown, and pays for them even if the coach removes the package meanwhile', async () => {
    await saveOffer({ offerId, priceCents: 50_000 })
    const asked = await buy()
    expect([asked.status, asked.json.code]).toEqual([409, 'offer_changed'])
    const sale = await buy({ version: 2 })
    await maya.send('DELETE', `/api/own-packages/${offerId}`)
    await pay(sale.json.checkoutUrl)
    await product.settle()
    expect(await packagesOf(sam)).toMatchObject([{ title: 'Break 90', left: 5, refundCents: 40_000 }])
    expect((await buy({ version: 2 })).json.code).toBe('not_sold')
  })

  test('buys under the refund terms that were shown: after a change, nothing is bought until they are seen', async () => {
    await maya.put('/api/coach/cancellation-policy', { policy: 'strict' })
    const asked = await buy({ expectedPolicy: 'standard' })
    expect([asked.status, asked.json.code]).toEqual([409, 'policy_changed'])
    const lesson = { instructorId: maya.userId, durationMinutes: 60, packageOfferId: offerId }
    const quoted = await sam.post('/api/quotes', lesson)
    expect(quoted.json.policy, quoted.text).toBe('strict')
    const sale = await buy({ expectedPolicy: quoted.json.policy })
    await pay(sale.json.checkoutUrl)
    await product.settle()
    expect(await packagesOf(sam)).toMatchObject([{ left: 5, policy: 'strict', refundCents: 20_000 }])
  })

  test('who left the checkout and saw new refund terms buys under these: the old checkout ends', async () => {
    const old = await buy({ expectedPolicy: 'standard' })
    expect((await buy({ expectedPolicy: 'standard' })).json).toEqual(old.json)
    await maya.put('/api/coach/cancellation-policy', { policy: 'flexible' })
    const sale = await buy({ expectedPolicy: 'flexible' })
    expect(sale.json.paymentId, sale.text).not.toBe(old.json.paymentId)
    expect((await pay(old.json.checkoutUrl)).json.code).toBe('expired')
    const stale = await buy({ expectedPolicy: 'standard' })
    expect([stale.status, stale.json.code], 'the open checkout goes on').toEqual([409, 'policy_changed'])
    await pay(sale.json.checkoutUrl)
    await product.settle()
    expect(await packagesOf(sam)).toMatchObject([{ left: 5, policy: 'flexible', refundCents: 40_000 }])
  })

  test('and the coach list as many packages as they ask for', async () => {
    await bought()
    await bought()
    for (const who of [sam, maya]) {
      expect(await packagesOf(who)).toHaveLength(2)
      expect((await who.get('/api/packages?most=1')).json).toHaveLength(1)
    }
  })

  test('cannot buy a package that is off, of another coach, or of an account that is blocked', async () => {
    const other = await signedInCoach(product, 'Jon Park')
    expect((await buy({ instructorId: other.userId })).json.code).toBe('not_sold')
    await saveOffer({ offerId, visibility: 'off' })
    expect((await buy()).json.code).toBe('not_sold')
    expect((await buy({}, maya)).status).toBe(403)
    expect((await product.visitor().post('/api/package-sales', { instructorId: maya.userId })).status).toBe(
      401,
    )
  })

  test('has up to three packages at the checkout; an ended checkout makes room', async () => {
    const others = []
    for (const title of ['Two', 'Three', 'Four'])
      others.push(String((await saveOffer({ title })).json.offerId))
    for (const id of [offerId, ...others.slice(0, 2)]) expect((await buy({ offerId: id })).status).toBe(201)
    const fourth = await buy({ offerId: others[2] })
    expect([fourth.status, fourth.json.code]).toEqual([429, 'too_many_packages'])
    product.clock.advance(31 * 60_000)
    expect((await buy({ offerId: others[2] })).status).toBe(201)
  })

  test('never sees the purchase of someone else', async () => {
    const sale = await buy()
    const robin = await product.student('Robin Rival')
    expect((await robin.get(`/api/package-sales/${sale.json.paymentId}`)).status).toBe(404)
  })

  test('finds it in the export of the account', async () => {
    const { paymentId } = await bought()
    const { package_sales } = (await sam.get('/api/me/export')).json
    expect(package_sales).toMatchObject([{ payment_id: paymentId, status: 'opened', title: 'Break 90' }])
  })
})

describe('the payment', () => {
  test('whose checkout ended unpaid buys nothing', async () => {
    const sale = await buy()
    product.clock.advance(HOUR)
    await processDuePackages(product.services)
    expect(await saleOf(sale.json.paymentId)).toMatchObject({ status: 'unpaid' })
    expect((await pay(sale.json.checkoutUrl)).json.code).toBe('expired')
    expect(await packagesOf(sam)).toEqual([])
  })

  test('whose event was lost is found, by the end of the checkout or by comparing', async () => {
    const first = await buy()
    await pay(first.json.checkoutUrl)
    await query('delete from local_vendor.events')
    product.clock.advance(HOUR)
    await processDuePackages(product.services)
    expect(await saleOf(first.json.paymentId)).toMatchObject({ status: 'opened' })
    const second = await buy()
    await pay(second.json.checkoutUrl)
    await query('delete from local_vendor.events')
    await reconcilePayments(product.services)
    expect(await saleOf(second.json.paymentId)).toMatchObject({ status: 'opened' })
    expect(await packagesOf(sam)).toHaveLength(2)
  })

  test('that arrives when the coach is suspended is refunded in full, and said', async () => {
    const sale = await buy()
    await pay(sale.json.checkoutUrl)
    await query('update profiles set suspended_at = now() where id = $1', [maya.userId])
    await product.settle()
    const { paymentId } = sale.json
    expect(await saleOf(paymentId)).toMatchObject({ status: 'refunded' })
    expect(await packagesOf(sam)).toEqual([])
    await sendRefunds(product.services, { paymentId })
    await product.settle()
    expect(
      await query('select payment_status, refunded_cents from payments where id = $1', [paymentId]),
    ).toEqual([{ payment_status: 'refunded', refunded_cents: 40_000 }])
    const letters = await lettersTo(product.database.pool, sam.email)
    expect(letters.map(({ subject }) => subject)).toContain('Your refund of $400 is on its way')
  })

  test('that arrives in fifty copies opens one package', async () => {
    const sale = await buy()
    await pay(sale.json.checkoutUrl)
    const [checkout] = await query(
      'select id, payment_intent_id as intent from local_vendor.checkouts where id = $1',
      [sale.json.checkoutUrl.split('/').at(-1)],
    )
    const [payment] = await query('select order_id from payments where id = $1', [sale.json.paymentId])
    await Promise.all(
      Array.from({ length: 50 }, () =>
        applyPaymentEvent(product.services, {
          id: `evt_${randomUUID()}`,
          createdAt: product.clock.now(),
          type: 'checkout_paid',
          sessionId: String(checkout?.id),
          orderId: String(payment?.order_id),
          paymentIntentId: String(checkout?.intent),
          amountCents: 40_000,
          currency: 'usd',
        }),
      ),
    )
    expect(await packagesOf(sam)).toHaveLength(1)
  })
})

describe('ended', () => {
  test('by the student before any lesson: 80% goes back, and the coach gets a share of the rest', async () => {
    const { packageId, paymentId } = await bought()
    await connectPayoutAccount(product.services, maya)
    const ended = await sam.post(`/api/packages/${packageId}/end`, { expectedRefundCents: 32_000 })
    expect(ended.json).toEqual({ refundCents: 32_000 })
    expect((await maya.get('/api/coach/payouts')).json).toMatchObject({
      heldCents: 7_200,
      payouts: [
        {
          isOfPackage: true,
          title: 'Break 90',
          studentName: 'Sam Rivera',
          amountCents: 7_200,
          bookingId: null,
        },
      ],
    })
    await sendRefunds(product.services, { paymentId })
    await product.settle()
    product.clock.advance(3 * DAY)
    await releaseDuePayouts(product.services)
    expect(await packageBalances(product, packageId)).toEqual({ processor_cash: 800, platform_fee: -800 })
    const [share] = await query(
      'select status, amount_cents, payment_id, booking_id from payouts where package_id = $1',
      [packageId],
    )
    expect(share).toEqual({ status: 'sent', amount_cents: 7_200, payment_id: paymentId, booking_id: null })
    expect((await maya.get('/api/coach/statement')).json.total).toEqual({
      grossCents: 7_200,
      feesCents: 0,
      refundsCents: 0,
      netCents: 7_200,
      paidOutCents: 7_200,
      directCents: 0,
    })
  })

  test('by the coach with one lesson taught: the rest goes back in full', async () => {
    const { packageId, paymentId } = await bought()
    await draw(packageId, charlotteTime(4, 10))
    product.clock.moveTo(Date.parse(charlotteTime(6, 10)))
    await completeDueLessons(product.services)
    await maya.signInAgain()
    const ended = await maya.post(`/api/packages/${packageId}/end`, { expectedRefundCents: 32_000 })
    expect(ended.json, ended.text).toEqual({ refundCents: 32_000 })
    await sendRefunds(product.services, { paymentId })
    await product.settle()
    expect(await packageBalances(product, packageId)).toEqual({
      processor_cash: 8_000,
      coach_held: -7_200,
      platform_fee: -800,
    })
  })

  test('because it expired, or because the coach is suspended', async () => {
    const { packageId } = await bought()
    product.clock.advance(181 * DAY)
    await processDuePackages(product.services)
    const [row] = await query('select end_reason from lesson_packages where id = $1', [packageId])
    expect(row).toEqual({ end_reason: 'expired' })
  })

  test('with a refund that the bank returns, which is said, sent again and said', async () => {
    const { packageId, paymentId } = await bought()
    await sam.post(`/api/packages/${packageId}/end`, { expectedRefundCents: 32_000 })
    await sendRefunds(product.services, { paymentId })
    await product.settle()
    const [sent] = await query(
      'select id, provider_refund_id as refund from payment_refunds where payment_id = $1',
      [paymentId],
    )
    await product.services.localCheckouts?.turnRefund({
      refundId: String(sent?.refund),
      state: 'failed',
      failure: 'expired_or_canceled_card',
    })
    await product.settle()
    expect(await packageBalances(product, packageId)).toMatchObject({ refunds_due: -32_000 })
    product.clock.advance(2 * DAY)
    await sendRefunds(product.services, { paymentId })
    await product.settle()
    expect((await packageBalances(product, packageId)).refunds_due).toBeUndefined()
    const subjects = (await lettersTo(product.database.pool, sam.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your bank sent back a refund of $320')
    expect(subjects).toContain('Your refund of $320 was sent again')
  })
})

describe('money that is taken back', () => {
  test('by an operator at the processor is charged to unused lessons first', async () => {
    const { packageId, paymentId } = await bought()
    await draw(packageId, charlotteTime(9, 10))
    expect(await operatorRefunds(paymentId, 16_000)).toBe('refunded')
    expect(await packagesOf(sam)).toMatchObject([{ left: 2 }])
    expect(await packageBalances(product, packageId)).toEqual({
      processor_cash: 24_000,
      package_held: -16_000,
      coach_held: -7_200,
      platform_fee: -800,
    })
    const subjects = async () => {
      await product.settle()
      return (await lettersTo(product.database.pool, sam.email)).map(({ subject }) => subject)
    }
    expect(await subjects()).toContain('Your refund of $160 is on its way')
    expect(await operatorRefunds(paymentId, 24_000)).toBe('refunded')
    expect(await packageBalances(product, packageId)).toEqual({})
  })

  test('by a bank: nothing is booked while it checks, and a lost dispute takes everything', async () => {
    const { packageId, paymentId } = await bought()
    const dispute = { disputeId: `dp_${paymentId}`, reason: 'fraudulent', amountCents: 40_000 }
    expect(await heard(paymentId, { type: 'disputed', ...dispute })).toBe('disputed')
    expect((await draw(packageId, charlotteTime(9, 10))).json.code).toBe('payment_disputed')
    const admin = await product.admin()
    expect(JSON.stringify((await admin.get('/api/admin/lists/disputes')).json.rows)).toContain('Break 90')
    expect(await heard(paymentId, { type: 'dispute_closed', ...dispute, won: false })).toBe('dispute_closed')
    expect(await packageBalances(product, packageId)).toEqual({})
  })
})

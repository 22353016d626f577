import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { startRefund } from '#features/checkout/refunds.ts'
import { signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { acceptAndPay, fiveLessons, packageBalances, propose } from '../support/proposals.ts'

/** When a lesson of a package becomes a credit again, and until when that can be used. */

const product = testProduct()
const DAY = 86_400_000
let coach: Awaited<ReturnType<typeof signedInCoach>>
let student: Awaited<ReturnType<typeof product.student>>
let day = 2

beforeAll(async () => {
  coach = await signedInCoach(product)
  student = await product.student('Sam Rivera')
  await query(
    'update instructor_profiles set max_booking_window_days = 90, min_booking_notice_hours = 1 where user_id = $1',
    [coach.userId],
  )
})
beforeEach(() => product.clock.moveTo(testNow))

const query = async (statement: string, values: unknown[] = []) =>
  (await product.database.pool.query(statement, values)).rows

/** Five lessons of $80 each, the first at a time of its own. */
async function buy(terms: object = {}) {
  const start = charlotteTime(++day, 9)
  const proposalId = await propose(product, coach, student, { ...fiveLessons, times: [start], ...terms })
  const bookingId = await acceptAndPay(product, student, proposalId, start)
  const [row] = await query('select id from lesson_packages where proposal_id = $1', [proposalId])
  return { packageId: String(row?.id), bookingId }
}

const shown = async (packageId: string) =>
  (await student.get('/api/packages')).json.find((one: { id: string }) => one.id === packageId)

describe('a lesson of a package', () => {
  test('that the coach cancels never shortens the package; near its end it adds 30 days', async () => {
    const { packageId, bookingId } = await buy()
    const { expiresAt } = await shown(packageId)
    expect((await coach.post(`/api/bookings/${bookingId}/cancellation`)).status).toBe(200)
    expect(await shown(packageId)).toMatchObject({ left: 5, expiresAt })

    const short = await buy({ validDays: 30 })
    product.clock.advance(DAY)
    await coach.post(`/api/bookings/${short.bookingId}/cancellation`)
    const later = Date.parse((await shown(short.packageId)).expiresAt)
    expect(Math.round((later - product.clock.now()) / DAY)).toBe(30)
  })

  test('that the student cancels leaves the end of the package where it is', async () => {
    const { packageId, bookingId } = await buy({ validDays: 30 })
    const { expiresAt } = await shown(packageId)
    product.clock.advance(DAY)
    await student.post(`/api/bookings/${bookingId}/cancellation`)
    expect(await shown(packageId)).toMatchObject({ left: 5, expiresAt })
  })

  test('that was refunded in part is not returned when it is cancelled: the rest of its price goes back', async () => {
    const { packageId, bookingId } = await buy()
    await product.services.db.transaction(async (tx) => {
      const payment = await lockPayment(product.services, tx, { bookingId })
      if (!payment) throw new Error('no payment')
      const refund = { key: `part:${bookingId}`, amountCents: 3_000, reason: 'dispute' } as const
      expect(await startRefund(product.services, tx, payment, refund)).toBe(3_000)
    })
    expect((await student.get(`/api/bookings/${bookingId}/cancellation`)).json).toMatchObject({
      returnsCredit: false,
      refundCents: 5_000,
    })
    const cancelled = await student.post(`/api/bookings/${bookingId}/cancellation`, {
      expectedRefundCents: 5_000,
    })
    expect(cancelled.json).toEqual({ refundCents: 5_000 })
    expect(await shown(packageId)).toMatchObject({ left: 4 })
    expect(await packageBalances(product, packageId)).toEqual({
      processor_cash: 40_000,
      package_held: -32_000,
      refunds_due: -8_000,
    })
  })
})

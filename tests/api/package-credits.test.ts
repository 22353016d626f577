import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelLesson } from '#features/bookings/cancellation/commands.ts'
import { completeDueLessons } from '#features/bookings/completion/commands.ts'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { startRefund } from '#features/checkout/refunds.ts'
import { openCardDispute } from '#features/disputes/commands.ts'
import { refundDispute } from '#features/disputes/desk/commands.ts'
import { connectPayoutAccount } from '#features/payouts/payout-account.ts'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import { processDuePackages } from '#features/proposals/due-proposals.ts'
import { recordPackageRefund } from '#features/proposals/packages/refunds.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { addDays, dateIn, formatDate } from '#platform/time.ts'
import { signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteTime } from '../support/now.ts'
import { clawBack } from '../support/payouts.ts'
import { testNow, testProduct } from '../support/product.ts'
import { acceptAndPay, fiveLessons, packageBalances, propose } from '../support/proposals.ts'

/** When a lesson of a package becomes a credit again, and until when that can be used. */

const product = testProduct()
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

const { query } = product

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
  test('canceled by the coach never shortens the package; near its end it adds 30 days', async () => {
    const { packageId, bookingId } = await buy()
    const { expiresAt } = await shown(packageId)
    expect((await coach.post(`/api/bookings/${bookingId}/cancellation`)).status).toBe(200)
    expect(await shown(packageId)).toMatchObject({ left: 5, expiresAt })

    const short = await buy({ validDays: 30 })
    product.clock.advance(DAY)
    await coach.post(`/api/bookings/${short.bookingId}/cancellation`)
    const later = Date.parse((await shown(short.packageId)).expiresAt)
    expect(Math.floor((later - product.clock.now()) / DAY)).toBe(30)
  })

  test('canceled by the student does not move the package’s end', async () => {
    const { packageId, bookingId } = await buy({ validDays: 30 })
    const { expiresAt } = await shown(packageId)
    product.clock.advance(DAY)
    await student.post(`/api/bookings/${bookingId}/cancellation`)
    expect(await shown(packageId)).toMatchObject({ left: 5, expiresAt })
  })

  test('with a partial refund is not returned to the package when canceled: the rest of its price is refunded', async () => {
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

  test('canceled by an admin after a reported problem returns to the package, with nothing left to refund', async () => {
    const { packageId, bookingId } = await buy()
    const [lesson] = await query('select lesson_date from bookings where id = $1', [bookingId])
    product.clock.moveTo(lesson.lesson_date.getTime() + HOUR)
    const problem = { reason: 'service_not_received', details: 'Nobody came.' }
    await student.signInAgain()
    const reported = await student.post(`/api/bookings/${bookingId}/problems`, problem)
    expect(reported.status, reported.text).toBe(201)
    const services = product.services
    const { userId } = await product.student('Avery Quinn')
    const admin = { userId, role: 'admin' as const }
    const cancelled = await cancelLesson(services, admin, { bookingId, reason: 'Nobody came' })
    expect(cancelled).toEqual({ ok: true, refundCents: 0 })
    expect(await shown(packageId)).toMatchObject({ left: 5 })
    const by = { actor: admin, audit: { record: async () => undefined } }
    const refund = (keptCents: number) =>
      refundDispute(services, by, {
        disputeId: String(reported.json.disputeId),
        changeId: randomUUID(),
        version: 0,
        amountCents: 8_000,
        keptCents,
        resolves: true,
        explanation: '',
      })
    await expect(refund(8_000)).rejects.toMatchObject({ reason: 'money_moved' })
    await expect(refund(0)).rejects.toMatchObject({ reason: 'more_than_kept' })
    expect(await packageBalances(product, packageId)).toEqual({
      processor_cash: 40_000,
      package_held: -40_000,
    })
  })
})

describe('the end of a package', () => {
  const draw = (packageId: string, start: string) =>
    student.post(`/api/packages/${packageId}/lessons`, { start })

  test('is the deadline for its lessons: the student can’t book or move one past it', async () => {
    const { packageId, bookingId } = await buy({ validDays: 30 })
    const [within, after] = [charlotteTime(29, 9), charlotteTime(32, 9)]
    expect((await draw(packageId, after)).json).toMatchObject({ code: 'after_the_package' })
    const move = (who: typeof student, start: string) =>
      who.post(`/api/bookings/${bookingId}/reschedule`, { start })
    expect((await move(student, after)).json).toMatchObject({ code: 'after_the_package' })
    const { days } = (await student.get(`/api/bookings/${bookingId}/new-times`)).json
    const starts: string[] = days.flatMap((one: { slots: { start: string }[] }) =>
      one.slots.map(({ start }) => start),
    )
    const { expiresAt } = await shown(packageId)
    expect(starts).toContain(within)
    expect(starts.filter((start) => start > expiresAt)).toEqual([])
    expect((await move(student, within)).status).toBe(200)
    expect((await move(coach, after)).status, 'the coach decides to teach later').toBe(200)
  })

  test('is the end of the last day on the clock of its place', async () => {
    const { packageId } = await buy({ validDays: 30 })
    const lastDay = dateIn(testNow + 30 * DAY, 'America/New_York')
    const { expiresAt } = await shown(packageId)
    expect(dateIn(expiresAt, 'America/New_York')).toBe(lastDay)
    expect(dateIn(Date.parse(expiresAt) + 1, 'America/New_York')).toBe(addDays(lastDay, 1))
  })

  test('is named in letters as on its page: with the year, on the clock of its place', async () => {
    const setZone = (zone: string) =>
      query('update instructor_profiles set time_zone = $2 where user_id = $1', [coach.userId, zone])
    await setZone('America/Los_Angeles')
    const { packageId, bookingId } = await buy({ validDays: 30, lessons: 4 })
    const lastDay = formatDate(dateIn((await shown(packageId)).expiresAt, 'America/New_York'))
    const canceled = await student.post(`/api/bookings/${bookingId}/cancellation`, { expectedRefundCents: 0 })
    expect(canceled.status, canceled.text).toBe(200)
    product.clock.moveTo(testNow + 20 * DAY)
    await processDuePackages(product.services)
    await product.settle()
    await setZone('America/New_York')
    const letters = await lettersTo(product.database.pool, student.email)
    const about = (words: string) => letters.find(({ subject }) => subject.includes(words))?.text
    expect(about('4 of 4 lessons left')).toContain(`Book them by ${lastDay}.`)
    expect(about('Cancelled: your lesson')).toContain(`you can book it again until ${lastDay}.`)
  })

  test('is named in a new reminder when the coach cancels a lesson after the first one', async () => {
    const kim = await product.student('Kim Ode')
    const start = charlotteTime(25, 14)
    const proposalId = await propose(product, coach, kim, { ...fiveLessons, times: [start], validDays: 30 })
    const bookingId = await acceptAndPay(product, kim, proposalId, start)
    const remindTenDaysBefore = async () => {
      await kim.signInAgain()
      const [{ expiresAt }] = (await kim.get('/api/packages')).json
      product.clock.moveTo(Date.parse(expiresAt) - 10 * DAY)
      await processDuePackages(product.services)
      await processDuePackages(product.services)
      return `Book them by ${formatDate(dateIn(expiresAt, 'America/New_York'))}.`
    }
    const reminders = async () =>
      (await kim.get('/api/notifications')).json.items.flatMap((told: { title: string; body: string }) =>
        told.title.includes('lessons left') ? [`${told.title}: ${told.body}`] : [],
      )
    const first = `4 of 5 lessons left with Coach Maya: ${await remindTenDaysBefore()}`
    expect(await reminders()).toEqual([first])
    await coach.signInAgain()
    expect((await coach.post(`/api/bookings/${bookingId}/cancellation`)).status).toBe(200)
    const second = `5 of 5 lessons left with Coach Maya: ${await remindTenDaysBefore()}`
    expect(await reminders()).toEqual([second, first])
  })

  test('takes effect at that moment, even before the job has run', async () => {
    const { packageId } = await buy({ validDays: 30 })
    product.clock.moveTo(Date.parse((await shown(packageId)).expiresAt))
    await student.signInAgain()
    expect((await draw(packageId, charlotteTime(33, 9))).json).toMatchObject({ code: 'package_ended' })
    await processDuePackages(product.services)
  })

  test('waits during a payment dispute: no lesson is used, the package does not end or expire, and no reminder is sent', async () => {
    const { packageId, bookingId } = await buy({ validDays: 30 })
    await product.services.db.transaction(async (tx) => {
      const payment = await lockPayment(product.services, tx, { bookingId })
      if (!payment) throw new Error('no payment')
      const dispute = { disputeId: `dp_${bookingId}`, reason: 'fraudulent', amountCents: 40_000 }
      expect(await openCardDispute(product.services, tx, { payment, dispute })).toBe(true)
    })
    const { refundCents } = await shown(packageId)
    const end = await student.post(`/api/packages/${packageId}/end`, { expectedRefundCents: refundCents })
    expect(end.json).toMatchObject({ code: 'payment_disputed' })
    expect((await draw(packageId, charlotteTime(20, 14))).json).toMatchObject({ code: 'payment_disputed' })
    for (const days of [20, 31]) {
      product.clock.moveTo(testNow + days * DAY)
      await processDuePackages(product.services)
      const [kept] = await query('select ended_at, reminded_at from lesson_packages where id = $1', [
        packageId,
      ])
      expect(kept).toEqual({ ended_at: null, reminded_at: null })
    }
  })
})

describe('an unrequested refund of a package by the processor', () => {
  const refunded = (bookingId: string, refundedCents: number) =>
    product.services.db.transaction(async (tx) => {
      const payment = await lockPayment(product.services, tx, { bookingId })
      if (!payment?.packageId) throw new Error('no package')
      const { packageId } = payment
      const heard = {
        payment: { ...payment, packageId },
        refundedCents,
        mark: 'mark',
        to: 'processor',
        tellStudent: false,
        isReturned: false,
      } as const
      return await recordPackageRefund(product.services, tx, heard)
    })

  test('never counts for more than was paid', async () => {
    const { packageId, bookingId } = await buy()
    expect(await refunded(bookingId, 50_000)).toBe(true)
    const [paid] = await query('select refunded_cents, payment_status from payments where booking_id = $1', [
      bookingId,
    ])
    expect(paid).toEqual({ refunded_cents: 40_000, payment_status: 'refunded' })
    expect(await packageBalances(product, packageId)).toEqual({})
  })

  test('reduces the package refund when it was less than a lesson’s price', async () => {
    const { packageId, bookingId } = await buy()
    expect((await coach.post(`/api/bookings/${bookingId}/cancellation`)).status).toBe(200)
    expect(await refunded(bookingId, 3_000)).toBe(true)
    expect(await shown(packageId), 'four fifths of $400 less $30').toMatchObject({
      left: 5,
      refundCents: 29_000,
    })
    const ended = await coach.post(`/api/packages/${packageId}/end`, { expectedRefundCents: 37_000 })
    expect(ended.json).toEqual({ refundCents: 37_000 })
    expect(await refunded(bookingId, 40_000)).toBe(true)
    expect(await packageBalances(product, packageId)).toEqual({})
  })

  test('first settles what is still owed from an earlier partial refund by an operator', async () => {
    const { packageId, bookingId } = await buy()
    expect(await refunded(bookingId, 5_000)).toBe(true)
    await product.services.db.transaction(async (tx) => {
      const payment = await lockPayment(product.services, tx, { bookingId })
      if (!payment) throw new Error('no payment')
      const refund = { key: `rest:${bookingId}`, amountCents: 2_000, reason: 'dispute' } as const
      expect(await startRefund(product.services, tx, payment, refund)).toBe(2_000)
    })
    expect(await refunded(bookingId, 40_000), 'a bank takes all that is left').toBe(true)
    expect(await packageBalances(product, packageId)).toEqual({})
  })

  test('is recovered from a coach who was already paid: for the taught lesson and for untaken ones', async () => {
    const { packageId, bookingId } = await buy()
    await connectPayoutAccount(product.services, coach)
    const { refundCents } = await shown(packageId)
    await student.post(`/api/packages/${packageId}/end`, { expectedRefundCents: refundCents })
    product.clock.moveTo(testNow + 40 * DAY)
    await completeDueLessons(product.services)
    product.clock.moveTo(testNow + 43 * DAY)
    await releaseDuePayouts(product.services)
    await refunded(bookingId, 40_000)
    const reversals = await query(
      `select o.package_id is not null as is_rest, v.amount_cents from payout_reversals v join payouts o on o.id = v.payout_id
       where o.booking_id = $1 order by 1`,
      [bookingId],
    )
    expect(reversals).toEqual([
      { is_rest: false, amount_cents: 7_200 },
      { is_rest: true, amount_cents: 5_760 },
    ])
    await clawBack(product.services, bookingId)
  })
})

test('the proposal of a package stays open while a canceled lesson is back, and is completed once nothing is left', async () => {
  const [maya, sam] = [await signedInCoach(product, 'Maya Bennett'), await product.student('Sam Carter')]
  const times = [12, 13, 14, 15].map((inDays) => charlotteTime(inDays, 9)) as [string, string, string, string]
  const two = { ...fiveLessons, lessons: 2, priceCents: 16_000, times: [times[0]] }
  const proposalId = await propose(product, maya, sam, two)
  const first = await acceptAndPay(product, sam, proposalId, times[0])
  const packageNow = async () => (await sam.get('/api/packages')).json[0]
  const proposal = async () => (await maya.get(`/api/proposals/${proposalId}`)).json
  const draw = async (start: string) => {
    const drawn = await sam.post(`/api/packages/${(await packageNow()).id}/lessons`, { start })
    if (drawn.status !== 201) throw new Error(`not booked: ${drawn.text}`)
    return String(drawn.json.bookingId)
  }
  const cancel = (bookingId: string) => sam.post(`/api/bookings/${bookingId}/cancellation`, {})
  expect(await proposal()).toMatchObject({ status: 'scheduled', acceptedStart: times[0] })
  await cancel(first)
  expect(await proposal()).toMatchObject({ status: 'scheduled', acceptedStart: null })

  const taught = await draw(times[1])
  const last = await draw(times[2])
  product.clock.moveTo(Date.parse(times[1]) + 2 * HOUR)
  await maya.post(`/api/bookings/${taught}/completion`, { outcome: 'taught' })
  product.clock.moveTo(testNow)
  await cancel(last)
  expect((await packageNow()).left).toBe(1)
  expect((await proposal()).status).toBe('scheduled')

  const late = await draw(times[3])
  product.clock.moveTo(Date.parse(times[3]) - HOUR)
  await cancel(late)
  product.clock.moveTo(testNow)
  expect((await packageNow()).left).toBe(0)
  expect((await proposal()).status).toBe('completed')
})

test('only the package’s coach and student can see it', async () => {
  const { packageId } = await buy()
  const stranger = await product.student('Pat Stranger')
  expect((await stranger.get('/api/packages')).json).toEqual([])
  expect((await coach.get('/api/packages')).json.map(({ id }: { id: string }) => id)).toContain(packageId)
})

import { beforeEach, describe, expect, test } from 'vitest'
import { completeDueLessons } from '#features/bookings/completion/commands.ts'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { refundPayment, startRefund } from '#features/checkout/refunds.ts'
import { remindOfLessons } from '#features/lesson-letters/reminders.ts'
import { revokeQueuedTokens } from '#features/other-calendars/google/access.ts'
import { calendarSealer } from '#features/other-calendars/sealing.ts'
import { processDuePackages, processDueProposals } from '#features/proposals/due-proposals.ts'
import { publishDueReviews } from '#features/reviews/commands.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { doEach, tryEach } from '#platform/each-item.ts'
import { PaymentsUnavailable } from '#ports/payments/payments.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { acceptAndPay, fiveLessons, propose } from '../support/proposals.ts'

/** One item that cannot be done does not stop a job: the others are done, and admins see the one that is not. */

const product = testProduct()
const start = (hour: number) => charlotteTime(5, hour)
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>

const { query } = product

beforeEach(async () => {
  product.clock.moveTo(testNow)
  await query('delete from failed_items')
  maya = await signedInCoach(product)
  sam = await product.student()
})

/** Makes every change to one row fail, as a fault in its data would. @returns undoes it */
async function breakRow(table: string, id: string) {
  const name = `broken_${id.replaceAll('-', '')}`
  await query(`create function ${name}() returns trigger language plpgsql as
    $$ begin raise exception 'this row cannot be written'; end $$`)
  await query(`create trigger ${name} before insert or update on ${table} for each row
    when (new::text like '%${id}%') execute function ${name}()`)
  return () => query(`drop function ${name}() cascade`)
}

const noted = async () =>
  (await query('select job, item, times from failed_items order by job, item')).map(
    ({ job, item, times }) => [job, item, times],
  )

const twoLessons = async () => {
  const first = await bookPaid(product, sam, { instructorId: maya.userId, start: start(10) })
  const second = await bookPaid(product, sam, { instructorId: maya.userId, start: start(12) })
  return [first, second] as const
}
const stateOf = async (id: string) =>
  (await query('select status from bookings where id = $1', [id]))[0].status

describe('a job continues when one item fails', () => {
  test('completing lessons: the failed item is logged, shown to admins, retried and cleared when done', async () => {
    const [broken, fine] = await twoLessons()
    const repair = await breakRow('bookings', broken)
    product.clock.moveTo(Date.parse(start(13)) + DAY)
    expect(await completeDueLessons(product.services)).toBe(1)
    expect([await stateOf(broken), await stateOf(fine)]).toEqual(['confirmed', 'completed'])
    await completeDueLessons(product.services)
    expect(await noted()).toEqual([['complete-lessons', broken, 2]])

    const admin = await product.admin()
    expect((await admin.get('/api/admin/attention')).json).toContainEqual(
      expect.objectContaining({ id: 'job-items', count: 1 }),
    )
    const { rows } = (await admin.get('/api/admin/lists/failed-items')).json
    expect(rows).toMatchObject([
      { cells: { job: 'complete-lessons', item: broken, error: expect.stringContaining('update bookings') } },
    ])

    await repair()
    expect(await completeDueLessons(product.services)).toBe(1)
    expect(await noted()).toEqual([])
  })

  test('sending lesson reminders', async () => {
    const [broken, fine] = await twoLessons()
    const repair = await breakRow('notifications', broken)
    product.clock.moveTo(Date.parse(start(10)) - 20 * HOUR)
    expect(await remindOfLessons(product.services)).toBe(1)
    expect(await noted()).toEqual([['remind-of-lessons/24h', broken, 1]])
    await repair()
    expect(
      await query(`select from notifications where kind = 'lesson_reminder' and business_key like $1`, [
        `${fine}%`,
      ]),
    ).toHaveLength(1)
  })

  test('expiring proposals', async () => {
    const times = [start(10)]
    const broken = await propose(product, maya, sam, { times, openHours: 24 })
    const fine = await propose(product, maya, await product.student(), { times, openHours: 24 })
    const repair = await breakRow('lesson_proposals', broken)
    product.clock.moveTo(testNow + 25 * HOUR)
    expect(await processDueProposals(product.services)).toMatchObject({ expired: 1 })
    expect(await noted()).toContainEqual(['look-after-proposals/expired', broken, 1])
    expect(await query('select status from lesson_proposals where id = $1', [fine])).toEqual([
      { status: 'expired' },
    ])
    await repair()
    expect(await processDueProposals(product.services)).toMatchObject({ expired: 1 })
  })

  test('sending package reminders and expiring packages', async () => {
    const buy = async (hour: number) => {
      const terms = { ...fiveLessons, times: [start(hour)], validDays: 30 }
      const proposalId = await propose(product, maya, sam, terms)
      await acceptAndPay(product, sam, proposalId, start(hour))
      return String(
        (await query('select id from lesson_packages where proposal_id = $1', [proposalId]))[0].id,
      )
    }
    const [broken] = [await buy(10), await buy(12)]
    const repair = await breakRow('lesson_packages', broken)
    product.clock.moveTo(testNow + 20 * DAY)
    expect(await processDuePackages(product.services)).toEqual({ ended: 0, reminded: 1 })
    expect(await noted()).toEqual([['look-after-packages/remind', broken, 1]])
    product.clock.moveTo(testNow + 31 * DAY)
    expect(await processDuePackages(product.services)).toEqual({ ended: 1, reminded: 0 })
    // A package that has expired is not reminded of any more.
    expect(await noted()).toEqual([['look-after-packages/end', broken, 1]])
    await repair()
    await processDuePackages(product.services)
    expect(await noted()).toEqual([])
  })

  test('publishing reviews', async () => {
    const [broken, fine] = await twoLessons()
    product.clock.moveTo(Date.parse(start(13)))
    for (const id of [broken, fine]) {
      await maya.post(`/api/bookings/${id}/completion`)
      expect((await sam.post(`/api/bookings/${id}/review`, { rating: 5 })).status).toBe(201)
    }
    const repair = await breakRow('lesson_reviews', broken)
    product.clock.moveTo(Date.parse(start(13)) + 14 * DAY)
    expect(await publishDueReviews(product.services)).toBe(1)
    expect(await noted()).toEqual([['publish-reviews', broken, 1]])
    await repair()
    expect(await publishDueReviews(product.services)).toBe(1)
  })

  test('revoking Google access', async () => {
    const sealer = calendarSealer(product.services.env)
    for (const name of ['broken', 'fine'])
      await query('insert into google_access_ended (coach_id, refresh_token, ended_at) values ($1, $2, $3)', [
        maya.userId,
        sealer.seal(name, maya.userId),
        new Date(testNow),
      ])
    const told: string[] = []
    const calendar = {
      revoke: async (token: string) => {
        if (token === 'broken') throw new TypeError('not an answer')
        told.push(token)
      },
    } as unknown as NonNullable<typeof product.services.calendar>
    await revokeQueuedTokens({ ...product.services, calendar })
    expect(told).toEqual(['fine'])
    expect((await noted()).map(([job]) => job)).toEqual(['read-calendars/give-back-access'])
    await query('delete from google_access_ended')
  })

  test('refunding one booking', async () => {
    const [lesson] = await twoLessons()
    await product.services.db.transaction(async (tx) => {
      const payment = await lockPayment(product.services, tx, { bookingId: lesson })
      for (const amountCents of [1_000, 2_000])
        if (payment)
          await startRefund(product.services, tx, payment, {
            key: `test:${amountCents}:${lesson}`,
            amountCents,
            reason: 'dispute',
          })
    })
    const refund: typeof product.services.payments.refund = async (request) => {
      if (request.amountCents === 1_000) throw new PaymentsUnavailable()
      return await product.services.payments.refund(request)
    }
    const services = { ...product.services, payments: { ...product.services.payments, refund } }
    await expect(refundPayment(services, lesson)).rejects.toThrow(PaymentsUnavailable)
    expect(
      await query(
        'select amount_cents, provider_refund_id is not null as sent from payment_refunds where booking_id = $1 order by 1',
        [lesson],
      ),
    ).toEqual([
      { amount_cents: 1_000, sent: false },
      { amount_cents: 2_000, sent: true },
    ])
  })
})

test('all parts of an item are tried before the first error is reported', async () => {
  const tried: number[] = []
  const run = tryEach([1, 2, 3], async (part) => {
    tried.push(part)
    if (part < 3) throw new RangeError(String(part))
  })
  await expect(run).rejects.toThrow('1')
  expect(tried).toEqual([1, 2, 3])
})

test('an unreachable vendor stops a job until its next run, without marking items as failed', async () => {
  const tried: number[] = []
  const run = doEach(product.services, {
    name: 'measure-drives',
    items: [1, 2, 3],
    idOf: String,
    stopsAt: (error) => error instanceof RangeError,
    async work(item) {
      tried.push(item)
      if (item === 2) throw new RangeError('away')
    },
  })
  expect([await run, tried, await noted()]).toEqual([1, [1, 2], []])
})

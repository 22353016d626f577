import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { bookingNumber } from '#features/bookings/booking.ts'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { startRefund } from '#features/checkout/refunds.ts'
import { DAY } from '#platform/duration.ts'
import { dateIn, dayOfWeek, toIso } from '#platform/time.ts'
import { bookPaid, sendRefunds, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { clawBack, releasePayout } from '../support/payouts.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
const zone = 'America/New_York'
const yearOf = (instant: number) =>
  Number(new Date(instant).toLocaleDateString('en-US', { timeZone: 'America/New_York', year: 'numeric' }))

/** A lesson of 90 minutes at $85 an hour: $127.50. */
async function lesson(coachId: string, student: Visitor, day = 5) {
  const start = charlotteTime(day, 10)
  const id = await bookPaid(product, student, { instructorId: coachId, start, durationMinutes: 90 })
  return { id, end: Date.parse(start) + 90 * 60_000 }
}

async function refundHalf(id: string) {
  await product.services.db.transaction(async (tx) => {
    const payment = await lockPayment(product.services, tx, { bookingId: id })
    if (payment)
      await startRefund(product.services, tx, payment, {
        key: `dispute:${id}`,
        amountCents: 6_375,
        reason: 'dispute',
      })
  })
  await sendRefunds(product, id)
}

async function taughtCoach(name: string) {
  product.clock.moveTo(testNow)
  const coach = await signedInCoach(product, name)
  await coach.post('/api/coach/payout-account')
  return coach
}

const linesOf = async (coach: Visitor, year: number, more = '') =>
  (await coach.get(`/api/coach/statement-lines?year=${year}${more}`)).json
const fileOf = async (coach: Visitor, year: number): Promise<Record<string, string>[]> => {
  const answer = await coach.get(`/api/coach/statement.csv?year=${year}`)
  expect(answer.headers.get('content-disposition')).toContain(`statement-${year}.csv`)
  return parse(answer.text, { columns: true, bom: true })
}
interface Line {
  kind: string
  netCents: number
  paidOutCents: number
  feesCents: number
  grossCents: number
  refundsCents: number
  next: { what: string }
}

describe('a $127.50 lesson', () => {
  test('is 114.75 on dashboard, earnings, statement and CSV [C1, row 93]', async () => {
    const nora = await taughtCoach('Nora Field')
    const { id, end } = await lesson(nora.userId, await product.student('=1+1 Rivera'))
    const paidIn = yearOf(product.clock.now())
    expect((await linesOf(nora, paidIn)).lines).toMatchObject([{ kind: 'paid', next: { what: 'lesson' } }])
    // A paid lesson: its share is held, and sent three days after it ends at the latest, if the coach does
    // not mark it as taught.
    const held = async () => (await nora.get('/api/coach/held-money')).json
    expect(await held()).toMatchObject({
      heldCents: 11_475,
      lessons: [{ bookingId: id, cents: 11_475, waits: 'lesson', at: toIso(end + 2 * DAY) }],
      next: { cents: 11_475, ids: [id], isCertain: false, date: dateIn(end + 2 * DAY, zone) },
    })
    product.clock.moveTo(end)
    expect((await linesOf(nora, paidIn)).lines).toMatchObject([{ next: { what: 'completion' } }])
    await nora.post(`/api/bookings/${id}/completion`)
    expect((await linesOf(nora, paidIn)).lines).toMatchObject([{ next: { what: 'payout' } }])
    const { next, lessons } = await held()
    expect(lessons).toMatchObject([{ waits: 'due', at: toIso(end + DAY) }])
    expect(next).toMatchObject({ date: dateIn(end + DAY, zone), isCertain: true })
    expect([0, 6]).not.toContain(dayOfWeek(next.arrivesOn))
    expect((await nora.get('/api/coach/lessons-taught')).json).toMatchObject({
      revenueCents: 12_750,
      shareCents: 11_475,
      directCents: 0,
      lessons: [{ bookingId: id }],
    })
    expect((await nora.get('/api/coach/dashboard')).json).toMatchObject({
      revenueYearToDateCents: 12_750,
      shareYearToDateCents: 11_475,
    })
    expect((await nora.get('/api/coach/payouts')).json).toMatchObject({
      heldCents: 11_475,
      payouts: [{ amountCents: 11_475 }],
    })
    const statement = (await nora.get(`/api/coach/statement?year=${paidIn}`)).json
    const amounts = { grossCents: 12_750, feesCents: -1_275, refundsCents: 0, netCents: 11_475 }
    expect(statement).toMatchObject({ total: { ...amounts, paidOutCents: 0 }, heldCents: 11_475 })
    expect((await fileOf(nora, paidIn))[0]).toMatchObject({
      What: 'Lesson paid',
      Student: "'=1+1 Rivera",
      Gross: '127.50',
      Fees: '-12.75',
      Net: '114.75',
    })
    product.clock.moveTo(end + DAY)
    await releasePayout(product.services, id)
    const year = yearOf(product.clock.now())
    expect((await linesOf(nora, year, '&of=payouts')).lines).toMatchObject([
      { kind: 'released', netCents: 0, paidOutCents: 11_475, next: { what: 'nothing' } },
    ])
    expect((await nora.get('/api/coach/statement')).json.heldCents).toBe(0)
  })

  test.each(['before', 'after'])(
    'half refunded %s the payout: the coach’s part has its own line [C2]',
    async (when) => {
      const nora = await taughtCoach(`Nora ${when}`)
      const { id, end } = await lesson(nora.userId, await product.student())
      product.clock.moveTo(end)
      await nora.post(`/api/bookings/${id}/completion`)
      if (when === 'before') await refundHalf(id)
      product.clock.moveTo(end + DAY)
      await releasePayout(product.services, id)
      if (when === 'after') {
        await refundHalf(id)
        await clawBack(product.services, id)
      }
      const years = [...new Set([testNow, end, end + DAY].map(yearOf))]
      const lines: Line[] = []
      for (const year of years) lines.push(...(await linesOf(nora, year)).lines.toReversed())
      const told = lines.map(({ kind, netCents, paidOutCents }) => [kind, netCents, paidOutCents])
      expect(told).toEqual(
        when === 'before'
          ? [
              ['paid', 11_475, 0],
              ['refund_due', -5_738, 0],
              ['released', 0, 5_737],
            ]
          : [
              ['paid', 11_475, 0],
              ['released', 0, 11_475],
              ['refund_due', -5_738, 0],
              ['reversed', 0, -5_738],
            ],
      )
      const payouts = (await nora.get('/api/coach/payouts')).json
      expect(payouts.sentCents).toBe(5_737)
      expect((await nora.get('/api/coach/statement')).json.heldCents).toBe(payouts.heldCents)
    },
  )
})

test('11:30 p.m. on December 31 in the coach’s time zone counts in the old year [C4]', async () => {
  const keoni = await taughtCoach('Keoni Far')
  const { pool } = product.database
  await pool.query(`update instructor_profiles set time_zone = 'Pacific/Honolulu' where user_id = $1`, [
    keoni.userId,
  ])
  const { id } = await lesson(keoni.userId, await product.student())
  const year = yearOf(testNow) + 2
  const booked = async (at: string, key: string) =>
    await pool.query(
      `with entry as (insert into ledger_transactions (business_key, kind, booking_id, occurred_at)
         values ($1, 'paid', $2, $3) returning id)
       insert into ledger_lines select id, account, cents from entry,
         (values ('processor_cash', 10000), ('coach_held', -9000), ('platform_fee', -1000)) as line (account, cents)`,
      [key, id, at],
    )
  await booked(`${year + 1}-01-01T09:30:00Z`, 'half past eleven')
  await booked(`${year + 1}-01-01T10:30:00Z`, 'half past midnight')
  const of = async (one: number) => (await keoni.get(`/api/coach/statement?year=${one}`)).json
  expect((await of(year)).months[11]).toMatchObject({ month: 12, netCents: 9_000 })
  expect((await of(year + 1)).months[0]).toMatchObject({ month: 1, netCents: 9_000 })
})

test('lines, figures and months have the same totals, and other coaches’ data is not visible', async () => {
  const nora = await taughtCoach('Nora Sums')
  const sam = await product.student()
  for (const day of [6, 7, 8]) await lesson(nora.userId, sam, day)
  const last = await lesson(nora.userId, sam, 9)
  await sam.post(`/api/bookings/${last.id}/cancellation`)
  await sendRefunds(product, last.id)
  const year = yearOf(product.clock.now())
  const statement = (await nora.get('/api/coach/statement')).json
  const { lines, total, sum } = await linesOf(nora, year)
  expect(total).toBe(lines.length)
  for (const figure of ['grossCents', 'feesCents', 'refundsCents', 'netCents', 'paidOutCents'] as const) {
    const added = lines.reduce((all: number, line: Line) => all + line[figure], 0)
    expect([sum[figure], statement.total[figure]]).toEqual([added, added])
  }
  expect(statement.total.netCents).toBe(statement.heldCents)
  const refunds = await linesOf(nora, year, '&of=refunds')
  expect(refunds.lines).toMatchObject([{ kind: 'refund_due', bookingId: last.id }])
  const other = await signedInCoach(product, 'Other Coach')
  expect((await linesOf(other, year)).total).toBe(0)
})

test('a year as a file has a booking number in each line, and totals separate from the amounts', async () => {
  const nora = await taughtCoach('Nora File')
  const sam = await product.student()
  const ids: string[] = []
  for (const day of [6, 7]) ids.push((await lesson(nora.userId, sam, day)).id)
  const rows = await fileOf(nora, yearOf(product.clock.now()))
  const [lines, notes] = [rows.filter((row) => row.Booking), rows.filter((row) => !row.Booking)]
  expect(lines.map((row) => row.Booking).toSorted()).toEqual(ids.map(bookingNumber).toSorted())
  // The sum of a column in a spreadsheet matches the sums in the file.
  const added = (column: string) => rows.reduce((sum, row) => sum + Number(row[column] || 0), 0).toFixed(2)
  expect(notes.map((row) => [row.Date, row.What])).toEqual([
    ['', ''],
    ['Total gross', added('Gross')],
    ['Total fees', added('Fees')],
    ['Total refunds', added('Refunds')],
    ['Total net', added('Net')],
    ['Total paid out', added('Paid out')],
    ['Total paid elsewhere', '0.00'],
    ['Not a tax form', ''],
  ])
  expect(added('Net')).toBe('229.50')
})

test('the current year ends with the current month in the coach’s time zone; past years are complete', async () => {
  const keoni = await taughtCoach('Keoni Present')
  await product.query(`update instructor_profiles set time_zone = 'Pacific/Honolulu' where user_id = $1`, [
    keoni.userId,
  ])
  const year = yearOf(testNow) + 3
  const lastOf = async (one: number) => (await keoni.get(`/api/coach/statement?year=${one}`)).json.lastMonth
  product.clock.moveTo(Date.parse(`${year}-04-01T09:30:00Z`))
  await keoni.signInAgain()
  expect([await lastOf(year - 1), await lastOf(year), await lastOf(year + 1)]).toEqual([12, 3, 0])
  product.clock.moveTo(Date.parse(`${year}-04-01T10:30:00Z`))
  expect(await lastOf(year)).toBe(4)
})

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { releaseDuePayouts } from '#features/payouts/release/commands.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
const HOUR = 3_600_000
const password = 'fairway-seven'
let maya: Awaited<ReturnType<typeof signedInCoach>>
let zebedee: Visitor & { userId: string; email: string }

beforeAll(async () => {
  maya = await signedInCoach(product, 'Maya Quillfeather')
  zebedee = await product.student('Zebedee Unforgettable')
})

/** Where in the whole database somebody can still be found, by a name, an address or a number. */
async function tracesOf(...marks: string[]): Promise<string[]> {
  const { pool } = product.database
  const { rows: tables } = await pool.query<{ t: string }>(
    `select table_name as t from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { t } of tables)
    for (const mark of marks) {
      const { rows } = await pool.query(
        // The last letter, which says that it was done, went to the address itself.
        `select count(*)::int as n from ${t} x where x::text ilike '%' || $1 || '%' and x::text not like '%account-closed%'`,
        [mark],
      )
      if (rows[0].n > 0) found.push(`${t}: ${mark}`)
    }
  return found
}

/** Everything one can do here, once. */
async function liveALife() {
  const ok = async (what: string, answering: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answering
    expect(status, `${what}: ${text}`).toBeLessThan(300)
  }
  const { userId, email } = zebedee
  await ok(
    'save',
    product
      .visitor()
      .post('/api/coach-saves', { instructorId: maya.userId, name: 'Zebedee', email, phone: '7045550150' }),
  )
  await ok('waitlist', zebedee.post('/api/waitlist', { name: 'Zebedee', email, city: 'Boise', state: 'ID' }))
  await ok(
    'ask support',
    zebedee.post('/api/support-tickets', {
      name: 'Zebedee',
      email,
      message: 'Hello',
      clientId: randomUUID(),
    }),
  )
  await ok(
    'write to a coach',
    zebedee.post('/api/conversations', {
      instructorId: maya.userId,
      clientId: randomUUID(),
      content: 'Are you free on Tuesday?',
    }),
  )
  const start = '2026-12-01T15:00:00.000Z'
  const bookingId = await bookPaid(product, zebedee, { instructorId: maya.userId, start })
  product.clock.moveTo(Date.parse(start) + 2 * HOUR)
  await ok('teach', maya.post(`/api/bookings/${bookingId}/completion`))
  await ok('a note from the coach', maya.post(`/api/bookings/${bookingId}/note`, { note: 'Well played' }))
  await ok('review', zebedee.post(`/api/bookings/${bookingId}/review`, { rating: 5, comment: 'Good' }))
  await ok(
    'report',
    zebedee.post(`/api/bookings/${bookingId}/problems`, { reason: 'other', details: 'No towel' }),
  )
  await product.settle()
  return { bookingId, userId }
}

describe('somebody who did everything there is to do and leaves', () => {
  test('takes name, address and number along, and what others rely on stays', async () => {
    const { bookingId } = await liveALife()
    expect(await tracesOf('Unforgettable')).not.toEqual([])
    const left = await zebedee.post('/api/me/closure', { password })
    expect(left.status, left.text).toBe(200)
    await product.sendMessages()
    expect(await tracesOf('Zebedee', 'Unforgettable', zebedee.email)).toEqual([])

    const lesson = await maya.get(`/api/bookings/${bookingId}`)
    expect(lesson.json.status).toBe('completed')
    expect(lesson.text).toContain('Anonymous')
    const review = await product.visitor().get(`/api/coaches/${maya.userId}/reviews`)
    expect(review.text).not.toContain('Zebedee')
    product.clock.moveTo(testNow)
  })

  test('takes along what was texted to a number, unless somebody else has it, too', async () => {
    const { pool } = product.database
    const [sam, mallory] = [await product.student(), await product.student()]
    await pool.query(`update profiles set phone = '+17045550199' where id = any ($1)`, [
      [sam.userId, mallory.userId],
    ])
    await pool.query(`insert into sms_logs (template_key, recipient_phone, message_content, status)
      values ('lesson-reminder', '+17045550199', 'Sam, your lesson is at 9:30', 'sent')`)
    const texts = async () =>
      (await pool.query(`select message_content from sms_logs where template_key = 'lesson-reminder'`)).rows
    expect((await mallory.post('/api/me/closure', { password })).status).toBe(200)
    expect(await texts()).toEqual([{ message_content: 'Sam, your lesson is at 9:30' }])
    expect((await sam.post('/api/me/closure', { password })).status).toBe(200)
    expect(await texts()).toEqual([{ message_content: 'lesson-reminder' }])
  })

  test('a coach leaves when the last share has arrived, not before', async () => {
    const sam = await product.student()
    const kim = await signedInCoach(product, 'Kim Marshwiggle')
    await kim.post('/api/coach/payout-account')
    const start = '2026-12-03T15:00:00.000Z'
    const bookingId = await bookPaid(product, sam, { instructorId: kim.userId, start })
    product.clock.moveTo(Date.parse(start) + 2 * HOUR)
    await kim.post(`/api/bookings/${bookingId}/completion`)
    const early = await kim.post('/api/me/closure', { password })
    expect([early.status, early.json.code]).toEqual([409, 'payouts_owed'])
    expect(early.json.message).toContain('$76.50')
    product.clock.moveTo(Date.parse(start) + 100 * HOUR)
    await releaseDuePayouts(product.services)
    expect((await kim.post('/api/me/closure', { password })).status).toBe(200)
    await product.sendMessages()
    expect(await tracesOf('Marshwiggle', kim.email)).toEqual([])
    product.clock.moveTo(testNow)
  })
})

test('who calls himself by a word that everybody is told takes it out of nobody else’s letters', async () => {
  const { pool } = product.database
  const [you, sam] = [await product.student('You'), await product.student('Sam Rivera')]
  const coach = await signedInCoach(product, 'Ada Field')
  const day = new Date(product.clock.now() + 5 * 24 * HOUR)
  const start = `${day.toISOString().slice(0, 10)}T17:00:00.000Z`
  await bookPaid(product, sam, { instructorId: coach.userId, start })
  const told = async () => {
    const letters = await pool.query(
      'select subject from email_logs where recipient_email = $1 order by created_at, id',
      [sam.email],
    )
    return [letters.rows, (await sam.get('/api/notifications')).json.items]
  }
  const before = await told()
  expect(JSON.stringify(before)).toContain('You are booked')
  expect((await you.post('/api/me/closure', { password })).status).toBe(200)
  expect(await told()).toEqual(before)
})

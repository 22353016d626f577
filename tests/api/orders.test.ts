import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { attachCheckout, recordCharge } from '#features/payments/orders.ts'
import { testDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { charlotteTime } from '../support/now.ts'
import { oldDatabase } from '../support/old-database.ts'
import { addCoach } from '../support/people.ts'

const database = testDatabase()
const old = oldDatabase('0221')

const charge = [
  'stripe_session_id',
  'stripe_payment_intent_id',
  'card_fingerprint',
  'checkout_url',
  'terms_version',
]

/** The charge of each payment, at the payment and at its order. */
async function readBoth(pool: pg.Pool) {
  const columns = (table: string) => charge.map((column) => `${table}.${column}`).join(', ')
  const payments = await pool.query(
    `select p.id, p.booking_id as order_id, p.student_id, p.created_at, ${columns('p')} from payments p order by p.id`,
  )
  const orders = await pool.query(
    `select p.id, o.id as order_id, o.student_id, o.created_at, ${columns('o')}
     from payments p join orders o on o.id = p.order_id order by p.id`,
  )
  return { payments: payments.rows, orders: orders.rows }
}

let lessons = 0
/** A lesson and its payment as a process of the previous version writes them. @returns the booking's id */
async function addLesson(pool: pg.Pool, coachId: string, paid: Record<string, string> = {}) {
  const id = randomUUID()
  await pool.query(
    `insert into bookings (id, instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
       lesson_title, status, payment_status, location_name)
     values ($1, $2, $2, $3::timestamptz, $3::timestamptz, 60, 'America/New_York', 85, 'A lesson', 'confirmed', 'completed', 'There')`,
    [id, coachId, charlotteTime(4 + lessons++, 10)],
  )
  const extra = Object.entries(paid)
  await pool.query(
    `insert into payments (booking_id, instructor_id, student_id, amount_cents${extra.map(([column]) => `, ${column}`).join('')})
     values ($1, $2, $2, 8500${extra.map((_, n) => `, $${n + 3}`).join('')})`,
    [id, coachId, ...extra.map(([, value]) => value)],
  )
  return id
}

test('a payment and its order keep the same checkout and charge, whichever of the two is changed', async () => {
  const { pool, db } = database
  const coachId = (await addCoach(pool)).id
  const byOld = await addLesson(pool, coachId)
  const byNew = await addLesson(pool, coachId)
  const expectSame = async () => {
    const { payments, orders } = await readBoth(pool)
    expect(orders).toEqual(payments)
    expect(orders).toHaveLength(2)
  }
  await expectSame()
  await pool.query(
    `update payments set stripe_session_id = 'cs_old', checkout_url = 'https://pay.test/old', terms_version = '2026-01-01'
     where booking_id = $1`,
    [byOld],
  )
  await expectSame()
  await pool.query(
    `update payments set stripe_payment_intent_id = 'pi_old', card_fingerprint = 'card' where booking_id = $1`,
    [byOld],
  )
  await expectSame()
  await attachCheckout(db, byNew, {
    sessionId: 'cs_new',
    url: 'https://pay.test/new',
    offersCards: false,
  })
  await expectSame()
  await recordCharge(db, byNew, { sessionId: 'cs_new', paymentIntentId: 'pi_new', cardFingerprint: null })
  await expectSame()
  const sessions = await pool.query(
    'select stripe_session_id as id, checkout_url as url from orders order by 1',
  )
  expect(sessions.rows).toEqual([
    { id: 'cs_new', url: 'https://pay.test/new' },
    { id: 'cs_old', url: 'https://pay.test/old' },
  ])
})

test('payments of before get their orders while lessons are booked and paid', async () => {
  const { pool } = old
  const coachId = (await addCoach(pool)).id
  const ids = [
    await addLesson(pool, coachId, { stripe_session_id: 'cs_1', checkout_url: 'https://pay.test/1' }),
    await addLesson(pool, coachId, {
      stripe_session_id: 'cs_2',
      stripe_payment_intent_id: 'pi_2',
      card_fingerprint: 'card',
      terms_version: '2026-01-01',
      created_at: '2026-01-02T03:04:05Z',
    }),
    await addLesson(pool, coachId, { payment_method: 'elsewhere' }),
  ]
  await old.migrateTo('0222')
  await pool.query(`update payments set stripe_payment_intent_id = 'pi_1' where booking_id = $1`, [ids[0]])
  ids.push(await addLesson(pool, coachId, { stripe_session_id: 'cs_4' }))

  const payer = await pool.connect()
  await payer.query('begin')
  await payer.query(`update payments set card_fingerprint = 'late' where booking_id = $1`, [ids[2]])
  const copying = old.migrateTo('0223')
  // All others are copied while a payment is being changed.
  await eventually(async () => expect((await readBoth(pool)).orders).toHaveLength(3))
  await payer.query('commit')
  payer.release()
  expect(await copying).toHaveLength(1)
  expect(await old.migrateTo('0225')).toHaveLength(2)

  const { payments, orders } = await readBoth(pool)
  expect(orders).toHaveLength(4)
  expect(orders).toEqual(payments)
})

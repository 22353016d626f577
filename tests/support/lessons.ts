import { randomUUID } from 'node:crypto'
import { refundPayment } from '#features/checkout/refunds.ts'
import { goodCard } from './now.ts'
import { makeCoach } from './people.ts'
import type { testProduct, Visitor } from './product.ts'

type Product = ReturnType<typeof testProduct>

/** A signed-in coach who can be booked: $85 an hour in Charlotte, every day from 9 to 17. */
export async function signedInCoach(product: Product, name = 'Maya Bennett') {
  const { pool } = product.database
  const person = await product.student(name)
  await makeCoach(pool, person.userId)
  await pool.query(
    'update instructor_profiles set instant_book_enabled = true, display_name = $2 where user_id = $1',
    [person.userId, name],
  )
  await pool.query(
    `insert into instructor_teaching_locations (instructor_id, location_name, address, city, state, lat, lng, time_zone, is_primary)
     values ($1, 'Longleaf Hollow Golf Center', '1 Fairway Lane', 'Charlotte', 'NC', 35.2271, -80.8431, 'America/New_York', true)`,
    [person.userId],
  )
  await pool.query(
    `insert into instructor_availability (instructor_id, day_of_week, start_time, end_time)
     select $1, day, '09:00', '17:00' from generate_series(0, 6) as day`,
    [person.userId],
  )
  return person
}

/** Books and pays a lesson, and delivers the processor's event and the emails. @returns the booking's id */
export async function bookPaid(
  product: Product,
  student: Visitor,
  wish: {
    instructorId: string
    start: string
    durationMinutes?: number
    promoCode?: string
    note?: string
    golferId?: string | null
  },
): Promise<string> {
  const held = await student.post('/api/bookings', { durationMinutes: 60, ...wish })
  if (held.status !== 201) throw new Error(`not held: ${held.text}`)
  const session = String(held.json.checkoutUrl).split('/').at(-1)
  await student.post(`/api/test-checkouts/${session}/payments`, goodCard)
  await product.settle()
  return String(held.json.bookingId)
}

/** The input of a lesson that a coach enters: an hour for $90, paid elsewhere. The student and the start are given in `more`. */
export const enteredLesson = <More extends object>(more: More) => ({
  durationMinutes: 60,
  priceCents: 9_000,
  payment: 'elsewhere' as const,
  confirmed: [],
  idempotencyKey: randomUUID(),
  ...more,
})

/** Marks the user's email address as verified. */
export const verifyEmail = (product: Product, userId: string) =>
  product.query('update profiles set email_verified = true where id = $1', [userId])

/** Sends the pending refunds of a booking, and delivers the processor's events and the emails. */
export async function sendRefunds(product: Product, bookingId: string) {
  await refundPayment(product.services, bookingId)
  await product.settle()
}

/** The templates of the sent emails about a booking, in alphabetical order. */
export async function emailsAbout(product: Product, bookingId: string): Promise<string[]> {
  const { rows } = await product.database.pool.query<{ template_key: string }>(
    `select template_key from email_logs where dedupe_key like '%' || $1 || '%' and status = 'sent' order by template_key`,
    [bookingId],
  )
  return rows.map((row) => row.template_key)
}

/** The balance of each ledger account for a booking, without zero balances. */
export async function balances(product: Product, bookingId: string): Promise<Record<string, number>> {
  const { rows } = await product.database.pool.query<{ account: string; cents: string }>(
    `select l.account, sum(l.amount_cents)::text as cents from ledger_transactions t
     join ledger_lines l on l.transaction_id = t.id where t.booking_id = $1 group by 1 having sum(l.amount_cents) <> 0`,
    [bookingId],
  )
  return Object.fromEntries(rows.map((row) => [row.account, Number(row.cents)]))
}

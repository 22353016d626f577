import { charlotteTime, goodCard } from './now.ts'
import type { testProduct, Visitor } from './product.ts'

type Product = ReturnType<typeof testProduct>
type Person = Visitor & { userId: string }

/** Lets a student write to a coach, so that the coach may propose to her. */
export async function acquaint(product: Product, coach: Person, student: Person) {
  await product.database.pool.query(
    'insert into conversations (instructor_id, student_id) values ($1, $2) on conflict do nothing',
    [coach.userId, student.userId],
  )
}

/** A lesson as a coach offers it: one hour of short game for $85 at two times. */
export const shortGame = {
  title: 'Short game tune-up',
  durationMinutes: 60,
  times: [charlotteTime(3, 10), charlotteTime(4, 14)],
  priceCents: 8500,
}

/** Five of them for $400, to be taken within half a year. */
export const fiveLessons = {
  ...shortGame,
  title: 'Five lessons',
  priceCents: 40_000,
  lessons: 5,
  validDays: 180,
}

/** Sends a proposal. @returns its id */
export async function propose(product: Product, coach: Person, student: Person, terms: object = {}) {
  await acquaint(product, coach, student)
  const made = await coach.post('/api/proposals', { studentId: student.userId, ...shortGame, ...terms })
  if (made.status !== 201) throw new Error(`not proposed: ${made.text}`)
  return String(made.json.proposalId)
}

/** Accepts one of the times and pays it, and lets the processor's event arrive. @returns the booking's id */
export async function acceptAndPay(product: Product, student: Person, proposalId: string, start: string) {
  const held = await student.post(`/api/proposals/${proposalId}/acceptance`, { version: 1, start })
  if (held.status !== 200) throw new Error(`not accepted: ${held.text}`)
  const session = String(held.json.checkoutUrl).split('/').at(-1)
  await student.post(`/api/test-checkouts/${session}/payments`, goodCard)
  await product.settle()
  return String(held.json.bookingId)
}

/** What all of a package's books hold, over all of its lessons, without accounts that hold nothing. */
export async function packageBalances(product: Product, packageId: string): Promise<Record<string, number>> {
  const { rows } = await product.database.pool.query<{ account: string; cents: string }>(
    `select l.account, sum(l.amount_cents)::text as cents from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
     where t.booking_id in (select id from bookings where package_id = $1)
       or t.payment_id = (select payment_id from lesson_packages where id = $1)
     group by 1 having sum(l.amount_cents) <> 0`,
    [packageId],
  )
  return Object.fromEntries(rows.map((row) => [row.account, Number(row.cents)]))
}

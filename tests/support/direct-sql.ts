import { enterStudent, openCoach, send, type Target } from './target.ts'

/**
 * Statements an operator's slip or a stolen connection could run, each of which the database must refuse. They run with
 * the rights of the product itself, each in a transaction that is taken back.
 */
export async function tryDirectSql(target: Target): Promise<{ tried: number; written: string[] }> {
  const pool = target.services.db.$client
  const coach = await openCoach(target)
  const student = await enterStudent(target)
  const day = new Date(target.services.clock.now() + 4 * 86_400_000).toISOString().slice(0, 10)
  const start = `${day}T15:00:00Z`
  const held = await send(
    target,
    '/api/bookings',
    { instructorId: coach.id, start, durationMinutes: 60 },
    { cookie: student.cookie },
  )
  const id = String(held.json.bookingId)
  const lesson = (columns: Record<string, string>) => {
    const all: Record<string, string> = {
      instructor_id: `'${coach.id}'`,
      student_id: `'${student.userId}'`,
      lesson_date: `'${day}T20:00:00Z'`,
      lesson_end: `'${day}T21:00:00Z'`,
      duration_minutes: '60',
      time_zone: `'America/New_York'`,
      price_amount: '85',
      lesson_title: `'60-minute Lesson'`,
      location_name: `'Here'`,
      hold_expires_at: `current_instant() + interval '15 minutes'`,
      ...columns,
    }
    return `insert into bookings (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')})`
  }
  const set = (change: string) => `update bookings set ${change} where id = '${id}'`
  const payment = (change: string) => `update payments set ${change} where booking_id = '${id}'`
  const cancelled = `update bookings set status = 'cancelled', cancelled_at = current_instant(), cancel_reason = 'student' where id = '${id}'`
  const confirmed = set(`status = 'confirmed'`)
  const taught = set(`status = 'completed', completed_at = current_instant(), lesson_completed = true`)
  const attacks: [what: string, ...statements: string[]][] = [
    [
      'an overlapping lesson',
      lesson({ lesson_date: `'${day}T15:30:00Z'`, lesson_end: `'${day}T16:30:00Z'` }),
    ],
    [
      'a lesson moved onto another',
      lesson({}),
      `update bookings set lesson_date = '${day}T15:15:00Z' where lesson_date = '${day}T20:00:00Z'`,
    ],
    ['a negative price', lesson({ price_amount: '-1' })],
    ['an unknown status', lesson({ status: `'free'` })],
    ['an unknown payment status', lesson({ payment_status: `'paid'` })],
    ['an unknown lesson type', lesson({ lesson_type: `'party'` })],
    ['a lesson of no length', lesson({ duration_minutes: '0' })],
    ['a lesson of a week', lesson({ duration_minutes: '10080' })],
    ['a hold without an end', lesson({ hold_expires_at: 'null' })],
    ['a lesson of nobody', lesson({ student_id: 'gen_random_uuid()' })],
    ['a lesson with nobody', lesson({ instructor_id: 'gen_random_uuid()' })],
    ['a jump from pending to completed', set(`status = 'completed'`)],
    [
      'a confirmed lesson that becomes a hold again',
      confirmed,
      set(`status = 'pending', hold_expires_at = current_instant()`),
    ],
    ['a cancelled lesson that comes back', confirmed, cancelled, confirmed],
    [
      'a paid lesson cancelled by no one',
      confirmed,
      set(`status = 'cancelled', cancelled_at = current_instant(), cancel_reason = 'hold_expired'`),
    ],
    ['a cancelled lesson that does not say why', set(`status = 'cancelled'`)],
    ['a cheaper lesson', set('price_amount = 1')],
    ['a longer lesson', set('duration_minutes = 120')],
    ['another student', set('student_id = instructor_id')],
    ['other terms of cancelling', set(`cancellation_policy = 'flexible'`)],
    ['a lesson deleted with its payment', `delete from bookings where id = '${id}'`],
    ['a smaller payment', payment('amount_cents = 1')],
    ['a negative payment', payment('amount_cents = -1')],
    ['another currency', payment(`currency = 'jpy'`)],
    ['a discount nobody pays for', payment('discount_cents = 100')],
    ['other lines of its price', payment(`price_lines = '[{"label": "Gift", "cents": -100}]'`)],
    ['more refunded than paid', payment('refunded_cents = amount_cents + 1')],
    [
      'a second payment for a lesson',
      `insert into payments (booking_id, instructor_id, student_id, amount_cents) values ('${id}', '${coach.id}', '${student.userId}', 1)`,
    ],
    [
      'a payment of no lesson',
      `insert into payments (booking_id, instructor_id, student_id, amount_cents) values (gen_random_uuid(), '${coach.id}', '${student.userId}', 1)`,
    ],
    [
      'the same event twice',
      `insert into payment_events (id, type) values ('evt_same', 'x')`,
      `insert into payment_events (id, type) values ('evt_same', 'x')`,
    ],
    [
      'two reviews of a lesson',
      confirmed,
      taught,
      ...[1, 2].map(
        () =>
          `insert into lesson_reviews (booking_id, instructor_id, student_id, rating) values ('${id}', '${coach.id}', '${student.userId}', 5)`,
      ),
    ],
    [
      'a review of a lesson to come',
      confirmed,
      `insert into lesson_reviews (booking_id, instructor_id, student_id, rating) values ('${id}', '${coach.id}', '${student.userId}', 5)`,
    ],
    [
      'a review of six stars',
      confirmed,
      taught,
      `insert into lesson_reviews (booking_id, instructor_id, student_id, rating) values ('${id}', '${coach.id}', '${student.userId}', 6)`,
    ],
    [
      'a refund beyond the payment',
      `insert into payment_refunds (payment_id, booking_id, business_key, amount_cents, reason, requested_at) select id, booking_id, 'by hand', amount_cents + 1, 'admin', current_instant() from payments where booking_id = '${id}'`,
    ],
    [
      'books that do not balance',
      `with t as (insert into ledger_transactions (business_key, kind, booking_id, occurred_at) values ('by hand', 'paid', '${id}', current_instant()) returning id) insert into ledger_lines select id, 'processor_cash', 100 from t`,
      'set constraints all immediate',
    ],
    ['a code of 150 percent', `insert into promo_codes (code, percent_off) values ('TOOMUCH', 150)`],
    [
      'a code of a percentage and an amount',
      `insert into promo_codes (code, percent_off, amount_off_cents) values ('BOTH', 10, 100)`,
    ],
    [
      'the same code twice',
      ...[1, 2].map(() => `insert into promo_codes (code, percent_off) values ('TWICE', 10)`),
    ],
    [
      'a code that a coach pays for without being asked',
      `insert into promo_codes (code, percent_off, funded_by) values ('NOTMINE', 10, 'coach')`,
    ],
    [
      'a discount on two lessons of one offer',
      ...offerTwice(
        coach.id,
        student.userId,
        id,
        lesson({ status: `'cancelled'`, cancelled_at: 'current_instant()', cancel_reason: `'abandoned'` }),
      ),
    ],
    ['an admin made by hand', `insert into user_roles (user_id, role) values ('${student.userId}', 'admin')`],
  ]
  const written: string[] = []
  for (const [what, ...statements] of attacks) {
    const client = await pool.connect()
    try {
      await client.query('begin')
      let isRefused = false
      for (const [at, statement] of statements.entries()) {
        try {
          await client.query(statement)
        } catch (error) {
          // Only the last one is the attack; those before it make it possible.
          if (at < statements.length - 1) throw new Error(`${what}: could not be set up`, { cause: error })
          isRefused = true
        }
      }
      if (!isRefused) written.push(what)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  return { tried: attacks.length, written }
}

function offerTwice(coachId: string, studentId: string, bookingId: string, otherLesson: string): string[] {
  const use = (booking: string) =>
    `insert into booking_discounts (booking_id, student_id, exit_offer_id, amount_cents, redeemed_at)
     select ${booking}, '${studentId}', id, 100, current_instant() from exit_offers where instructor_id = '${coachId}'`
  return [
    `insert into exit_offers (session_id, instructor_id, percent_off, offered_at, expires_at)
     values (gen_random_uuid(), '${coachId}', 25, current_instant(), current_instant() + interval '1 hour')`,
    otherLesson,
    use(`'${bookingId}'::uuid`),
    use(`(select id from bookings where student_id = '${studentId}' and status = 'cancelled' limit 1)`),
  ]
}

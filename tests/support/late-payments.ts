import { randomUUID } from 'node:crypto'
import { refundPayment } from '#features/checkout/refunds.ts'
import { HOUR, MINUTE } from '#platform/duration.ts'
import { signEvent } from '#ports/payments/signed-event.ts'
import { goodCard } from './now.ts'
import type { testProduct } from './product.ts'
import { enterStudent, openCoach, send, type Target } from './target.ts'

/** How the other student's lesson overlaps the late payer's hour: equal, its beginning, its end, or longer. */
const takes = [
  { before: 0, minutes: 60 },
  { before: 30, minutes: 60 },
  { before: -30, minutes: 60 },
  { before: 30, minutes: 120 },
]
/** The state of the other booking when the late payment's event arrives. */
const standings = ['confirmed', 'holding', 'paid at the same moment', 'one of two who raced for it'] as const

interface Held {
  bookingId: string
  sessionId: string
}

/**
 * A student's hold expires, others take the time, and only then does the first payment's event arrive. The payment is made after the hold
 * on a checkout page that outlives it, as Stripe's do, or before with an event that is delayed for hours.
 * @param secret signs the processor's events
 * @returns the number of late payments and of full refunds, and every violation
 */
export async function payTooLate(
  target: Target,
  clock: ReturnType<typeof testProduct>['clock'],
  secret: string,
  count: number,
) {
  const { services } = target
  const pool = services.db.$client
  const rows = async (statement: string, values: unknown[]) => (await pool.query(statement, values)).rows
  const students = await Promise.all(Array.from({ length: 6 }, () => enterStudent(target)))
  const student = (at: number) => students[at % students.length]?.cookie ?? ''
  const wrong: string[] = []
  const kinds = new Map<string, number>()
  const outcomes = new Map<string, number>()
  let late = 0
  let refunded = 0
  let confirmedTimes = 0

  /** @returns null if the time is taken */
  async function hold(
    who: string,
    instructorId: string,
    start: number,
    durationMinutes: number,
  ): Promise<Held | null> {
    const wish = { instructorId, start: new Date(start).toISOString(), durationMinutes }
    const answer = await send(
      target,
      '/api/bookings',
      { ...wish, idempotencyKey: randomUUID() },
      { cookie: who },
    )
    if (answer.status === 409 && answer.json?.code === 'slot_taken') return null
    if (answer.status !== 201) throw new Error(`not held: ${answer.status} ${JSON.stringify(answer.json)}`)
    const sessionId = String(answer.json.checkoutUrl).split('/').at(-1) ?? ''
    // A Stripe checkout session lasts at least half an hour.
    await pool.query(
      `update local_vendor.checkouts set expires_at = expires_at + interval '16 minutes' where id = $1`,
      [sessionId],
    )
    return { bookingId: String(answer.json.bookingId), sessionId }
  }

  async function pay({ sessionId }: Held) {
    const answer = await send(target, `/api/test-checkouts/${sessionId}/payments`, goodCard)
    if (answer.status >= 300) wrong.push(`the processor took no payment: ${JSON.stringify(answer.json)}`)
  }

  /** Collects the processor's pending events without delivering them. */
  async function collect(): Promise<string[]> {
    const bodies: string[] = []
    await services.localCheckouts?.deliverEvents(async (_url, body) => {
      bodies.push(body)
      return 200
    })
    return bodies
  }

  async function tell(bodies: readonly string[], times = 1) {
    const told = bodies.flatMap((body) => Array.from({ length: times }, () => body))
    await Promise.all(
      told.map(async (body) => {
        const signature = signEvent(body, secret, clock.now())
        const answer = await send(target, '/webhooks/payments', body, { 'stripe-signature': signature })
        if (answer.status !== 200) wrong.push(`an event was answered ${answer.status}`)
        const outcome = String(answer.json?.outcome)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }),
    )
  }

  for (let at = 0; at < count; at++) {
    const coach = await openCoach(target)
    // Ten in the morning at the coach's place, the day after tomorrow.
    const start = (Math.floor(clock.now() / (24 * HOUR)) + 2) * 24 * HOUR + 15 * HOUR
    const first = await hold(student(at), coach.id, start, 60)
    if (!first) throw new Error('the first student found nothing')
    const paidInTime = at % 2 === 0
    clock.advance((paidInTime ? 14 : 16) * MINUTE)
    if (paidInTime) await pay(first)
    const delayed = await collect()
    clock.advance(2 * MINUTE)

    // The hold has expired: others take the time in one of four ways.
    const standing = standings[Math.floor(at / 2) % standings.length] ?? 'confirmed'
    const { before, minutes } = takes[Math.floor(at / 8) % takes.length] ?? { before: 0, minutes: 60 }
    const wish = [coach.id, start - before * MINUTE, minutes] as const
    const racers = standing === 'one of two who raced for it' ? [at + 1, at + 2] : [at + 1]
    const others = (await Promise.all(racers.map((who) => hold(student(who), ...wish)))).filter(
      (held) => held !== null,
    )
    const [other] = others
    if (!other || others.length > 1) {
      wrong.push(`${others.length} of ${racers.length} took a free time (case ${at})`)
      continue
    }
    if (standing !== 'holding') await pay(other)
    const theirs = await collect()
    if (!paidInTime) {
      await pay(first)
      delayed.push(...(await collect()))
    }
    if (standing === 'paid at the same moment')
      await Promise.all([tell(theirs, 2), tell(delayed, 1 + (at % 3))])
    else {
      await tell(theirs)
      // A hold that has expired itself would not block the time.
      clock.advance((at % 5) * (standing === 'holding' ? MINUTE : HOUR))
      await tell(delayed, 1 + (at % 3))
    }
    if (standing === 'holding' && at % 5 === 0) {
      await pay(other)
      await tell(await collect())
    }
    // The refund job runs twice, as after a crash; then the processor's event arrives.
    await refundPayment(services, first.bookingId)
    await refundPayment(services, first.bookingId)
    await tell(await collect(), 2)

    late++
    const kind = `${paidInTime ? 'paid in time, told late' : 'paid late'}; the other ${standing}`
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    const problems = await judge(first, coach.id)
    if (problems.length === 0) refunded++
    else wrong.push(`${kind}: ${problems.join(', ')}`)
  }

  async function judge({ bookingId, sessionId }: Held, coachId: string): Promise<string[]> {
    const [booking] = await rows(
      `select b.status, p.payment_status, p.amount_cents, p.refunded_cents,
         (select count(*)::int from payment_refunds r where r.booking_id = b.id and r.reason = 'late_payment') as refunds,
         (select coalesce(sum(r.amount_cents), 0)::int from local_vendor.refunds r
           join local_vendor.checkouts c on c.payment_intent_id = r.payment_intent_id where c.id = $2) as given_back,
         (select coalesce(sum(abs(total)), 0)::int from (select sum(l.amount_cents) as total from ledger_lines l
           join ledger_transactions t on t.id = l.transaction_id where t.booking_id = b.id group by l.account) a) as left_in_books,
         (select count(*)::int from pgboss.job j where j.data ->> 'key' like '%' || b.id || '%'
           and j.data ->> 'template' like 'booking-confirmed%') as confirmations,
         (select count(*)::int from pgboss.job j where j.data ->> 'key' like '%' || b.id || '%'
           and j.data ->> 'template' = 'booking-refunded-student') as letters
       from bookings b join payments p on p.booking_id = b.id where b.id = $1`,
      [bookingId, sessionId],
    )
    const [coach] = await rows(
      `select count(*) filter (where status = 'confirmed')::int as confirmed,
         count(*) filter (where status in ('confirmed', 'pending') and lesson_date < until)::int as overlapping
       from (select status, lesson_date, lag(lesson_end) over (order by lesson_date) as until from bookings
         where instructor_id = $1 and status in ('confirmed', 'pending')) b`,
      [coachId],
    )
    confirmedTimes += Number(coach?.confirmed)
    const problems: string[] = []
    const must = (holds: boolean, what: string) => {
      if (!holds) problems.push(what)
    }
    must(booking.status === 'cancelled', `the late one is ${booking.status}`)
    must(booking.payment_status === 'refunded', `its payment is ${booking.payment_status}`)
    must(
      booking.refunded_cents === booking.amount_cents,
      `${booking.refunded_cents} of ${booking.amount_cents}`,
    )
    must(booking.given_back === booking.amount_cents, `the processor gave back ${booking.given_back}`)
    must(booking.refunds === 1, `${booking.refunds} refunds`)
    must(booking.left_in_books === 0, `${booking.left_in_books} cents left in the books`)
    must(booking.confirmations === 0, `${booking.confirmations} letters say it is confirmed`)
    must(booking.letters === 1, `${booking.letters} letters say it is refunded`)
    must(coach?.confirmed <= 1, `${coach?.confirmed} confirmed at one time`)
    must(coach?.overlapping === 0, `${coach?.overlapping} lessons overlap`)
    return problems
  }

  return {
    late,
    refunded,
    confirmedTimes,
    kinds: Object.fromEntries(kinds),
    outcomes: Object.fromEntries(outcomes),
    wrong,
  }
}

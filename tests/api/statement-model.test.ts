import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createRandom } from '#db/seed/random.ts'
import { cancelLesson } from '#features/bookings/cancellation/commands.ts'
import { completeLesson } from '#features/bookings/completion/commands.ts'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { bookLesson } from '#features/checkout/commands.ts'
import { applyPaymentEvent } from '#features/checkout/payment-events.ts'
import { refundPayment, startRefund } from '#features/checkout/refunds.ts'
import { listPayouts } from '#features/payouts/queries.ts'
import { listStatementLines, readStatement } from '#features/payouts/statements/queries.ts'
import type { Actor } from '#platform/actor.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { toIso } from '#platform/time.ts'
import { signedInCoach } from '../support/lessons.ts'
import { cardAt, charlotteTime } from '../support/now.ts'
import { clawBack, releasePayout } from '../support/payouts.ts'
import { testNow, testProduct } from '../support/product.ts'

/** More of them in `npm run drill -- statements`. */
const events = Number(process.env.EVENTS ?? 40)
const seed = process.env.SEED ?? String(testNow)

const product = testProduct()
let services: typeof product.services
const { query } = product

interface Lesson {
  id: string
  end: number
  paymentIntentId: string
  paidCents: number
  state: 'booked' | 'over' | 'cancelled'
  isReleased: boolean
  dispute: { disputeId: string; amountCents: number } | null
  isClosed: boolean
  /** Its payer goes to the bank. */
  isDoubted: boolean
  refunds: number
  /** A refund was not sent yet, or its part not fetched back from the coach. */
  isUnsent: boolean
  isOwed: boolean
}

let coachId: string
let student: Actor
const lessons: Lesson[] = []
const happened: Record<string, number> = {}
beforeAll(async () => {
  services = product.services
  const coach = await signedInCoach(product)
  await coach.post('/api/coach/payout-account')
  coachId = coach.userId
  const sam = await product.student('Sam Rivera')
  student = { userId: sam.userId, role: 'student', fullName: 'Sam Rivera', email: sam.email }
})

let taken = 0
/** A lesson of odd price at a time of its own, paid. */
async function book(random: ReturnType<typeof createRandom>) {
  const day = Math.ceil((services.clock.now() - testNow) / DAY) + 3 + Math.floor(random.next() * 8)
  const start = Date.parse(charlotteTime(day, 9 + (taken++ % 7)))
  const durationMinutes = 60
  await query('update instructor_profiles set hourly_rate = $2 where user_id = $1', [
    coachId,
    41 + Math.floor(random.next() * 160),
  ])
  const held = await bookLesson(services, student, {
    instructorId: coachId,
    start: toIso(start),
    durationMinutes,
  })
  if (!held.ok) return false
  const { bookingId: id } = held
  const session = held.checkoutUrl.split('/').at(-1) ?? ''
  expect(await services.localCheckouts?.pay(session, cardAt(services.clock.now()))).toMatchObject({
    ok: true,
  })
  await product.hearPayments()
  const [payment] = await query(
    'select amount_cents, stripe_payment_intent_id as intent, payment_status from payments where booking_id = $1',
    [id],
  )
  expect(payment?.payment_status).toBe('completed')
  const [paidCents, paymentIntentId] = [Number(payment?.amount_cents), String(payment?.intent)]
  const fresh = {
    isReleased: false,
    dispute: null,
    isClosed: false,
    isDoubted: random.chance(0.2),
    refunds: 0,
    isUnsent: false,
    isOwed: false,
  }
  lessons.push({ id, end: start + HOUR, paymentIntentId, paidCents, state: 'booked', ...fresh })
  return true
}

/** What may happen to a lesson's money; each says whether it did. */
const steps: Record<string, (lesson: Lesson, random: ReturnType<typeof createRandom>) => Promise<boolean>> = {
  async cancel(lesson, random) {
    const actor = random.chance(0.5) ? student : ({ userId: coachId, role: 'coach' } as const)
    const { ok } = await cancelLesson(services, actor, { bookingId: lesson.id })
    if (ok) lesson.state = 'cancelled'
    return ok
  },
  async complete(lesson, random) {
    if (services.clock.now() < lesson.end) product.clock.moveTo(lesson.end)
    const outcome = random.chance(0.9) ? 'taught' : 'no_show'
    const { ok } = await completeLesson(services, { userId: coachId }, { bookingId: lesson.id, outcome })
    if (ok) lesson.state = 'over'
    return ok
  },
  async pay_out(lesson) {
    if (services.clock.now() < lesson.end + DAY) product.clock.moveTo(lesson.end + DAY)
    lesson.isReleased = (await releasePayout(services, lesson.id)) === 'sent'
    return lesson.isReleased
  },
  async refund(lesson, random) {
    const amountCents = 1 + Math.floor(random.next() * lesson.paidCents * 0.6)
    const cents = await services.db.transaction(async (tx) => {
      const payment = await lockPayment(services, tx, { bookingId: lesson.id })
      const key = `dispute:${lesson.id}:${randomUUID()}`
      return payment ? await startRefund(services, tx, payment, { key, amountCents, reason: 'dispute' }) : 0
    })
    if (cents > 0) {
      lesson.refunds++
      lesson.isUnsent = true
      lesson.isOwed = lesson.isReleased
    }
    if (cents > 0)
      happened[lesson.isReleased ? 'refund_after_payout' : 'refund_before_payout'] =
        (happened[lesson.isReleased ? 'refund_after_payout' : 'refund_before_payout'] ?? 0) + 1
    return cents > 0
  },
  async send_refund(lesson) {
    lesson.isUnsent = false
    await refundPayment(services, lesson.id)
    await product.hearPayments()
    return true
  },
  async claw_back(lesson) {
    lesson.isOwed = false
    await clawBack(services, lesson.id)
    return true
  },
  async dispute(lesson) {
    lesson.dispute = { disputeId: `dp_${randomUUID()}`, amountCents: lesson.paidCents }
    return (await bankSays(lesson, 'disputed')) === 'disputed'
  },
  async close_dispute(lesson, random) {
    lesson.isClosed = true
    return (await bankSays(lesson, 'dispute_closed', random.chance(0.5))) === 'dispute_closed'
  },
}

/** The lessons to which each may happen. */
const applies: Record<string, (lesson: Lesson) => boolean> = {
  book: () => true,
  cancel: ({ state, end }) => state === 'booked' && services.clock.now() < end - HOUR,
  complete: ({ state }) => state === 'booked',
  pay_out: ({ state, isReleased }) => state !== 'booked' && !isReleased,
  refund: ({ refunds }) => refunds < 2,
  send_refund: ({ isUnsent }) => isUnsent,
  claw_back: ({ isOwed }) => isOwed,
  dispute: ({ dispute, isDoubted }) => isDoubted && dispute === null,
  close_dispute: ({ dispute, isClosed }) => dispute !== null && !isClosed,
}

async function bankSays(lesson: Lesson, type: 'disputed' | 'dispute_closed', won = false) {
  if (!lesson.dispute) throw new Error('nothing is disputed')
  const event = {
    id: `evt_${randomUUID()}`,
    createdAt: services.clock.now(),
    paymentIntentId: lesson.paymentIntentId,
    ...lesson.dispute,
    reason: 'fraudulent',
  }
  return await applyPaymentEvent(services, type === 'disputed' ? { ...event, type } : { ...event, type, won })
}

const figures = ['grossCents', 'feesCents', 'refundsCents', 'netCents', 'paidOutCents'] as const

/** Lines, months, years, the balance and the books say the same to the cent. */
async function expectSameSums(when: string) {
  const now = services.clock.now()
  const { years } = await readStatement(services, coachId, undefined, now)
  const all = { netCents: 0, paidOutCents: 0 }
  let heldCents = 0
  for (const year of years) {
    const statement = await readStatement(services, coachId, year, now)
    const { lines, sum } = await listStatementLines(services.db, coachId, { year }, now)
    for (const figure of figures) {
      const added = lines.reduce((cents, line) => cents + line[figure], 0)
      const months = statement.months.reduce((cents, month) => cents + month[figure], 0)
      expect([sum[figure], statement.total[figure], months], `${when}: ${figure} of ${year}`).toEqual([
        added,
        added,
        added,
      ])
    }
    all.netCents += sum.netCents
    all.paidOutCents += sum.paidOutCents
    heldCents = statement.heldCents
  }
  const payouts = await listPayouts(services, coachId, now, { page: 1 })
  expect([heldCents, payouts.heldCents], `${when}: held`).toEqual([
    all.netCents - all.paidOutCents,
    all.netCents - all.paidOutCents,
  ])
  expect(payouts.sentCents, `${when}: sent`).toBe(all.paidOutCents)
  const [books] = await query(
    `select coalesce(sum(l.amount_cents) filter (where true), 0)::int as all,
       coalesce(-sum(l.amount_cents) filter (where l.account = 'coach_held'), 0)::int as held
     from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
     join bookings b on b.id = t.booking_id where b.instructor_id = $1`,
    [coachId],
  )
  expect(books, `${when}: the books`).toEqual({ all: 0, held: heldCents })
}

test(
  `earnings lines, balance and statements have the same totals after each of ${events} random events [C3]`,
  async () => {
    const random = createRandom(`statements ${seed}`)
    for (let done = 0; done < events; ) {
      const [name, mayHappen] = random.pick(Object.entries(applies))
      const open = lessons.filter(mayHappen)
      const lesson = open.length > 0 ? random.pick(open) : null
      const did = name === 'book' ? await book(random) : lesson && (await steps[name]?.(lesson, random))
      if (!did) continue
      done++
      happened[name] = (happened[name] ?? 0) + 1
      if (random.chance(0.2)) product.clock.advance(Math.floor(random.next() * 2 * DAY))
      await expectSameSums(`seed ${seed}, event ${done} (${name})`)
    }
    console.log(JSON.stringify({ seed, events, lessons: lessons.length, ...happened }))
  },
  30_000 + events * 1_000,
)

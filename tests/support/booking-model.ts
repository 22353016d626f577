import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { cancelLesson } from '#features/bookings/cancellation/commands.ts'
import { bookLesson } from '#features/bookings/commands.ts'
import { completeDueLessons, completeLesson } from '#features/bookings/completion/commands.ts'
import { letGoOfHold, sweepHolds } from '#features/bookings/expiry/commands.ts'
import { applyPaymentEvent } from '#features/bookings/payment/commands.ts'
import { lockPayment } from '#features/bookings/payment/queries.ts'
import { reconcilePayments } from '#features/bookings/reconciliation/commands.ts'
import { refundPayment, startRefund } from '#features/bookings/refund/commands.ts'
import { rescheduleLesson } from '#features/bookings/reschedule/commands.ts'
import { reportProblem } from '#features/disputes/commands.ts'
import { connectPayoutAccount } from '#features/payouts/account/commands.ts'
import { releaseDuePayouts } from '#features/payouts/release/commands.ts'
import type { Actor } from '#platform/actor.ts'
import { movableClock } from '#platform/clock.ts'
import { type LocalCheckouts, localPayments } from '#ports/payments/local.ts'
import type { PaymentsPort } from '#ports/payments/payments.ts'
import { signEvent } from '#ports/payments/signed-event.ts'
import type { Services } from '#ports/services.ts'
import { findBrokenRules } from './booking-model-rules.ts'
import { addCoach } from './people.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Saturday, 21 November 2026, 10:00 in Charlotte. */
const START = Date.parse('2026-11-21T15:00:00Z')
const SECRET = 'the model signs its own events'

/** One thing that somebody or something does. Numbers choose among what there is, and go round. */
export type Step =
  | { do: 'hold'; student: number; slot: number; minutes: number }
  | { do: 'pay' | 'letGo' | 'report' | 'settleProblem' | 'operatorRefund' | 'goodwill'; lesson: number }
  | { do: 'cancel'; lesson: number; by: Party }
  | { do: 'move'; lesson: number; by: Party; slot: number }
  | { do: 'complete'; lesson: number; outcome: 'taught' | 'no_show' }
  | { do: 'deliver' | 'deliverTwice' | 'lose'; event: number }
  | { do: 'wait'; minutes: number }
  | { do: 'sweep' | 'refunds' | 'completions' | 'payouts' | 'reconcile' | 'connect' | 'hangUp' }
  | { do: 'together'; steps: Exclude<Step, { do: 'together' }>[] }

type Party = 'student' | 'coach' | 'admin'

const number = fc.nat({ max: 50 })
const party = fc.constantFrom<Party>('student', 'coach', 'admin')
const lessonStep = (name: 'pay' | 'letGo' | 'report' | 'settleProblem' | 'operatorRefund' | 'goodwill') =>
  fc.record({ do: fc.constant(name), lesson: number })
const eventStep = (name: 'deliver' | 'deliverTwice' | 'lose') =>
  fc.record({ do: fc.constant(name), event: number })
const jobStep = fc.record({
  do: fc.constantFrom('sweep', 'refunds', 'completions', 'payouts', 'reconcile', 'connect', 'hangUp'),
})
const simpleStep: fc.Arbitrary<Exclude<Step, { do: 'together' }>> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      student: fc.nat({ max: 2 }),
      slot: number,
      minutes: fc.constantFrom(60, 90, 120),
    }),
  },
  { weight: 6, arbitrary: lessonStep('pay') },
  { weight: 6, arbitrary: eventStep('deliver') },
  { weight: 2, arbitrary: eventStep('deliverTwice') },
  { weight: 1, arbitrary: eventStep('lose') },
  { weight: 1, arbitrary: lessonStep('letGo') },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('cancel' as const), lesson: number, by: party }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('move' as const), lesson: number, by: party, slot: number }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('complete' as const),
      lesson: number,
      outcome: fc.constantFrom('taught' as const, 'no_show' as const),
    }),
  },
  { weight: 2, arbitrary: lessonStep('report') },
  { weight: 1, arbitrary: lessonStep('settleProblem') },
  { weight: 1, arbitrary: lessonStep('operatorRefund') },
  { weight: 2, arbitrary: lessonStep('goodwill') },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(5, 16, 40, 300, 1_560, 3_000, 4_500, 6_000),
    }),
  },
  { weight: 5, arbitrary: jobStep },
)

/** Sequences that begin with a lesson somebody may pay, so that most of them have something to lose. */
export const anySequence: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.record({
      do: fc.constant('hold' as const),
      student: fc.nat({ max: 2 }),
      slot: number,
      minutes: fc.constant(60),
    }),
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: simpleStep as fc.Arbitrary<Step> },
        {
          weight: 1,
          arbitrary: fc.record({
            do: fc.constant('together' as const),
            steps: fc.array(simpleStep, { minLength: 2, maxLength: 3 }),
          }),
        },
      ),
      { minLength: 6, maxLength: 24 },
    ),
    fc.nat({ max: 2 }),
  )
  .map(([first, rest, told]) => [
    first,
    { do: 'pay', lesson: 0 },
    ...(told ? [{ do: 'deliver', event: 0 } as const] : []),
    ...rest,
  ])

/** A booking as the model remembers it, without asking the product. */
export interface Remembered {
  id: string
  studentId: string
  sessionId: string
  amountCents: number
  start: number
  /** The best share of the price that moving left. */
  ceiling: number
  movedByCoach: boolean
  /** Something happened that the model does not follow to the cent: only the books are compared. */
  isBlurred: boolean
  /** What cancelling must have given back; null when it did not happen, or at the same instant as something else. */
  refund: number | null
  moves: number
}

/** Runs sequences against the product's own commands, a real database and the local processor. */
export async function openModel(real: Services) {
  const clock = movableClock(START)
  const pool = real.db.$client
  const local = localPayments({ pool, secret: SECRET, appUrl: 'http://model.test', clock })
  const students = await Promise.all([0, 1, 2].map((at) => addPerson(pool, `Student ${at}`)))
  const admin: Actor = {
    userId: await addPerson(pool, 'Admin'),
    role: 'admin',
    fullName: 'Admin',
    email: 'a@model.test',
  }
  let hangsUp = false

  /** The processor does what it is asked and the connection breaks before it says so. */
  const answering = async <T>(call: () => Promise<T>): Promise<T> => {
    const result = await call()
    if (!hangsUp) return result
    hangsUp = false
    throw new Error('socket hang up')
  }
  const payments: PaymentsPort & LocalCheckouts = {
    ...local,
    // As Stripe, which sells no page shorter than half an hour: it can be paid after the hold ran out.
    startCheckout: (order) =>
      answering(() => local.startCheckout({ ...order, expiresAt: order.expiresAt + 16 * MINUTE })),
    expireCheckout: (id) => answering(() => local.expireCheckout(id)),
    refund: (request) => answering(() => local.refund(request)),
    transfer: (request) => answering(() => local.transfer(request)),
    reverseTransfer: (request) => answering(() => local.reverseTransfer(request)),
  }
  const services: Services = { ...real, clock, payments, localCheckouts: payments }

  /** Plays one sequence to its end, then lets everything settle. @returns the rules that were broken */
  async function play(steps: readonly Step[]): Promise<string[]> {
    clock.moveTo(START)
    hangsUp = false
    const coach = await addCoach(pool, { noticeHours: 2 })
    const coachActor: Actor = {
      userId: coach.id,
      role: 'coach',
      fullName: 'Maya',
      email: `${coach.id}@coaches.test`,
    }
    const lessons: Remembered[] = []
    const mailbox: string[] = []
    const lost: string[] = []
    const wrong: string[] = []
    const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)]
    const actorFor = (who: Party, lesson: Remembered): Actor =>
      who === 'admin' ? admin : who === 'coach' ? coachActor : studentActor(lesson.studentId)
    /** Seven half hours from 9:00 on the two days after tomorrow, as seen from the beginning. */
    const slotAt = (slot: number) => START - HOUR + (2 + (slot % 2)) * 24 * HOUR + (slot % 7) * 30 * MINUTE

    async function collect() {
      await local.deliverEvents(async (_url, body) => {
        mailbox.push(body)
        return 200
      })
    }

    async function deliver(body: string) {
      const event = local.readEvent(body, signEvent(body, SECRET, clock.now()), clock.now())
      if (event) await applyPaymentEvent(services, event)
    }

    /** A job that fails is tried again later; the settling at the end is later. */
    async function attempt(work: () => Promise<unknown>) {
      try {
        await work()
      } catch (error) {
        if (!(error instanceof Error) || !/hang up|payment_refused/.test(error.message)) throw error
      }
    }

    async function take(step: Exclude<Step, { do: 'together' }>, alone: boolean): Promise<void> {
      if (step.do === 'wait') return clock.advance(step.minutes * MINUTE)
      if (step.do === 'hangUp') {
        hangsUp = true
        return
      }
      if ('event' in step) {
        await collect()
        const body = pick(mailbox, step.event)
        if (body === undefined) return
        mailbox.splice(mailbox.indexOf(body), step.do === 'deliverTwice' ? 0 : 1)
        if (step.do === 'lose') lost.push(body)
        else await deliver(body)
        return
      }
      if (step.do === 'hold') {
        const student = studentActor(pick(students, step.student) ?? '')
        const start = slotAt(step.slot)
        const held = await bookLesson(services, student, {
          instructorId: coach.id,
          start: new Date(start).toISOString(),
          durationMinutes: step.minutes,
        })
        if (held.ok && !lessons.some((lesson) => lesson.id === held.bookingId))
          lessons.push({
            id: held.bookingId,
            studentId: student.userId,
            sessionId: held.checkoutUrl.split('/').at(-1) ?? '',
            amountCents: held.priceCents,
            start,
            ceiling: 100,
            movedByCoach: false,
            isBlurred: false,
            refund: null,
            moves: 0,
          })
        return
      }
      if ('lesson' in step) {
        const lesson = pick(lessons, step.lesson)
        if (lesson) await touch(step, lesson, alone)
        return
      }
      await runJob(step.do)
    }

    async function runJob(job: 'sweep' | 'refunds' | 'completions' | 'payouts' | 'reconcile' | 'connect') {
      if (job === 'sweep') await sweepHolds(services)
      if (job === 'completions') await completeDueLessons(services)
      if (job === 'payouts') await releaseDuePayouts(services)
      if (job === 'reconcile') await reconcilePayments(services)
      if (job === 'connect') await attempt(() => connectPayoutAccount(services, coachActor))
      if (job === 'refunds') for (const { id } of lessons) await attempt(() => refundPayment(services, id))
    }

    async function touch(step: Extract<Step, { lesson: number }>, lesson: Remembered, alone: boolean) {
      const { id } = lesson
      switch (step.do) {
        case 'pay':
          await local.pay(lesson.sessionId, { number: '4242424242424242', expiry: '12/30', cvc: '123' })
          return
        case 'letGo':
          return await attempt(() => letGoOfHold(services, { userId: lesson.studentId }, id))
        case 'cancel': {
          const now = clock.now()
          const cancelled = await cancelLesson(services, actorFor(step.by, lesson), { bookingId: id })
          if (!cancelled.ok || lesson.refund !== null) return
          const share = step.by === 'student' ? expectedShare(lesson, now) : 100
          const expected = Math.floor((lesson.amountCents * share) / 100 + 0.5)
          if (alone && !lesson.isBlurred && cancelled.refundCents !== expected)
            wrong.push(`cancelled by ${step.by}: ${cancelled.refundCents} came back instead of ${expected}`)
          lesson.refund = cancelled.refundCents
          return
        }
        case 'move': {
          const [share, start] = [expectedShare(lesson, clock.now()), slotAt(step.slot)]
          const moved = await rescheduleLesson(services, actorFor(step.by, lesson), {
            bookingId: id,
            start: new Date(start).toISOString(),
          })
          if (!moved.ok || start === lesson.start) return
          if (step.by === 'student') lesson.ceiling = share
          if (!alone) lesson.isBlurred = true
          lesson.movedByCoach = step.by !== 'student'
          lesson.start = start
          lesson.moves++
          return
        }
        case 'complete':
          return void (await completeLesson(services, coachActor, { bookingId: id, outcome: step.outcome }))
        case 'report':
          return void (await reportProblem(
            services,
            { userId: lesson.studentId },
            { bookingId: id, reason: 'other', details: 'Something.' },
          ))
        case 'settleProblem':
          return void (await pool.query(
            `update payment_disputes set status = 'rejected', resolved_at = now() where booking_id = $1`,
            [id],
          ))
        case 'goodwill':
          lesson.isBlurred = true
          return await real.db.transaction(async (tx) => {
            const payment = await lockPayment(tx, { bookingId: id })
            if (payment?.paymentStatus === 'pending' || payment?.paymentStatus === 'failed') return
            const refund = { key: `goodwill:${id}`, amountCents: Math.ceil(lesson.amountCents / 3) }
            if (payment) await startRefund(services, tx, payment, { ...refund, reason: 'dispute' })
          })
        case 'operatorRefund': {
          const paid = await local.findCheckout(lesson.sessionId)
          if (!paid?.paymentIntentId) return
          // Somebody gives a fifth back on the processor's own pages; from here on only the books are compared.
          lesson.isBlurred = true
          const amountCents = Math.floor(lesson.amountCents / 5)
          await attempt(() =>
            local.refund({ key: `operator:${id}`, paymentIntentId: paid.paymentIntentId ?? '', amountCents }),
          )
        }
      }
    }

    /** Time passes until nothing is open any more: jobs run, events arrive in any order, the season ends. */
    async function settle() {
      hangsUp = false
      for (let round = 0; round < 2; round++) {
        await collect()
        for (const body of mailbox.splice(0).reverse()) await deliver(body)
        for (const job of ['sweep', 'refunds', 'reconcile'] as const) await runJob(job)
        clock.advance(61 * MINUTE)
        await runJob('reconcile')
      }
    }

    for (const step of steps) {
      if (step.do === 'together') await Promise.all(step.steps.map((one) => take(one, false)))
      else await take(step, true)
    }
    await settle()
    await runJob('connect')
    await pool.query(
      `update payment_disputes set status = 'rejected', resolved_at = now() where instructor_id = $1`,
      [coach.id],
    )
    // One season ends with everything cancelled, the next with everything taught.
    if (steps.length % 2)
      for (const lesson of lessons) await cancelLesson(services, admin, { bookingId: lesson.id })
    await settle()
    clock.advance(20 * 24 * HOUR)
    await runJob('completions')
    clock.advance(25 * HOUR)
    await runJob('payouts')
    await settle()
    await runJob('payouts')
    wrong.push(...(await findBrokenRules(pool, coach.id, lessons)))
    // What is finished is out of the way of the next sequence.
    await pool.query(
      `update payments set created_at = created_at - interval '30 days' where instructor_id = $1`,
      [coach.id],
    )
    await pool.query('delete from pgboss.job')
    return wrong
  }

  return { play }
}

const studentActor = (userId: string): Actor => ({
  userId,
  role: 'student',
  fullName: 'Student',
  email: `${userId}@model.test`,
})

/** The standard terms, written a second time and on purpose in another way. */
function expectedShare(lesson: Remembered, now: number): number {
  if (lesson.movedByCoach) return 100
  const hours = (lesson.start - now) / HOUR
  const share = hours < 24 ? 0 : hours < 48 ? 50 : 100
  return Math.min(share, lesson.ceiling)
}

async function addPerson(pool: Services['db']['$client'], name: string): Promise<string> {
  const id = randomUUID()
  await pool.query(
    `insert into profiles (id, full_name, email, user_type, phone) values ($1, $2, $3, 'student', '+17045550111')`,
    [id, name, `${id}@model.test`],
  )
  return id
}

import { randomUUID } from 'node:crypto'
import { cancelLesson } from '#features/bookings/cancellation/commands.ts'
import { completeDueLessons, completeLesson } from '#features/bookings/completion/commands.ts'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { rescheduleLesson } from '#features/bookings/reschedule/commands.ts'
import { bookLesson } from '#features/checkout/commands.ts'
import { releaseHold } from '#features/checkout/hold.ts'
import { expireHold, sweepHolds } from '#features/checkout/hold-expiry.ts'
import { applyPaymentEvent, PaymentNotKnownYet } from '#features/checkout/payment-events.ts'
import { reconcilePayments } from '#features/checkout/reconciliation.ts'
import { refundPayment, startRefund } from '#features/checkout/refunds.ts'
import { reportProblem } from '#features/disputes/commands.ts'
import { connectPayoutAccount } from '#features/payouts/payout-account.ts'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import type { Actor } from '#platform/actor.ts'
import type { movableClock } from '#platform/clock.ts'
import { type LocalCheckouts, localPayments } from '#ports/payments/local.ts'
import type { PaymentsPort } from '#ports/payments/payments.ts'
import { signEvent } from '#ports/payments/signed-event.ts'
import type { Services } from '#ports/services.ts'
import { findBrokenRules } from './booking-model-rules.ts'
import { codes, type Party, type Step } from './booking-model-steps.ts'
import type { LetterWatch } from './letters-model.ts'
import { charlotteTime, goodCard } from './now.ts'
import { addCoach } from './people.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Ten in the morning in Charlotte, on the day on which tests start. */
const START = Date.parse(charlotteTime(0, 10))
const SECRET = 'the model signs its own events'

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

/**
 * Runs sequences against the product's own commands, a real database and the local processor.
 * @param clock the one that the product was made with, so that the database follows it
 * @param watch follows the letters of each sequence; none does when left out
 */
export async function openModel(
  real: Services,
  clock: ReturnType<typeof movableClock>,
  watch?: (services: Services, coachId: string) => LetterWatch,
) {
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
    await pool.query(
      `insert into promo_codes (code, percent_off, amount_off_cents, instructor_id, funded_by, max_uses, valid_from)
       values ($1, 25, null, $3, 'platform', 2, 'epoch'), ($2, null, 4000, $3, 'coach', 1, 'epoch')`,
      [...codes.map((code) => codeOf(code, coach.id)), coach.id],
    )
    const lessons: Remembered[] = []
    const mailbox: string[] = []
    const lost: string[] = []
    const wrong: string[] = []
    const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)]
    const actorFor = (who: Party, lesson: Remembered): Actor =>
      who === 'admin' ? admin : who === 'coach' ? coachActor : studentActor(lesson.studentId)
    /** Seven half hours from 9:00 on the two days after tomorrow, as seen from the beginning. */
    const slotAt = (slot: number) => Date.parse(charlotteTime(2 + (slot % 2), 9, (slot % 7) * 30))

    async function collect() {
      await local.deliverEvents(async (_url, body) => {
        mailbox.push(body)
        return 200
      })
    }

    async function deliver(body: string) {
      const event = local.readEvent(body, signEvent(body, SECRET, clock.now()), clock.now())
      try {
        if (event) await applyPaymentEvent(services, event)
      } catch (error) {
        // Not taken: the processor sends it again.
        if (!(error instanceof PaymentNotKnownYet)) throw error
        mailbox.push(body)
      }
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
      if (step.do === 'hold') return await attempt(() => hold(step))
      if ('lesson' in step) {
        const lesson = pick(lessons, step.lesson)
        if (lesson) await touch(step, lesson, alone)
        return
      }
      await runJob(step.do)
    }

    async function hold(step: Extract<Step, { do: 'hold' }>) {
      const student = studentActor(pick(students, step.student) ?? '')
      const start = slotAt(step.slot)
      const held = await bookLesson(services, student, {
        instructorId: coach.id,
        start: new Date(start).toISOString(),
        durationMinutes: step.minutes,
        ...(step.code ? { promoCode: codeOf(step.code, coach.id) } : {}),
      })
      if (!held.ok || lessons.some((lesson) => lesson.id === held.bookingId)) return
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
    }

    async function runJob(job: 'sweep' | 'refunds' | 'completions' | 'payouts' | 'reconcile' | 'connect') {
      if (job === 'sweep') {
        await sweepHolds(services)
        // Each hold has a job of its own for when it runs out.
        for (const { id } of lessons) await attempt(() => expireHold(services, id))
      }
      if (job === 'completions') await completeDueLessons(services)
      if (job === 'payouts') await releaseDuePayouts(services)
      // Hourly it would have seen them in time; the model looks only at the end.
      if (job === 'reconcile') await reconcilePayments(services, { days: 60 })
      if (job === 'connect') await attempt(() => connectPayoutAccount(services, coachActor))
      if (job === 'refunds') for (const { id } of lessons) await attempt(() => refundPayment(services, id))
    }

    async function touch(step: Extract<Step, { lesson: number }>, lesson: Remembered, alone: boolean) {
      const { id } = lesson
      switch (step.do) {
        case 'pay':
          await local.pay(lesson.sessionId, goodCard)
          return
        case 'release':
          return await attempt(() => releaseHold(services, { userId: lesson.studentId }, id))
        case 'cancel': {
          const now = clock.now()
          const cancelled = await cancelLesson(services, actorFor(step.by, lesson), {
            bookingId: id,
            reason: 'The model cancels',
          })
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
            confirmed: ['short_notice'],
            reason: 'The model moves',
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
            `update payment_disputes set status = 'rejected', resolved_at = current_instant() where booking_id = $1`,
            [id],
          ))
        case 'goodwill':
          lesson.isBlurred = true
          return await real.db.transaction(async (tx) => {
            const payment = await lockPayment(services, tx, { bookingId: id })
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

    const letters = watch?.(services, coach.id)
    for (const step of steps) {
      if (step.do === 'together') await Promise.all(step.steps.map((one) => take(one, false)))
      else await take(step, true)
      await letters?.look({ alone: step.do !== 'together', reminds: step.do === 'wait' })
    }
    await settle()
    await letters?.look({ alone: false })
    await runJob('connect')
    await pool.query(
      `update payment_disputes set status = 'rejected', resolved_at = current_instant() where instructor_id = $1`,
      [coach.id],
    )
    // One season ends with everything cancelled, the next with everything taught.
    if (steps.length % 2)
      for (const lesson of lessons)
        await cancelLesson(services, admin, { bookingId: lesson.id, reason: 'The season is over' })
    await letters?.look({ alone: true })
    await settle()
    await letters?.look({ alone: false })
    clock.advance(20 * 24 * HOUR)
    await runJob('completions')
    await letters?.look({ alone: true })
    clock.advance(25 * HOUR)
    await runJob('payouts')
    await letters?.look({ alone: true })
    await settle()
    await runJob('payouts')
    if (letters) wrong.push(...(await letters.finish(lessons)))
    wrong.push(...(await findBrokenRules(pool, coach.id, lessons)))
    // What is finished is out of the way of the next sequence.
    await pool.query(
      `update payments set created_at = created_at - interval '100 days' where instructor_id = $1`,
      [coach.id],
    )
    await pool.query('delete from pgboss.job')
    return wrong
  }

  return { play }
}

/** Codes are one for all coaches; each sequence has its own. */
const codeOf = (code: (typeof codes)[number], coachId: string) =>
  `${code}-${coachId.replaceAll('-', '').slice(0, 20).toUpperCase()}`

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

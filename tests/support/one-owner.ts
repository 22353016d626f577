import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { cancelLesson } from '#features/bookings/cancellation/commands.ts'
import { completeDueLessons, completeLesson } from '#features/bookings/completion/commands.ts'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { rescheduleLesson } from '#features/bookings/reschedule/commands.ts'
import { bookLesson, type HeldBooking } from '#features/checkout/commands.ts'
import { sweepHolds } from '#features/checkout/hold-expiry.ts'
import { applyPaymentEvent } from '#features/checkout/payment-events.ts'
import { refundPayment, startRefund } from '#features/checkout/refunds.ts'
import { makeExitOffer, offerOf } from '#features/discounts/exit-offers.ts'
import type { DiscountRequest } from '#features/discounts/schema.ts'
import { reportProblem } from '#features/disputes/commands.ts'
import { connectPayoutAccount } from '#features/payouts/payout-account.ts'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import { acceptProposal } from '#features/proposals/acceptance.ts'
import { proposeLesson } from '#features/proposals/commands.ts'
import { processDuePackages } from '#features/proposals/due-proposals.ts'
import { endPackage } from '#features/proposals/packages/commands.ts'
import { listPackages } from '#features/proposals/packages/queries.ts'
import { bookFromPackage } from '#features/proposals/packages/redemptions.ts'
import type { Actor } from '#platform/actor.ts'
import type { movableClock } from '#platform/clock.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { localPayments } from '#ports/payments/local.ts'
import { PaymentRefused } from '#ports/payments/payments.ts'
import { signEvent } from '#ports/payments/signed-event.ts'
import type { Services } from '#ports/services.ts'
import { takePart } from './discounts.ts'
import { charlotteTime, goodCard } from './now.ts'
import { openOwnerStates } from './one-owner-states.ts'
import type { Discounted, OwnerSequence, OwnerStep, Side } from './one-owner-steps.ts'
import { addCoach } from './people.ts'

/** Ten in the morning in Charlotte, on the day on which tests start. */
const START = Date.parse(charlotteTime(0, 10))
const SECRET = 'the model signs its own events'
const cards = ['5555555555554444', '4242424242424242']

/** The side that performs steps without `by`. */
const actsAs: Partial<Record<OwnerStep['do'], Side>> = {
  complete: 'coach',
  teach: 'coach',
  report: 'student',
}

interface BankDispute {
  id: string
  paymentIntentId: string
  amountCents: number
  state: 'open' | 'won' | 'lost'
}

/**
 * Plays sequences in which the coach and the students are one person, against the product's own commands.
 * @param clock the product's clock, which the database follows
 */
export async function openOwnerModel(real: Services, clock: ReturnType<typeof movableClock>) {
  const pool = real.db.$client
  const local = localPayments({ pool, secret: SECRET, appUrl: 'http://model.test', clock })
  let disputes: BankDispute[] = []
  const of = (paymentIntentId: string) => disputes.filter((one) => one.paymentIntentId === paymentIntentId)
  const payments = {
    ...local,
    /** As with Stripe, disputed payments and lost ones cannot be refunded. */
    async refund(request: Parameters<typeof local.refund>[0]) {
      const known = of(request.paymentIntentId)
      if (known.some(({ state }) => state === 'open')) throw new PaymentRefused()
      const { rows } = await pool.query<{ left: number }>(
        `select amount_cents - (select coalesce(sum(r.amount_cents), 0) from local_vendor.refunds r
           where r.payment_intent_id = c.payment_intent_id)::int as left
         from local_vendor.checkouts c where payment_intent_id = $1`,
        [request.paymentIntentId],
      )
      if (request.amountCents > (rows[0]?.left ?? 0) - lost(known)) throw new PaymentRefused()
      return await local.refund(request)
    },
  }
  const services: Services = { ...real, clock, payments, localCheckouts: payments }

  async function deliverEvents() {
    await local.deliverEvents(async (_url, body) => {
      const event = local.readEvent(body, signEvent(body, SECRET, clock.now()), clock.now())
      if (event) await applyPaymentEvent(services, event)
      return 200
    })
  }

  /** Plays one sequence and settles everything. @returns the violations */
  async function play({ hourlyRate, policy, steps }: OwnerSequence): Promise<string[]> {
    clock.moveTo(START)
    disputes = []
    const coach = await addCoach(pool, { noticeHours: 1, windowDays: 60, hourlyRate })
    await pool.query('update instructor_profiles set cancellation_policy = $2 where user_id = $1', [
      coach.id,
      policy,
    ])
    await takePart(pool, coach.id, START)
    const coachActor = actorOf(coach.id, 'coach')
    const students = await Promise.all([addStudent(pool, coach.id), addStudent(pool, coach.id)])
    await connectPayoutAccount(services, coachActor)
    await pool.query(
      `insert into promo_codes (code, percent_off, amount_off_cents, instructor_id, funded_by, max_uses_per_student, valid_from)
       values ($1, 25, null, $4, 'platform', null, 'epoch'), ($2, null, 4000, $4, 'platform', null, 'epoch'),
         ($3, null, 4000, $4, 'coach', null, 'epoch')`,
      [...(['PLATFORM', 'FIXED', 'OWN'] as const).map((code) => codeOf(code, coach.id)), coach.id],
    )
    const states = await openOwnerStates(services, { coachId: coach.id, students })
    /** The student of the lesson booked by the current step. */
    let booked: { studentId: string } | null = null
    const lessons: { id: string; studentId: string }[] = []
    const packages: { id: string; studentId: string }[] = []
    const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)]
    /** One-hour slots from tomorrow on, relative to the current time. */
    const slotAt = (slot: number) => {
      const today = Math.floor((clock.now() - START) / DAY)
      return Date.parse(charlotteTime(today + 1 + Math.floor(slot / 8), 9 + (slot % 8)))
    }
    const actorFor = (who: Side, studentId: string) =>
      who === 'coach' ? coachActor : actorOf(studentId, 'student')

    async function pay(held: HeldBooking, card: number, studentId: string) {
      booked = { studentId }
      const session = held.checkoutUrl.split('/').at(-1) ?? ''
      await local.pay(session, { ...goodCard, number: cards[card] ?? '' })
      await deliverEvents()
    }

    async function book(step: Extract<OwnerStep, { do: 'book' }>) {
      const studentId = pick(students, step.student) ?? ''
      const student = actorOf(studentId, 'student')
      const sessionId = randomUUID()
      const asked: DiscountRequest = await wishFor(step.discount, student, sessionId)
      const held = await bookLesson(
        services,
        student,
        {
          instructorId: coach.id,
          start: new Date(slotAt(step.slot)).toISOString(),
          durationMinutes: step.minutes,
          ...asked,
        },
        { sessionId, offerId: offerOf(services, asked.offerToken) },
      )
      if (!held.ok) return
      lessons.push({ id: held.bookingId, studentId })
      await pay(held, step.card, studentId)
    }

    /** The owner clears the browser's cookies before each offer. */
    async function wishFor(discount: Discounted, student: Actor, sessionId: string) {
      if (discount === 'none') return {}
      if (discount !== 'offer') return { promoCode: codeOf(discount, coach.id) }
      const browser = { sessionId, deviceId: randomUUID(), actor: student }
      const offer = await makeExitOffer(services, browser, coach.id)
      return offer ? { offerToken: offer.token } : {}
    }

    async function buy(step: Extract<OwnerStep, { do: 'buy' }>) {
      const studentId = pick(students, step.student) ?? ''
      const start = new Date(slotAt(step.slot)).toISOString()
      if (!states.isOpen(coach.id)) return
      const proposed = await proposeLesson(services, coachActor, {
        studentId,
        title: 'Several lessons',
        lessonType: 'individual',
        durationMinutes: 60,
        times: [start],
        priceCents: step.priceCents,
        lessons: step.lessons,
        validDays: 30,
        confirmed: ['short_notice'],
        openHours: 24,
      })
      if (!proposed.ok) return
      const { proposalId } = proposed
      // A proposal is refused if one of its accounts is not open.
      booked = { studentId }
      const held = await acceptProposal(services, actorOf(studentId, 'student'), {
        proposalId,
        version: 1,
        start,
      })
      if (!held.ok) return
      lessons.push({ id: held.bookingId, studentId })
      await pay(held, 0, studentId)
      const { rows } = await pool.query<{ id: string }>(
        'select id from lesson_packages where proposal_id = $1',
        [proposalId],
      )
      if (rows[0]) packages.push({ id: rows[0].id, studentId })
    }

    async function take(step: OwnerStep): Promise<void> {
      if (step.do === 'book') return await book(step)
      if (step.do === 'buy') return await buy(step)
      if (step.do === 'wait') return clock.advance(step.hours * HOUR)
      if ('person' in step) {
        const person = pick(states.all, step.person) ?? ''
        if (step.do === 'suspend') return await states.suspend(person, step.promises)
        if (step.do === 'leave') return await leave(person)
        return step.do === 'lift' ? await states.lift(person) : await states.close(person)
      }
      if ('package' in step) {
        const bought = pick(packages, step.package)
        if (bought) await touchPackage(step, bought)
        return
      }
      if ('lesson' in step) {
        const lesson = pick(lessons, step.lesson)
        if (lesson) await touchLesson(step, lesson)
        return
      }
      if (step.do === 'bankDecides') return await decide(pick(disputes, step.dispute), step.won)
      await runJob(step.do)
    }

    async function leave(person: string) {
      if (!states.isOpen(person)) return
      const by = person === coach.id ? 'coach' : 'student'
      for (const { id, studentId } of lessons)
        if (by === 'coach' || studentId === person)
          await cancelLesson(services, actorFor(by, studentId), { bookingId: id })
      clock.advance(4 * DAY)
      for (const job of ['completions', 'refunds'] as const) await runJob(job)
      clock.advance(2 * DAY)
      await runJob('payouts')
      await states.close(person)
    }

    async function touchPackage(
      step: Extract<OwnerStep, { package: number }>,
      bought: { id: string; studentId: string },
    ) {
      if (step.do === 'draw') {
        const start = new Date(slotAt(step.slot)).toISOString()
        const student = { userId: bought.studentId }
        const drawn = await bookFromPackage(services, student, { packageId: bought.id, start })
        if (!drawn.ok) return
        lessons.push({ id: drawn.bookingId, studentId: bought.studentId })
        booked = { studentId: bought.studentId }
        return
      }
      const actor = actorFor(step.by, bought.studentId)
      if (!states.isOpen(actor.userId)) return
      const shown = (await listPackages(services.db, actor.userId)).find(({ id }) => id === bought.id)
      const expectedRefundCents = shown?.refundCents ?? 0
      await endPackage(services, actor, { packageId: bought.id, expectedRefundCents })
    }

    async function touchLesson(
      step: Extract<OwnerStep, { lesson: number }>,
      lesson: { id: string; studentId: string },
    ) {
      const bookingId = lesson.id
      // Signed-out accounts do nothing, but their bank and admins do.
      const by = 'by' in step ? step.by : actsAs[step.do]
      if (by && !states.isOpen(actorFor(by, lesson.studentId).userId)) return
      switch (step.do) {
        case 'cancel':
          return void (await cancelLesson(services, actorFor(step.by, lesson.studentId), { bookingId }))
        case 'move': {
          const start = new Date(slotAt(step.slot)).toISOString()
          const actor = actorFor(step.by, lesson.studentId)
          return void (await rescheduleLesson(services, actor, {
            bookingId,
            start,
            confirmed: ['short_notice'],
          }))
        }
        case 'complete':
          return void (await completeLesson(services, coachActor, { bookingId, outcome: step.outcome }))
        case 'teach': {
          const payment = await services.db.transaction((tx) => lockPayment(services, tx, { bookingId }))
          if (payment?.status !== 'confirmed') return
          clock.moveTo(Math.max(clock.now(), payment.lessonEnd))
          await completeLesson(services, coachActor, { bookingId, outcome: 'taught' })
          clock.advance(25 * HOUR)
          return await runJob('payouts')
        }
        case 'report': {
          const problem = { bookingId, reason: 'other' as const, details: 'Something.' }
          return void (await reportProblem(services, { userId: lesson.studentId }, problem))
        }
        case 'uphold':
          return await services.db.transaction(async (tx) => {
            const payment = await lockPayment(services, tx, { bookingId })
            if (!payment || (await settleProblem(pool, bookingId, 'resolved')) === 0) return
            const refund = { key: `upheld:${bookingId}`, amountCents: payment.amountCents }
            await startRefund(services, tx, payment, { ...refund, reason: 'dispute' })
          })
        case 'reject':
          return void (await settleProblem(pool, bookingId, 'rejected'))
        case 'askBank':
          return void (await askBank(bookingId))
        case 'chargeBack':
          return await decide(await askBank(bookingId), false)
      }
    }

    /** The owner disputes a payment at the bank. The dispute covers the remaining amount. */
    async function askBank(bookingId: string): Promise<BankDispute | undefined> {
      const { rows } = await pool.query<{ intent: string; left: number }>(
        `select c.payment_intent_id as intent, c.amount_cents - (select coalesce(sum(r.amount_cents), 0)
           from local_vendor.refunds r where r.payment_intent_id = c.payment_intent_id)::int as left
         from bookings b left join lesson_packages k on k.id = b.package_id
           join payments p on p.id = k.payment_id or (k.id is null and p.booking_id = b.id)
           join local_vendor.checkouts c on c.payment_intent_id = p.stripe_payment_intent_id where b.id = $1`,
        [bookingId],
      )
      const [paid] = rows
      if (!paid || of(paid.intent).length > 0 || paid.left <= 0) return undefined
      const dispute: BankDispute = {
        id: `dp_${randomUUID()}`,
        paymentIntentId: paid.intent,
        amountCents: paid.left,
        state: 'open',
      }
      disputes.push(dispute)
      await tellOfDispute(dispute, { type: 'disputed' })
      return dispute
    }

    async function decide(dispute: BankDispute | undefined, won: boolean) {
      if (dispute?.state !== 'open') return
      // A dispute won by the platform is lost for the owner.
      dispute.state = won ? 'won' : 'lost'
      await tellOfDispute(dispute, { type: 'dispute_closed', won })
    }

    async function tellOfDispute(
      { id, ...dispute }: BankDispute,
      what: { type: 'disputed' } | { type: 'dispute_closed'; won: boolean },
    ) {
      const { paymentIntentId, amountCents } = dispute
      await applyPaymentEvent(services, {
        id: `evt_${randomUUID()}`,
        createdAt: clock.now(),
        ...what,
        paymentIntentId,
        disputeId: id,
        amountCents,
        reason: 'fraudulent',
      })
    }

    async function runJob(job: 'payouts' | 'completions' | 'refunds' | 'packages') {
      if (job === 'payouts') await releaseDuePayouts(services)
      if (job === 'completions') await completeDueLessons(services)
      if (job === 'packages') await processDuePackages(services)
      if (job !== 'refunds') return
      for (const { id } of lessons) await refundPayment(services, id).catch(waitForBank)
      await deliverEvents()
    }

    for (const step of steps) {
      booked = null
      await take(step)
      const broken = await states.follow(booked)
      if (broken.length > 0) return [...broken, JSON.stringify(step)]
    }
    for (const person of states.all) await states.lift(person)
    // The end: problems are settled, the bank decides disputes for the owner, and all lessons are taught, paid out and reversed.
    for (const dispute of disputes) await decide(dispute, false)
    await pool.query(
      `update payment_disputes set status = 'rejected', resolved_at = created_at
       where instructor_id = $1 and status in ('pending', 'investigating')`,
      [coach.id],
    )
    for (let round = 0; round < 2; round++) {
      await sweepHolds(services)
      clock.advance(70 * DAY)
      for (const job of ['packages', 'completions', 'refunds'] as const) await runJob(job)
      clock.advance(2 * DAY)
      await runJob('payouts')
    }
    const wrong = await judge(pool, coach.id, lost(disputes))
    await pool.query('delete from pgboss.job')
    return wrong
  }

  return { play }
}

const lost = (disputes: readonly BankDispute[]) =>
  disputes.filter(({ state }) => state === 'lost').reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Ignores refunds of disputed payments, which are retried later. */
function waitForBank(error: unknown) {
  if (!(error instanceof PaymentRefused)) throw error
}

async function settleProblem(pool: Pool, bookingId: string, status: 'resolved' | 'rejected') {
  const settled = await pool.query(
    `update payment_disputes set status = $2, resolved_at = created_at
     where booking_id = $1 and source = 'student' and status in ('pending', 'investigating')`,
    [bookingId, status],
  )
  return settled.rowCount ?? 0
}

/** Compares what the owner paid and received in cash with the ledger. */
async function judge(pool: Pool, coachId: string, takenByBanks: number): Promise<string[]> {
  const { rows } = await pool.query<Record<string, string>>(
    `with mine as (select id from bookings where instructor_id = $1),
       charged as (select c.payment_intent_id, c.amount_cents from local_vendor.checkouts c
         where c.status = 'complete' and c.booking_id in (select id::text from mine)),
       lines as (select l.account, l.amount_cents from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
         where t.booking_id in (select id from mine)),
       shares as (select provider_transfer_id as id from payouts where instructor_id = $1)
     select (select coalesce(sum(amount_cents), 0) from charged) as paid,
       (select coalesce(sum(r.amount_cents), 0) from local_vendor.refunds r
         where r.payment_intent_id in (select payment_intent_id from charged)) as refunded,
       (select coalesce(sum(s.amount_cents), 0) from local_vendor.transfers s where s.id in (select id from shares)) as sent,
       (select coalesce(sum(v.amount_cents), 0) from local_vendor.transfer_reversals v
         where v.transfer_id in (select id from shares)) as taken_back,
       (select coalesce(sum(amount_cents) filter (where account = 'processor_cash'), 0) from lines) as cash,
       (select coalesce(sum(amount_cents) filter (where account = 'platform_fee'), 0) from lines) as fee,
       (select coalesce(sum(amount_cents) filter (where account not in ('processor_cash', 'platform_fee')), 0) from lines) as owed`,
    [coachId],
  )
  const sums = Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, cents]) => [name, Number(cents)]))
  const { paid = 0, refunded = 0, sent = 0, taken_back: takenBack = 0, cash = 0, fee = 0, owed = 0 } = sums
  const out = refunded + takenByBanks + sent - takenBack
  const wrong: string[] = []
  if (out > paid) wrong.push(`the owner paid ${paid} and got ${out}: ${JSON.stringify(sums)}`)
  if (cash !== paid - out)
    wrong.push(`the books say ${cash} in cash, it is ${paid - out}: ${JSON.stringify(sums)}`)
  if (fee > 0) wrong.push(`the platform paid ${fee} for it`)
  if (owed !== 0) wrong.push(`something is still owed: ${-owed}`)
  return wrong
}

const codeOf = (code: 'PLATFORM' | 'FIXED' | 'OWN', coachId: string) =>
  `${code}-${coachId.replaceAll('-', '').slice(0, 20).toUpperCase()}`

const actorOf = (userId: string, role: 'student' | 'coach'): Actor => ({
  userId,
  role,
  fullName: 'One Owner',
  email: `${userId}@model.test`,
})

/** Adds a student to whom the coach may propose lessons. */
async function addStudent(pool: Pool, coachId: string): Promise<string> {
  const id = randomUUID()
  await pool.query(
    `insert into profiles (id, full_name, email, user_type, phone) values ($1, 'One Owner', $2, 'student', '+17045550111')`,
    [id, `${id}@model.test`],
  )
  await pool.query('insert into conversations (instructor_id, student_id) values ($1, $2)', [coachId, id])
  return id
}

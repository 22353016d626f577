import { randomUUID } from 'node:crypto'
import { cancelLesson } from '#features/bookings/cancellation/commands.ts'
import { completeLesson } from '#features/bookings/completion/commands.ts'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { findOffer } from '#features/bookings/offer.ts'
import { rescheduleLesson } from '#features/bookings/reschedule/commands.ts'
import { bookLesson } from '#features/checkout/commands.ts'
import { holdForStudent, payEntered } from '#features/checkout/entered-lesson.ts'
import { releaseHold } from '#features/checkout/open-holds.ts'
import { startRefund } from '#features/checkout/refunds.ts'
import { reportProblem } from '#features/disputes/commands.ts'
import { refundDispute, settleDispute } from '#features/disputes/desk/commands.ts'
import { callOff, keepAsCredit } from '#features/rain-checks/commands.ts'
import { HOUR } from '#platform/duration.ts'
import { toIso } from '#platform/time.ts'
import { remember } from './booking-model-packages.ts'
import { noAudit } from './booking-model-people.ts'
import {
  actorFor,
  attempt,
  codeOf,
  expectedShare,
  giftFor,
  isAway,
  pick,
  placeKey,
  type Remembered,
  type Season,
  sessionOf,
  slotAt,
} from './booking-model-season.ts'
import { blur, cancelTheRest } from './booking-model-series.ts'
import type { SimpleStep } from './booking-model-steps.ts'
import { goodCard } from './now.ts'

const GRACE_MS = 30 * 86_400_000

export async function hold(season: Season, step: Extract<SimpleStep, { do: 'hold' }>): Promise<void> {
  const student = pick(season.students, step.student)
  if (!student || isAway(season, student.userId)) return
  const start = slotAt(step.slot)
  const place = step.place === undefined ? undefined : pick(season.places, step.place)
  const priceCents = Math.round((CENTS_AN_HOUR * step.minutes) / 60)
  const held = await bookLesson(season.services, student, {
    instructorId: season.coach.userId,
    start: toIso(start),
    durationMinutes: step.minutes,
    ...(await giftFor(season, student.userId, priceCents, step.isGift)),
    ...(step.code ? { promoCode: codeOf(step.code, season.coach.userId) } : {}),
    ...(place ? { locationId: place.id } : {}),
  })
  if (!held.ok) return
  const lesson = { id: held.bookingId, studentId: student.userId, amountCents: held.priceCents, start }
  await remember(
    season,
    { ...lesson, sessionId: sessionOf(held.checkoutUrl), isBlurred: false },
    // A repeated request returns the existing hold, with its original place.
    season.lessons.some(({ id }) => id === held.bookingId) ? undefined : place,
  )
}

/** The coach enters a lesson at the usual price, which its student is to pay. */
export async function enter(season: Season, step: Extract<SimpleStep, { do: 'enter' }>): Promise<void> {
  const { services, clock, coach } = season
  const student = pick(season.students, step.student)
  if (!student || isAway(season, student.userId) || isAway(season, coach.userId)) return
  const start = slotAt(step.slot)
  const offer = await findOffer(services.db, { instructorId: coach.userId, start: toIso(start) }, clock.now())
  if (!offer || start < clock.now() + HOUR) return
  const held = await holdForStudent(services, {
    student,
    offer,
    start,
    durationMinutes: step.minutes,
    priceCents: Math.round((CENTS_AN_HOUR * step.minutes) / 60),
    title: 'Lesson',
    idempotencyKey: undefined,
  })
  if (!held.ok) return
  const lesson = { id: held.bookingId, studentId: student.userId, amountCents: held.priceCents, start }
  await remember(season, { ...lesson, sessionId: sessionOf(held.checkoutUrl), isBlurred: false })
}

/** The student goes on to the payment of a lesson that the coach entered. */
async function payForEntered(season: Season, isGift: boolean, lesson: Remembered): Promise<void> {
  const { services } = season
  const student = actorFor(season, 'student', lesson.studentId)
  if (!student) return
  const { giftCents = 0 } = await giftFor(season, student.userId, lesson.amountCents, isGift)
  const url = await payEntered(services, student, { bookingId: lesson.id, giftCents })
  // The page after the payment is that of the checkout when it had been paid.
  if (!url.includes(lesson.sessionId)) lesson.sessionId = sessionOf(url)
}

const CENTS_AN_HOUR = 8_500

type LessonStep = Exclude<Extract<SimpleStep, { lesson: number }>, { do: 'bank' }>

/** A person acts on a lesson. Suspended and closed accounts do nothing. */
export async function changeLesson(season: Season, step: LessonStep, lesson: Remembered): Promise<void> {
  const { services, processor } = season
  const { id } = lesson
  switch (step.do) {
    case 'pay':
      // The processor's page needs no sign-in.
      return void (await processor.payments.pay(lesson.sessionId, goodCard))
    case 'release': {
      const student = actorFor(season, 'student', lesson.studentId)
      return void (student && (await releaseHold(services, student, id)))
    }
    case 'payEntered':
      return await payForEntered(season, step.isGift, lesson)
    case 'cancelRest':
      return await cancelTheRest(season, step, lesson)
    case 'cancel':
      return await cancel(season, step, lesson)
    case 'move':
      return await move(season, step, lesson)
    case 'complete': {
      const coach = actorFor(season, 'coach', lesson.studentId)
      return void (coach && (await completeLesson(services, coach, { bookingId: id, outcome: step.outcome })))
    }
    case 'report': {
      const student = actorFor(season, 'student', lesson.studentId)
      const problem = { bookingId: id, reason: 'other', details: 'Something.' } as const
      return void (student && (await reportProblem(services, student, problem)))
    }
    case 'settleProblem':
      return await settleProblem(season, lesson, step.refunds ?? false)
    case 'callOff':
      return await callOffOne(season, lesson)
    case 'keepCredit':
      return await keepCredit(season, lesson)
    case 'goodwill':
      return await giveThird(season, lesson)
    case 'operatorRefund': {
      const paid = await processor.payments.findCheckout(lesson.sessionId)
      const paymentIntentId = paid?.paymentIntentId
      if (!paid || !paymentIntentId) return
      // An operator refunds a fifth on the processor's dashboard. From here on, only the ledger is compared.
      blur(season, lesson)
      const amountCents = Math.floor(paid.amountCents / 5)
      await attempt(() => processor.payments.refund({ key: `operator:${id}`, paymentIntentId, amountCents }))
    }
  }
}

async function cancel(season: Season, step: Extract<LessonStep, { do: 'cancel' }>, lesson: Remembered) {
  const { services, clock, wrong } = season
  const actor = actorFor(season, step.by, lesson.studentId)
  if (!actor) return
  const [now, share] = [clock.now(), step.by === 'student' ? expectedShare(season, lesson) : 100]
  const before = await readCredit(season, lesson.id)
  const cancelled = await cancelLesson(services, actor, { bookingId: lesson.id, reason: 'The model cancels' })
  if (!cancelled.ok || lesson.refund !== null) return
  const expected = Math.floor((lesson.amountCents * share) / 100 + 0.5)
  if (!season.isCrowded && !lesson.isBlurred && cancelled.refundCents !== expected)
    wrong.push(`cancelled by ${step.by}: ${cancelled.refundCents} came back instead of ${expected}`)
  lesson.refund = cancelled.refundCents
  if (before && !before.isEnded && before.owedCents === 0 && share > 0 && !season.isCrowded) {
    const after = await readCredit(season, lesson.id)
    if (after) wrong.push(`cancelled by ${step.by}: the credit is not back in its package`)
    const [end] = await readPackageEnds(season, before.packageId)
    if (end !== undefined && end < before.expiresAt) wrong.push('a package became shorter')
    if (end !== undefined && step.by !== 'student' && end < now + GRACE_MS)
      wrong.push(`cancelled by ${step.by}: the package was not lengthened`)
  }
}

/** Reads the credit that paid for a lesson, and its package. */
async function readCredit({ pool }: Season, bookingId: string) {
  const { rows } = await pool.query<{
    packageId: string
    isEnded: boolean
    expiresAt: number
    owedCents: number
  }>(
    `select c.package_id as "packageId", k.ended_at is not null as "isEnded", extract(epoch from k.expires_at) * 1000 as "expiresAt",
       coalesce((select -sum(l.amount_cents) from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
         where t.booking_id = c.booking_id and t.kind = 'refund_due' and l.account = 'refunds_due'), 0)::int as "owedCents"
     from lesson_credits c join lesson_packages k on k.id = c.package_id where c.booking_id = $1`,
    [bookingId],
  )
  const [credit] = rows
  return credit && { ...credit, expiresAt: Math.round(Number(credit.expiresAt)) }
}

async function readPackageEnds({ pool }: Season, packageId: string): Promise<number[]> {
  const { rows } = await pool.query<{ at: string }>(
    'select extract(epoch from expires_at) * 1000 as at from lesson_packages where id = $1',
    [packageId],
  )
  return rows.map(({ at }) => Math.round(Number(at)))
}

async function move(season: Season, step: Extract<LessonStep, { do: 'move' }>, lesson: Remembered) {
  const actor = actorFor(season, step.by, lesson.studentId)
  if (!actor) return
  const [share, start] = [expectedShare(season, lesson), slotAt(step.slot)]
  const place = step.place === undefined ? undefined : pick(season.places, step.place)
  const moved = await rescheduleLesson(season.services, actor, {
    bookingId: lesson.id,
    start: toIso(start),
    confirmed: ['short_notice', 'outside_hours'],
    reason: 'The model moves',
    ...(place ? { locationId: place.id } : {}),
  })
  const keepsPlace = !place || placeKey(place) === [...lesson.places].at(-1)
  if (!moved.ok || (start === lesson.start && keepsPlace)) return
  if (step.by === 'student') lesson.ceiling = share
  if (season.isCrowded) lesson.isBlurred = true
  if (place && !season.isCrowded) lesson.places.clear()
  if (place) {
    // The latest is the last one.
    lesson.places.delete(placeKey(place))
    lesson.places.add(placeKey(place))
  }
  lesson.movedByCoach = step.by !== 'student'
  lesson.isCalledOff = false
  lesson.start = start
  lesson.moves++
}

/** The coach calls off the lesson because of the weather, which blocks the half hour in which it begins. */
async function callOffOne(season: Season, lesson: Remembered) {
  const { services, pool } = season
  const coach = actorFor(season, 'coach', lesson.studentId)
  const { rows } = await pool.query<{ zone: string }>(
    'select time_zone as zone from bookings where id = $1',
    [lesson.id],
  )
  const [place] = rows
  if (!coach || !place) return
  const begins = Temporal.Instant.fromEpochMilliseconds(lesson.start).toZonedDateTimeISO(place.zone)
  const { calledOff } = await callOff(services, coach, {
    date: begins.toPlainDate().toString(),
    startTime: begins.toPlainTime().toString({ smallestUnit: 'minute' }),
    endTime: begins.add({ minutes: 30 }).toPlainTime().toString({ smallestUnit: 'minute' }),
    bookingIds: [lesson.id],
    message: '',
  })
  if (calledOff > 0) lesson.isCalledOff = true
  if (season.isCrowded) lesson.isBlurred = true
}

/** The student keeps a called-off lesson as a credit. From here on, its money is that of a package. */
async function keepCredit(season: Season, lesson: Remembered) {
  const student = actorFor(season, 'student', lesson.studentId)
  if (!student) return
  await keepAsCredit(season.services, student, lesson.id)
  lesson.isBlurred = true
  lesson.refund ??= 0
  if (!season.isCrowded && (await readCredit(season, lesson.id)))
    season.wrong.push('kept, and not in its package')
}

/** An admin refunds a third of the price for a problem. */
async function giveThird({ services }: Season, lesson: Remembered) {
  lesson.isBlurred = true
  await services.db.transaction(async (tx) => {
    const payment = await lockPayment(services, tx, { bookingId: lesson.id })
    if (!payment || payment.paymentStatus === 'pending' || payment.paymentStatus === 'failed') return
    const amountCents = Math.ceil(payment.amountCents / 3)
    await startRefund(services, tx, payment, { key: `goodwill:${lesson.id}`, amountCents, reason: 'dispute' })
  })
}

/** An admin rejects the problem with a lesson, or refunds half of the remaining amount. */
export async function settleProblem(season: Season, lesson: Remembered, refunds: boolean): Promise<void> {
  const { services, pool, admin: actor } = season
  const { rows } = await pool.query<{ id: string; version: number; kept: number }>(
    `select d.id, d.version, (round(b.price_amount * 100) + coalesce((select sum(l.amount_cents) from ledger_transactions t
       join ledger_lines l on l.transaction_id = t.id where t.booking_id = b.id and t.kind = 'refund_due'
       and l.account = 'refunds_due'), 0))::int as kept
     from payment_disputes d join bookings b on b.id = d.booking_id
     where d.booking_id = $1 and d.source = 'student' and d.status in ('pending', 'investigating')`,
    [lesson.id],
  )
  const [problem] = rows
  if (!problem) return
  const by = { actor, audit: noAudit }
  const change = { disputeId: problem.id, changeId: randomUUID(), version: problem.version, explanation: '' }
  const amountCents = Math.floor(problem.kept / 2)
  if (!refunds || amountCents < 1)
    return await settleDispute(services, by, { ...change, status: 'rejected', adminNotes: '' })
  lesson.isBlurred = true
  await refundDispute(services, by, { ...change, amountCents, keptCents: problem.kept, resolves: true })
}

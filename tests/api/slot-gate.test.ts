import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { findOffer } from '#features/bookings/offer.ts'
import { rescheduleLesson } from '#features/bookings/reschedule/commands.ts'
import { inSlotTransaction, moveSlot, regainSlot, takeSlot } from '#features/bookings/slots.ts'
import { offerFreedTimeToNext } from '#features/cancellation-list/freed-time-offers.ts'
import { bookLesson } from '#features/checkout/commands.ts'
import { bookDemo } from '#features/checkout/demo-booking.ts'
import { applyPaymentEvent } from '#features/checkout/payment-events.ts'
import { bookFromPackage } from '#features/proposals/packages/redemptions.ts'
import { enterLesson } from '#features/schedule/commands.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { HOUR } from '#platform/duration.ts'
import { dateIn } from '#platform/time.ts'
import { enteredLesson } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { addCoach } from '../support/people.ts'
import { testNow, testProduct } from '../support/product.ts'

const product = testProduct()
const { query } = product
/** `npm run drill -- slot-gate` runs more of both. */
const attempts = Number(process.env.ATTEMPTS ?? 20)
const rounds = Number(process.env.ROUNDS ?? 1)
/** The number that gets a connection within ten seconds on a busy machine. */
const AT_ONCE = 100

let coach: string
let demoCoach: string

beforeAll(async () => {
  coach = (await addCoach(product.database.pool)).id
  demoCoach = (await addCoach(product.database.pool, { name: 'Keoni Akana' })).id
  await query('update instructor_profiles set takes_demo_bookings = true where user_id = $1', [demoCoach])
})

async function addStudent(): Promise<Actor> {
  const actor: Actor = {
    userId: randomUUID(),
    role: 'student',
    fullName: 'Sam Rivera',
    email: `${randomUUID()}@students.test`,
  }
  await query(
    `insert into profiles (id, full_name, email, user_type, is_demo, email_verified) values ($1, $2, $3, 'student', true, true)`,
    [actor.userId, actor.fullName, actor.email],
  )
  return actor
}

interface Lesson {
  instructorId: string
  studentId: string
  start: number
  status?: string
  heldUntil?: number
}

/** A booking with its payment, inserted without the gate. */
async function addLesson({ instructorId, studentId, start, status = 'confirmed', heldUntil }: Lesson) {
  const isCancelled = status === 'cancelled'
  const paid = status === 'confirmed' ? 'completed' : 'pending'
  const [made] = await query(
    `with b as (
       insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
         lesson_title, status, payment_status, hold_expires_at, cancelled_at, cancel_reason, teaching_location_id, location_name)
       select $1::uuid, $2, $3, $3, 60, 'America/New_York', 85, 'A lesson', $4, $5, $6, $7, $8, id, location_name
       from instructor_teaching_locations where instructor_id = $1 and is_primary
       returning id, instructor_id, student_id
     )
     insert into payments (booking_id, instructor_id, student_id, amount_cents, payment_status)
     select id, instructor_id, student_id, 8500, $5 from b returning id, booking_id`,
    [
      instructorId,
      studentId,
      new Date(start),
      status,
      paid,
      heldUntil ? new Date(heldUntil) : null,
      isCancelled ? new Date(testNow) : null,
      isCancelled ? 'hold_expired' : null,
    ],
  )
  return { bookingId: String(made?.booking_id), paymentId: String(made?.id) }
}

/** A package with one lesson left; its first, paid lesson is in the past. */
async function addPackage(studentId: string): Promise<string> {
  const first = { instructorId: coach, studentId, start: testNow - 48 * HOUR, status: 'cancelled' }
  const { paymentId } = await addLesson(first)
  const [made] = await query(
    `with p as (
       insert into lesson_proposals (instructor_id, student_id, status, price_amount, lesson_title, lessons_total, package_valid_days, accepted_start)
       values ($1, $2, 'scheduled', 170, 'Two lessons', 2, 180, $4) returning id
     ), k as (
       insert into lesson_packages (proposal_id, payment_id, instructor_id, student_id, lessons_total, price_cents, duration_minutes,
         lesson_title, lesson_type, cancellation_policy, expires_at, teaching_location_id)
       select p.id, $3, $1, $2, 2, 17000, 60, 'Two lessons', 'individual', 'standard', $5, l.id
       from p join instructor_teaching_locations l on l.instructor_id = $1 and l.is_primary returning id
     ), c as (
       insert into lesson_credits (package_id, position, value_cents) select id, 1, 8500 from k
     )
     select id from k`,
    [coach, studentId, paymentId, new Date(testNow - 48 * HOUR), new Date(testNow + 100 * 24 * HOUR)],
  )
  return String(made?.id)
}

const waitedFor = new Set<number>()
/** Five golfers who wait for a time; the same five each time it is freed. */
async function addGolfersWaiting(start: number) {
  if (waitedFor.has(start)) return
  waitedFor.add(start)
  await query(`update cancellation_requests set status = 'left' where instructor_id = $1`, [coach])
  for (let n = 0; n < 5; n++) {
    const { userId } = await addStudent()
    await query(
      `insert into cancellation_requests (student_id, instructor_id, from_date, to_date, duration_minutes)
       values ($1, $2, $3, $3, 60)`,
      [userId, coach, dateIn(start, 'America/New_York')],
    )
  }
}

/** The time of a canceled lesson. */
async function addFreedTime(start: number): Promise<string> {
  const { userId: studentId } = await addStudent()
  const { bookingId } = await addLesson({ instructorId: coach, studentId, start, status: 'cancelled' })
  const [made] = await query(
    `insert into freed_times (instructor_id, booking_id, change_number, student_id, teaching_location_id, location_name, time_zone,
       lesson_start, duration_minutes)
     select $1, $2, 0, $3, id, location_name, 'America/New_York', $4, 60 from instructor_teaching_locations
     where instructor_id = $1 and is_primary returning id`,
    [coach, bookingId, studentId, new Date(start)],
  )
  return String(made?.id)
}

/** Every way to book a slot: the caller, and the call. Each returns whether it succeeded, or why not. */
const callers: Record<
  string,
  { isDemo?: true; prepare(start: number): Promise<() => Promise<{ ok: boolean; reason?: string }>> }
> = {
  'a paid hold': {
    async prepare(start) {
      const student = await addStudent()
      return () => bookLesson(product.services, student, wish(coach, start))
    },
  },
  'a demo booking': {
    isDemo: true,
    async prepare(start) {
      const student = await addStudent()
      return () => bookDemo(product.services, student, wish(demoCoach, start))
    },
  },
  'a lesson drawn from a package': {
    async prepare(start) {
      const student = await addStudent()
      const packageId = await addPackage(student.userId)
      return () =>
        bookFromPackage(product.services, student, { packageId, start: new Date(start).toISOString() })
    },
  },
  'a lesson the coach enters': {
    async prepare(start) {
      const student = await addStudent()
      // Known to the coach by an earlier lesson.
      await addLesson({ instructorId: coach, studentId: student.userId, start: nextFarAway() })
      const entered = enteredLesson({
        student: { is: 'known' as const, studentId: student.userId },
        start: new Date(start).toISOString(),
        priceCents: 8_500,
      })
      return async () => {
        const made = await enterLesson(
          product.services,
          { userId: coach, email: 'coach@coaches.test' },
          entered,
        )
        return made.ok || made.reason !== 'time_not_free' ? made : { ok: false, reason: 'slot_taken' }
      }
    },
  },
  'a freed time, for whoever waits': {
    async prepare(start) {
      await addGolfersWaiting(start)
      const freedTimeId = await addFreedTime(start)
      return async () => {
        await product.services.db.transaction((tx) => offerFreedTimeToNext(product.services, tx, freedTimeId))
        const [time] = await query('select status from freed_times where id = $1', [freedTimeId])
        // When it is held for a golfer or public, another call got the slot.
        return time?.status === 'offering' ? { ok: true } : { ok: false, reason: 'slot_taken' }
      }
    },
  },
  'a moved lesson': {
    async prepare(start) {
      const student = await addStudent()
      const { bookingId } = await addLesson({
        instructorId: coach,
        studentId: student.userId,
        start: nextFarAway(),
      })
      const to = { bookingId, start: new Date(start).toISOString(), confirmed: [] }
      return () => rescheduleLesson(product.services, student, to)
    },
  },
  'a late payment': {
    async prepare(start) {
      const student = await addStudent()
      const { bookingId } = await addLesson({
        instructorId: coach,
        studentId: student.userId,
        start,
        status: 'cancelled',
      })
      return async () => {
        const id = randomUUID()
        const outcome = await applyPaymentEvent(product.services, {
          id,
          type: 'checkout_paid',
          createdAt: product.clock.now(),
          sessionId: id,
          orderId: bookingId,
          amountCents: 8500,
          currency: 'usd',
          paymentIntentId: `pi_${id}`,
        })
        return outcome === 'reclaimed'
          ? { ok: true }
          : { ok: false, reason: outcome === 'refund_started' ? 'slot_taken' : outcome }
      }
    },
  },
}

const wish = (instructorId: string, start: number) => ({
  instructorId,
  start: new Date(start).toISOString(),
  durationMinutes: 60,
})

let farAway = 0
/** A unique time beyond the booking window. */
const nextFarAway = () => testNow + (60 * 24 + 2 * farAway++) * HOUR
let slots = 0
/** A unique time within the hours. */
const nextSlot = () => Date.parse(charlotteTime(3 + Math.floor(slots / 7), 9 + (slots++ % 7)))

const standing = async (instructorId: string, start: number) =>
  await query(
    `select 1 from bookings where instructor_id = $1 and lesson_date = $2 and status in ('pending', 'confirmed')`,
    [instructorId, new Date(start)],
  )

describe.each(Object.entries(callers))('%s', (_, { isDemo, prepare }) => {
  test('takes a time whose expired hold was not cleared yet', async () => {
    const start = nextSlot()
    const instructorId = isDemo ? demoCoach : coach
    const ask = await prepare(start)
    const { userId: studentId } = await addStudent()
    const heldUntil = product.clock.now() - 1000
    const hold = await addLesson({ instructorId, studentId, start, status: 'pending', heldUntil })
    expect(await ask()).toMatchObject({ ok: true })
    expect(await query('select status, cancel_reason from bookings where id = $1', [hold.bookingId])).toEqual(
      [{ status: 'cancelled', cancel_reason: 'hold_expired' }],
    )
  })

  test(
    `of ${attempts} attempts one gets the time, and all others are told that it is taken`,
    async () => {
      for (let round = 0; round < rounds; round++) {
        const start = nextSlot()
        const asks = await Promise.all(Array.from({ length: attempts }, () => prepare(start)))
        const answers: Awaited<ReturnType<(typeof asks)[number]>>[] = []
        const waiting = asks.values()
        const askOneByOne = async () => {
          for (const ask of waiting) answers.push(await ask())
        }
        await Promise.all(Array.from({ length: AT_ONCE }, askOneByOne))
        expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
        expect(answers.filter((answer) => answer.reason === 'slot_taken')).toHaveLength(attempts - 1)
        expect(await standing(isDemo ? demoCoach : coach, start)).toHaveLength(1)
      }
    },
    60_000 * rounds,
  )
})

describe('the slot gate', () => {
  async function newLesson(start: number) {
    const student = await addStudent()
    const offer = await findOffer(product.services.db, wish(coach, start), product.clock.now())
    if (!offer) throw new Error('nothing offered')
    const { userId: studentId } = student
    const common = { offer, studentId, start, durationMinutes: 60, priceCents: 8500, title: 'A lesson' }
    return { ...common, idempotencyKey: undefined as string | undefined }
  }
  type New = Awaited<ReturnType<typeof newLesson>>
  const now = () => product.clock.now()

  /** The functions of the gate, each with the reason of its refusal. */
  const ways: Record<string, (tx: Queryable, lesson: New) => Promise<{ ok: boolean; reason?: string }>> = {
    'a hold': (tx, lesson) => takeSlot(tx, { ...lesson, heldUntil: now() + HOUR }, now()),
    'a demo booking': (tx, lesson) => takeSlot(tx, { ...lesson, paidBy: 'demo' }, now()),
    'a lesson paid elsewhere': (tx, lesson) =>
      takeSlot(tx, { ...lesson, paidBy: 'elsewhere', enteredByCoach: true }, now()),
    'a drawn lesson': async (tx, lesson) =>
      takeSlot(tx, { ...lesson, paidBy: { packageId: await addPackage(lesson.studentId) } }, now()),
    'a move': async (tx, { studentId, ...lesson }) => {
      const { bookingId } = await addLesson({ instructorId: coach, studentId, start: nextFarAway() })
      return moveSlot(tx, { ...lesson, bookingId, refundCeilingPercent: 100, movedByCoach: false }, now())
    },
    'a late payment': async (tx, { studentId, start }) => {
      const hold = { instructorId: coach, studentId, start, status: 'cancelled' }
      const lesson = { ...(await addLesson(hold)), instructorId: coach }
      return { ok: await regainSlot(tx, lesson, now(), async () => true) }
    },
  }
  const go = (way: string, lesson: New) =>
    inSlotTransaction<{ ok: boolean; reason?: string }>(product.services.db, async (tx) => {
      const work = ways[way]
      return work ? await work(tx, lesson) : { ok: false, reason: 'unknown' }
    })

  test.each(Object.keys(ways))('%s over another lesson that was not visible: slot_taken', async (way) => {
    const lesson = await newLesson(nextSlot())
    await addLesson({
      instructorId: coach,
      studentId: lesson.studentId,
      start: lesson.start + HOUR / 2,
    })
    expect((await go(way, lesson)).ok).toBe(false)
    if (way !== 'a late payment')
      expect(await go(way, await newLesson(lesson.start))).toEqual({ ok: false, reason: 'slot_taken' })
  })

  test.each(Object.keys(ways).filter((way) => way !== 'a late payment'))(
    '%s with rules that changed meanwhile: slot_gone',
    async (way) => {
      const lesson = await newLesson(nextSlot())
      await query(`update instructor_profiles set hourly_rate = hourly_rate + 1 where user_id = $1`, [coach])
      expect(await go(way, lesson)).toEqual({ ok: false, reason: 'slot_gone' })
    },
  )

  test('a late payment ignores new rules', async () => {
    const lesson = await newLesson(nextSlot())
    await query(`update instructor_profiles set hourly_rate = hourly_rate + 1 where user_id = $1`, [coach])
    expect(await go('a late payment', lesson)).toEqual({ ok: true })
  })

  test.each(['a hold', 'a demo booking', 'a drawn lesson'])(
    '%s with an idempotency key of another of the student’s bookings: slot_taken',
    async (way) => {
      const first = { ...(await newLesson(nextSlot())), idempotencyKey: 'one-key' }
      expect(await go('a demo booking', first)).toMatchObject({ ok: true })
      const second = {
        ...(await newLesson(nextSlot())),
        studentId: first.studentId,
        idempotencyKey: 'one-key',
      }
      expect(await go(way, second)).toEqual({ ok: false, reason: 'slot_taken' })
    },
  )

  test('a hold for a proposal that is already held: slot_taken', async () => {
    const lesson = await newLesson(nextSlot())
    const [made] = await query(
      `insert into lesson_proposals (instructor_id, student_id, status, price_amount, lesson_title, accepted_start)
       values ($1, $2, 'accepted', 85, 'A lesson', $3) returning id`,
      [coach, lesson.studentId, new Date(lesson.start)],
    )
    const proposal = { id: String(made?.id), version: 1 }
    const hold = (start: number) =>
      inSlotTransaction(product.services.db, (tx) =>
        takeSlot(tx, { ...lesson, start, proposal, heldUntil: now() + HOUR }, now()),
      )
    expect(await hold(lesson.start)).toMatchObject({ ok: true })
    expect(await hold(nextSlot())).toEqual({ ok: false, reason: 'slot_taken' })
  })

  test('a student can hold three times, a fourth is refused; paid lessons do not count', async () => {
    const lesson = await newLesson(nextSlot())
    for (let held = 0; held < 3; held++)
      expect(await go('a hold', { ...lesson, start: nextSlot() })).toMatchObject({ ok: true })
    expect(await go('a hold', lesson)).toEqual({ ok: false, reason: 'too_many_holds' })
    expect(await go('a demo booking', lesson)).toMatchObject({ ok: true })
  })

  test('two requests that deadlock are told that the time is taken', async () => {
    expect(
      await inSlotTransaction(product.services.db, (tx) =>
        tx.execute(sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`),
      ),
    ).toEqual({ ok: false, reason: 'slot_taken' })
  })

  test('an invalid lesson is reported as such, not as a lost race', async () => {
    const lesson = { ...(await newLesson(nextSlot())), durationMinutes: 1 }
    await expect(go('a hold', lesson)).rejects.toThrow()
  })

  test('a slot that is not regained keeps no changes from the attempt', async () => {
    const lesson = await newLesson(nextSlot())
    await addLesson({ instructorId: coach, studentId: lesson.studentId, start: lesson.start })
    const tried = {
      instructorId: coach,
      studentId: lesson.studentId,
      start: lesson.start,
      status: 'cancelled',
    }
    const { bookingId } = await addLesson(tried)
    const regained = await product.services.db.transaction((tx) =>
      regainSlot(tx, { bookingId, instructorId: coach }, now(), async () => {
        await tx.execute(sql`update bookings set lesson_title = 'Tried' where id = ${bookingId}`)
        return true
      }),
    )
    expect(regained).toBe(false)
    expect(await query('select status, lesson_title from bookings where id = $1', [bookingId])).toEqual([
      { status: 'cancelled', lesson_title: 'A lesson' },
    ])
  })
})

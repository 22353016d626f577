import type pg from 'pg'
import { createServices } from '#app/services.ts'
import { jobKinds } from '#app/worker.ts'
import { priceLesson } from '#features/bookings/booking.ts'
import { findOffer } from '#features/bookings/offer.ts'
import { bookLesson } from '#features/checkout/commands.ts'
import { holdSlot } from '#features/checkout/hold.ts'
import type { Actor } from '#platform/actor.ts'
import { readEnv } from '#platform/env.ts'
import type { Services } from '#ports/services.ts'
import { loadSecret } from '#tests/load/support/server.ts'
import type { OpenSlot } from '#tests/load/support/slots.ts'
import { addStudents, asActor, type LoadStudent } from '#tests/load/support/students.ts'
import type { Bench } from './bench.ts'
import { collectSlots } from './booking-slots.ts'
import { interleave, median, type Row, spreadOf, times, whole } from './table.ts'

const CLIENTS = 8
const HOLDS_A_STUDENT = 3
/** More than can be booked in one run. */
const SLOTS = 9000

type Book = (services: Services, student: Actor, slot: OpenSlot) => Promise<{ ok: boolean }>

/** What the goal counts: the offer is read, and one transaction holds the slot, with its payment row and expiry job. */
const holdOnly: Book = async (services, student, slot) => {
  const now = services.clock.now()
  const offer = await findOffer(services.db, slot, now)
  if (!offer) throw new Error('a coach of the bench has no offer')
  return await holdSlot(services, {
    student,
    offer,
    start: Date.parse(slot.start),
    durationMinutes: slot.durationMinutes,
    priceCents: priceLesson(offer.hourlyRateCents, slot.durationMinutes),
    title: 'Bench',
    idempotencyKey: undefined,
    expiresAt: now + 900_000,
  })
}

/** A booking against the bare INSERT it guards, as the goal counts it and as a student sees it. */
export async function benchBookings(bench: Bench): Promise<Row[]> {
  const { pool } = bench.database
  const services = await createServices(quietEnv(bench.database.url), { work: false })
  try {
    await services.jobs.start(jobKinds)
    const slots = await collectSlots(services, SLOTS)
    const students = await addStudents(pool, Math.ceil(SLOTS / HOLDS_A_STUDENT))
    // Primary key, indexes, checks and the exclusion constraint of the real table; no triggers, no foreign keys.
    await pool.query('drop table if exists bench_bookings')
    await pool.query('create table bench_bookings (like bookings including all)')
    const work = slots.map((slot, i) => ({ slot, actor: actorOf(students[Math.floor(i / HOLDS_A_STUDENT)]) }))
    return [
      await compare(
        bench,
        services,
        work,
        'offer read, slot held, payment row and expiry job written',
        holdOnly,
      ),
      await compare(bench, services, work, 'all of bookLesson: that, and its checkout opened', bookLesson),
    ]
  } finally {
    await pool.query('drop table if exists bench_bookings')
    await services.close()
  }
}

interface Work {
  slot: OpenSlot
  actor: Actor
}

async function compare(
  bench: Bench,
  services: Services,
  work: readonly Work[],
  what: string,
  book: Book,
): Promise<Row> {
  const { pool } = bench.database
  const runs = await interleave(
    bench.rounds,
    async () => {
      const perSecond = await timed(bench.seconds, work, async ({ actor, slot }) => {
        const held = await book(services, actor, slot)
        if (!held.ok) throw new Error(`a booking was refused: ${JSON.stringify(held)}`)
      })
      await forgetBookings(pool)
      return perSecond
    },
    async () => {
      const perSecond = await timed(bench.seconds, work, (each) => insertPlainly(services.db.$client, each))
      await pool.query('truncate bench_bookings')
      return perSecond
    },
    (perSecond) => perSecond,
  )
  const ratio = median(runs.ratios)
  return {
    goal: 'P6',
    what: `${what}; a bare INSERT under the exclusion constraint; ${CLIENTS} connections`,
    ours: `${whole(median(runs.a))}/s`,
    reference: `${whole(median(runs.b))}/s`,
    result: times(ratio),
    spread: spreadOf(runs.ratios),
    wanted: '≥ 0.15 ×',
    met: ratio >= 0.15,
  }
}

function actorOf(student: LoadStudent | undefined): Actor {
  if (!student) throw new Error('too few students')
  return asActor(student)
}

const quietEnv = (databaseUrl: string) =>
  readEnv({
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(CLIENTS),
    SESSION_SECRET: loadSecret,
    DEMO: '1',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
  })

/** Eight clients at it until the time or the slots are over. @returns how many a second */
async function timed(
  seconds: number,
  work: readonly Work[],
  one: (each: Work) => Promise<unknown>,
): Promise<number> {
  const waiting = work.values()
  let done = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() - began < seconds * 1000) {
        const { value } = waiting.next()
        if (!value) return
        await one(value)
        done++
      }
    }),
  )
  return done / ((performance.now() - began) / 1000)
}

const insertPlainly = (pool: pg.Pool, { actor, slot }: Work) =>
  pool.query({
    name: 'plain-insert',
    text: `insert into bench_bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone,
        price_amount, lesson_title, status, payment_status, hold_expires_at, location_name)
      values ($1, $2, $3, $3::timestamptz + interval '1 hour', 60, 'America/New_York', 85, '60-minute Lesson', 'pending',
        'pending', now() + interval '15 minutes', 'Longleaf Hollow')`,
    values: [slot.instructorId, actor.userId, slot.start],
  })

/** Takes back what a run booked, so that the next one finds the same calendar. */
async function forgetBookings(pool: pg.Pool) {
  await pool.query('delete from payments p using bookings b where b.id = p.booking_id and not b.is_demo')
  await pool.query('delete from bookings where not is_demo')
  await pool.query('delete from local_vendor.checkouts')
  await pool.query(`delete from pgboss.job where name = 'expire-hold'`)
}
